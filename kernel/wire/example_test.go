package wire_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// A kernel that answers kernel_info and nothing else.
func Example() {
	connection := wire.Connection{Key: "secret"} // wire.ReadConnection(path), where a front end starts the kernel
	conn, err := wire.Listen(context.Background(), connection, wire.Options{
		Refused: func(ch wire.Channel, reason error) { log.Print(ch, ": ", reason) },
	})
	if err != nil {
		log.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		for m := range conn.Incoming(wire.Shell) {
			_ = conn.Publish("status", m.RawHeader, "status", map[string]string{"execution_state": "busy"}, nil)
			if m.Header.Type == "kernel_info_request" {
				_ = conn.Reply(wire.Shell, m, "kernel_info_reply", map[string]string{"status": "ok", "protocol_version": wire.Version}, nil)
			}
			_ = conn.Publish("status", m.RawHeader, "status", map[string]string{"execution_state": "idle"}, nil)
		}
		close(done)
	}()
	fmt.Println(conn.Connection().ShellPort > 0)
	if err := conn.Close(); err != nil {
		log.Fatal(err)
	}
	<-done
	// Output: true
}
