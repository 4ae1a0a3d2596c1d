package twohands

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"loophole/hands"
	"loophole/match"
)

// begins is how the text of line 1 begins.
const begins = `{"loophole":"hands",`

// mostBytes is how many bytes [Read] reads: more than any server keeps.
const mostBytes = 64 << 20

// IsLines reports whether a text has the lines of a match with dice of two hands, by its first
// bytes.
func IsLines(text []byte) bool {
	return strings.HasPrefix(string(text[:min(len(text), len(begins))]), begins)
}

// Read plays the lines of a file and writes the record that they determine to record, unless it is
// nil. It calls each after every line but the first, unless each is nil. The error is a
// [*hands.Fault], or one of reading.
func Read(file io.Reader, find match.FindGame, record io.Writer, each func(hands.Entry)) (*Game, error) {
	g, in := New(find, record), bufio.NewReader(io.LimitReader(file, mostBytes))
	for {
		line, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF && len(line) == 0 && g.Match != nil:
			return g, nil
		case err == io.EOF:
			return g, &hands.Fault{Line: g.Hands.Lines + 1, Why: "the file ends in the middle of this line"}
		case err != nil:
			return g, err
		}
		if err := g.Take(line[:len(line)-1]); err != nil {
			return g, asFault(g, err)
		}
		if each != nil && g.Hands.Lines > 1 {
			each(g.Hands.Last)
		}
	}
}

// asFault returns an error about the last line as a fault of it.
func asFault(g *Game, err error) error {
	if f := (*hands.Fault)(nil); errors.As(err, &f) {
		return f
	}
	return &hands.Fault{Line: g.Hands.Lines, Why: err.Error()}
}
