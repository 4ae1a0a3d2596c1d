package scenario

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"loophole/internal/usertext"
)

// The bounds of a file. They are far above the needs of players, and low enough that a hostile
// file costs milliseconds.
const (
	maxBytes  = 1 << 20
	maxLines  = 1 << 16
	maxDepth  = 16
	maxTokens = 1 << 15
	maxText   = 1 << 12 // bytes of one value
	maxPath   = 200     // bytes of a key with the keys around it
)

// A place is a line and a column of a file, from 1.
type place struct{ line, col int }

// A file is a text with a name for errors.
type file struct {
	name string
	text string
}

func (f *file) at(p place) string { return fmt.Sprintf("%s:%d:%d", f.name, p.line, p.col) }

func (f *file) fault(p place, format string, args ...any) error {
	return fmt.Errorf("%s: %s", f.at(p), fmt.Sprintf(format, args...))
}

// read reads a whole file within the bounds, as plain text with line feeds.
func read(name string, r io.Reader) (*file, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := &file{name: name}
	if len(data) > maxBytes {
		return nil, f.fault(place{1, 1}, "the file is larger than %d bytes", maxBytes)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	f.text = strings.ReplaceAll(string(data), "\r\n", "\n")
	return f, f.plain()
}

// plain rejects text that an editor would not show as it is.
func (f *file) plain() error {
	for i, r := range f.text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(f.text[i:], "\ufffd"):
			return f.fault(f.place(i), "the text is not UTF-8: save the file as UTF-8")
		case r != '\n' && r != '\t' && !usertext.Printable(r):
			return f.fault(f.place(i), "the character %+q is not allowed", r)
		}
	}
	return nil
}

// place returns the place of an offset, with columns counted in characters.
func (f *file) place(offset int) place {
	before := f.text[:min(offset, len(f.text))]
	line := strings.LastIndexByte(before, '\n') + 1
	return place{strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[line:]) + 1}
}
