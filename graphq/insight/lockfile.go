package insight

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
)

// Holder is who may write to a store.
type Holder struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host"`
	Since time.Time `json:"since"`
}

// LockedError tells who holds a store that another wants to write to.
type LockedError struct {
	Dir    string
	Holder Holder
	Waited time.Duration
}

func (e *LockedError) Error() string {
	who := "another process"
	if e.Holder.PID != 0 {
		who = fmt.Sprintf("process %d on %s, since %s,", e.Holder.PID, e.Holder.Host, e.Holder.Since.Format("2006-01-02 15:04:05"))
	}
	after := ""
	if e.Waited > 0 {
		after = fmt.Sprintf("; waited %s", e.Waited.Round(time.Millisecond))
	}
	return fmt.Sprintf("%s: %s writes to this graph, and only one may at a time; reading is free%s", e.Dir, who, after)
}

// lockFile takes the writer's lock on a file, which ends with its process however that ends. It tries for wait.
func lockFile(ctx context.Context, dir, path string, wait time.Duration) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	pause := time.Millisecond
	for {
		taken, err := tryLock(f)
		if taken {
			break
		}
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("locking %s: %w", path, err)
		}
		waited := time.Since(begun)
		if ctx.Err() != nil || waited >= wait {
			locked := &LockedError{Dir: dir, Waited: waited}
			if wait == 0 {
				locked.Waited = 0
			}
			text := make([]byte, 512)
			n, _ := f.ReadAt(text, 0)
			_ = json.Unmarshal(text[:n], &locked.Holder) // a holder that has not written its name yet stays unnamed
			f.Close()
			if ctx.Err() != nil {
				return nil, errors.Join(ctx.Err(), locked)
			}
			return nil, locked
		}
		select {
		case <-ctx.Done():
		case <-time.After(min(pause, wait-waited)):
		}
		pause = min(2*pause, 50*time.Millisecond)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	text, err := json.Marshal(Holder{os.Getpid(), host, time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		f.Close()
		return nil, err
	}
	// The name is for people only: a full disk must not keep a writer from opening the store.
	if f.Truncate(0) == nil {
		_, _ = f.WriteAt(append(text, '\n'), 0)
	}
	return f, nil
}
