package frame

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func framed(length uint32, body string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, length), body...)
}

func TestReturnsWhatWasWritten(t *testing.T) {
	var stream bytes.Buffer
	writer := NewWriter(&stream)
	for _, text := range []string{"", "a<b>&c", strings.Repeat("é\n", 100_000)} {
		require.NoError(t, writer.Write(map[string]string{"text": text}))
		frame, err := NewReader(&stream).Next()
		require.NoError(t, err)
		var read map[string]string
		if err := json.Unmarshal(frame, &read); err != nil || read["text"] != text {
			t.Errorf("read %q (%v) in place of %d bytes", frame, err, len(text))
		}
	}
}

func TestTellsAnEndAfterAFrameFromAnEndWithinOne(t *testing.T) {
	for name, row := range map[string]struct {
		stream []byte
		want   error
	}{
		"nothing":        {nil, io.EOF},
		"half a length":  {[]byte{0, 0}, io.ErrUnexpectedEOF},
		"no body":        {framed(3, ""), io.ErrUnexpectedEOF},
		"half a body":    {framed(3, "{"), io.ErrUnexpectedEOF},
		"no frames":      {[]byte("HTTP/1.1 200 OK"), ErrTooLong},
		"one byte more":  {framed(Most+1, "{"), ErrTooLong},
		"the longest":    {framed(Most, "{"), io.ErrUnexpectedEOF},
		"an empty frame": {framed(0, ""), nil},
	} {
		if _, err := NewReader(bytes.NewReader(row.stream)).Next(); !errors.Is(err, row.want) {
			t.Errorf("%s: %v in place of %v", name, err, row.want)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add(framed(2, "{}"))
	f.Add(framed(9, "{}"))
	f.Add(framed(4, "null"))
	f.Add([]byte{255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, stream []byte) {
		reader, read := NewReader(bytes.NewReader(stream)), 0
		for {
			frame, err := reader.Next()
			if err != nil {
				if read > len(stream) {
					t.Errorf("%d bytes read out of %d", read, len(stream))
				}
				return
			}
			read += 4 + len(frame)
			if !json.Valid(frame) {
				continue
			}
			var again bytes.Buffer
			require.NoError(t, NewWriter(&again).Write(json.RawMessage(frame)))
			copied, err := NewReader(&again).Next()
			if err != nil || !equal(frame, copied) {
				t.Errorf("%q became %q (%v)", frame, copied, err)
			}
		}
	})
}

func equal(one, other []byte) bool {
	var compact, same bytes.Buffer
	return json.Compact(&compact, one) == nil && json.Compact(&same, other) == nil && bytes.Equal(compact.Bytes(), same.Bytes())
}
