// Package frame cuts a stream into frames: a length of four bytes, big endian, and that many bytes of JSON.
package frame

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Most is the length of the longest frame. Helm stores no revision past 1 MiB, compressed to about a tenth.
const Most = 256 << 20

// ErrTooLong says that a frame announced more than Most bytes, or that the stream has no frames at all.
var ErrTooLong = errors.New("the frame is too long")

// A Reader reads frames from one stream. It is not safe for concurrent use.
type Reader struct{ stream io.Reader }

// NewReader reads from stream. Give it a buffered stream.
func NewReader(stream io.Reader) *Reader { return &Reader{stream} }

// Next returns the next frame. It returns io.EOF if the stream ended after a frame, and io.ErrUnexpectedEOF if it ended within one.
func (r *Reader) Next() ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r.stream, head[:]); err != nil {
		return nil, err
	}
	length := int64(binary.BigEndian.Uint32(head[:]))
	if length > Most {
		return nil, fmt.Errorf("%w: %d bytes", ErrTooLong, length)
	}
	// The buffer grows with what arrives: an announced length alone takes no memory.
	var body bytes.Buffer
	if n, err := io.CopyN(&body, r.stream, length); err != nil {
		if errors.Is(err, io.EOF) && n < length {
			return nil, io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return body.Bytes(), nil
}

// A Writer writes frames to one stream, each in one write. It is safe for concurrent use.
type Writer struct {
	mutex  sync.Mutex
	stream io.Writer
}

// NewWriter writes to stream.
func NewWriter(stream io.Writer) *Writer { return &Writer{stream: stream} }

// Write sends content as one frame.
func (w *Writer) Write(content any) error {
	var whole bytes.Buffer
	whole.Write(make([]byte, 4))
	encoder := json.NewEncoder(&whole)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(content); err != nil {
		return fmt.Errorf("the frame cannot be written as JSON: %w", err)
	}
	length := whole.Len() - 4
	if length > Most {
		return fmt.Errorf("%w: %d bytes", ErrTooLong, length)
	}
	binary.BigEndian.PutUint32(whole.Bytes(), uint32(length))
	w.mutex.Lock()
	defer w.mutex.Unlock()
	_, err := w.stream.Write(whole.Bytes())
	return err
}
