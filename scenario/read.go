package scenario

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"loophole/internal/usertext"
)

// The bounds of a file. They are far above what a table of players needs, and
// low enough that a hostile file costs milliseconds.
const (
	maxBytes  = 1 << 20
	maxLines  = 1 << 16
	maxDepth  = 16
	maxTokens = 1 << 15
	maxText   = 1 << 12 // bytes of one value
	maxPath   = 200     // bytes of a key with all that it is nested in
)

// A place is where something stands in a file.
type place struct{ line, col int }

// A file is a text with its name, for errors.
type file struct {
	name string
	text string
}

func (f *file) at(p place) string { return fmt.Sprintf("%s:%d:%d", f.name, p.line, p.col) }

func (f *file) fault(p place, format string, args ...any) error {
	return fmt.Errorf("%s: %s", f.at(p), fmt.Sprintf(format, args...))
}

// read takes in a whole file within bounds, as plain text with line feeds.
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

// plain refuses text that an editor would not show as it is.
func (f *file) plain() error {
	for i, r := range f.text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(f.text[i:], "\ufffd"):
			return f.fault(f.place(i), "the text is not UTF-8")
		case r != '\n' && r != '\t' && !usertext.Printable(r):
			return f.fault(f.place(i), "the character %+q cannot stand in such a file", r)
		}
	}
	return nil
}

// place returns where an offset of the text is, columns counted in characters.
func (f *file) place(offset int) place {
	before := f.text[:min(offset, len(f.text))]
	line := strings.LastIndexByte(before, '\n') + 1
	return place{strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[line:]) + 1}
}
