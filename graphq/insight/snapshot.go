package insight

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unsafe"
)

// A snapshot is the quads of the log up to a place, so that a large graph opens without reading its log: a header, then the lists
// of a quadStore as they are in memory, little-endian, and a CRC-32C of everything. It holds nothing that the log does not:
// one that is missing, old or damaged costs time only. It is written to a temporary file that takes its name when it is whole.

// The number goes up with every change of what quads an item becomes (quadsOf): an index of older quads is not read.
const snapshotMagic = "hyp insight index 4\n"

// littleEndian tells whether numbers in memory are as they are in a snapshot; elsewhere there are no snapshots.
var littleEndian = func() bool { x := uint16(1); return *(*byte)(unsafe.Pointer(&x)) == 1 }()

// saveSnapshot writes the store's quads, which come from the log up to end.
func (s *quadStore) saveSnapshot(dir string, end int64, fingerprint uint32) (err error) {
	if !littleEndian {
		return nil
	}
	f, err := os.CreateTemp(dir, snapshotName+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	sum := crc32.New(castagnoli)
	b := bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<20)
	s.mu.RLock()
	w := snapshotWriter{b}
	w.bytes([]byte(snapshotMagic))
	w.numbers(Schema, uint64(end), uint64(fingerprint))
	w.texts(s.iris)
	writeList(w, s.floats)
	w.texts(s.strings)
	writeList(w, s.times)
	writeList(w, s.docs)
	for _, d := range s.dirs {
		writeList(w, d)
	}
	dead := make([]uint32, 0, 2*len(s.dead))
	for q, by := range s.dead {
		dead = append(dead, q, by)
	}
	writeList(w, dead)
	s.mu.RUnlock()
	if err = b.Flush(); err != nil {
		return err
	}
	var tail [4]byte
	binary.LittleEndian.PutUint32(tail[:], sum.Sum32())
	if _, err = f.Write(tail[:]); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Sync(); err != nil { // a name before its bytes would be found out by the sum, at the price of a slow open
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(dir, snapshotName))
}

// snapshotWriter leaves errors to the buffer, which keeps the first one for Flush.
type snapshotWriter struct{ w *bufio.Writer }

func (w snapshotWriter) bytes(b []byte) { _, _ = w.w.Write(b) }
func (w snapshotWriter) numbers(xs ...uint64) {
	for _, x := range xs {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], x)
		w.bytes(b[:])
	}
}

func (w snapshotWriter) texts(list []string) {
	ends := make([]uint32, len(list))
	total := 0
	for i, s := range list {
		total += len(s)
		ends[i] = uint32(total)
	}
	writeList(w, ends)
	w.numbers(uint64(total))
	for _, s := range list {
		_, _ = w.w.WriteString(s)
	}
	w.pad(total)
}

// pad keeps every list at a multiple of 8 bytes, so that it can be used where it lies.
func (w snapshotWriter) pad(n int) { w.bytes(make([]byte, (8-n%8)%8)) }

func writeList[T any](w snapshotWriter, list []T) {
	w.numbers(uint64(len(list)))
	if len(list) > 0 {
		raw := unsafe.Slice((*byte)(unsafe.Pointer(&list[0])), len(list)*int(unsafe.Sizeof(list[0])))
		w.bytes(raw)
		w.pad(len(raw))
	}
}

var errNoSnapshot = errors.New("no snapshot that can be used")

// loadSnapshot fills an empty store and returns the place in the log that it stands for. Any error leaves the store unusable:
// the caller takes a new one and reads the log.
func (s *quadStore) loadSnapshot(dir string, fingerprint func(end int64) (uint32, error)) (end int64, err error) {
	if !littleEndian {
		return 0, errNoSnapshot
	}
	raw, err := os.ReadFile(filepath.Join(dir, snapshotName))
	if err != nil {
		return 0, err
	}
	n := len(raw) - 4
	if n < len(snapshotMagic) || !bytes.HasPrefix(raw, []byte(snapshotMagic)) || crc32.Checksum(raw[:n], castagnoli) != binary.LittleEndian.Uint32(raw[n:]) {
		return 0, errNoSnapshot
	}
	defer func() {
		if recover() != nil { // a slice past the end: the sum is right and the shape is not
			err = errNoSnapshot
		}
	}()
	r := &snapshotReader{raw[len(snapshotMagic):n]}
	if r.number() != Schema {
		return 0, errNoSnapshot
	}
	end = int64(r.number())
	if have, err := fingerprint(end); err != nil || uint64(have) != r.number() {
		return 0, fmt.Errorf("the snapshot is of another log: %w", errNoSnapshot)
	}
	s.iris = r.texts()
	s.floats = readList[float64](r)
	s.strings = r.texts()
	s.times = readList[int64](r)
	s.docs = readList[span](r)
	for d := range s.dirs {
		s.dirs[d] = readList[node](r)
	}
	dead := readList[uint32](r)
	for i := 0; i+1 < len(dead); i += 2 {
		s.dead[dead[i]] = dead[i+1]
	}
	s.rebuild()
	return end, nil
}

// rebuild makes the maps of a store from its lists.
func (s *quadStore) rebuild() {
	s.iriAt = make(map[string]node, len(s.iris))
	for i, v := range s.iris[1:] {
		n := makeNode(entitySpace, i+1)
		s.iriAt[v] = n
		if strings.HasPrefix(v, vocabulary) {
			s.learnRole(v, n)
		}
	}
	s.floatAt = make(map[uint64]node, len(s.floats))
	for i, v := range s.floats {
		s.floatAt[floatKey(v)] = makeNode(floatSpace, i)
	}
	s.strAt = make(map[string]node, len(s.strings))
	for i, v := range s.strings {
		s.strAt[v] = makeNode(stringSpace, i)
	}
	s.timeAt = make(map[int64]node, len(s.times))
	for i, v := range s.times {
		s.timeAt[v] = makeNode(timeSpace, i)
	}
	var last node
	wanted := false
	for q, p := range s.dirs[1] {
		if p != last {
			last, wanted = p, s.roles[p] != 0
		}
		if wanted {
			s.note(q)
		}
	}
	s.version++
}

type snapshotReader struct{ b []byte }

func (r *snapshotReader) take(n int) []byte {
	out := r.b[:n]
	r.b = r.b[n+(8-n%8)%8:]
	return out
}

func (r *snapshotReader) number() uint64 { return binary.LittleEndian.Uint64(r.take(8)) }

func (r *snapshotReader) texts() []string {
	ends := readList[uint32](r)
	all := string(r.take(int(r.number())))
	out := make([]string, len(ends), len(ends)+len(ends)/8+16)
	from := uint32(0)
	for i, end := range ends {
		out[i] = all[from:end]
		from = end
	}
	return out
}

// readList copies a list out, with room to grow.
func readList[T any](r *snapshotReader) []T {
	n := int(r.number())
	if n == 0 {
		return nil
	}
	var zero T
	size := int(unsafe.Sizeof(zero))
	if n > len(r.b)/size {
		panic(errNoSnapshot)
	}
	out := make([]T, n, n+n/8+16)
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&out[0])), n*size), r.take(n*size))
	return out
}
