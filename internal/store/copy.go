package store

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"
	"time"
)

// A Copy is a match with everything that the store keeps of it, for a move from one folder to
// another.
type Copy struct {
	*Match
	Answers []KeptAnswer // the oldest first
}

// Continues returns nil if a copy is the same match as an older one and has more lines. Otherwise the error
// wraps [ErrExists], [ErrOlder] or [ErrDiverged].
func (c *Copy) Continues(was *Match) error {
	if !begins(c.Lines, was.Lines) || !begins(c.Hands, was.Hands) {
		if begins(was.Lines, c.Lines) && begins(was.Hands, c.Hands) {
			return fmt.Errorf("store: %q: %w", c.ID, ErrOlder)
		}
		return fmt.Errorf("store: %q: %w", c.ID, ErrDiverged)
	}
	if len(c.Lines) == len(was.Lines) && len(c.Hands) == len(was.Hands) {
		return fmt.Errorf("store: %q: %w", c.ID, ErrExists)
	}
	return nil
}

// begins reports whether a list begins with all lines of another.
func begins(list, with [][]byte) bool {
	return len(list) >= len(with) && slices.EqualFunc(list[:len(with)], with, bytes.Equal)
}

// A KeptAnswer is an answer with the number of record lines at the time of the answer.
type KeptAnswer struct {
	Seq   int    `json:"seq"`
	Key   string `json:"key"`
	Asked []byte `json:"asked"` // SHA-256 of the request
	Body  []byte `json:"body"`
}

// CopyFormat is the version of the files that [Copy.Write] writes and [ReadCopy] reads.
const CopyFormat = 1

// The limits of a copy, in bytes unless noted. The record and the lines of two-hands dice have at
// most 64 MiB each.
const (
	MaxCopy     = 160 << 20
	maxCopyLine = 9 << 20
	maxFirst    = 1 << 20 // the first line, with facts, standing and seats
	maxCopied   = 1 << 19 // number of lines of all kinds
)

// copyName is the value of "loophole" in the first line of a copy.
const copyName = "match copy"

// copyFirst is the first line of a copy.
type copyFirst struct {
	Loophole  string          `json:"loophole"`
	Format    int             `json:"format"`
	ID        string          `json:"id"`
	Created   int64           `json:"created"` // seconds since 1970
	Over      bool            `json:"over"`
	Lines     int             `json:"lines"`
	Hands     int             `json:"hands"`
	Answers   int             `json:"answers"`
	Facts     json.RawMessage `json:"facts"`
	StateJSON json.RawMessage `json:"standing"`
	Seats     []copySeat      `json:"seats"`
}

type copySeat struct {
	Seat string `json:"seat"`
	Hash string `json:"hash"` // SHA-256 of the seat's token, in hexadecimal
}

// copyLast is the last line of a copy.
type copyLast struct {
	Sum string `json:"sum"` // SHA-256 of all lines before, in hexadecimal
}

// Write writes a copy as JSON Lines: a first line with facts, standing and seats, the lines of
// the record, those of two-hands dice, the answers, and a last line with the checksum of all before.
// It fails if the copy exceeds the limits.
func (c *Copy) Write(w io.Writer) error {
	first := copyFirst{copyName, CopyFormat, c.ID, c.Created.Unix(), c.Over, len(c.Lines), len(c.Hands), len(c.Answers), c.InfoJSON, c.StateJSON, []copySeat{}}
	for h, seat := range c.Seats {
		first.Seats = append(first.Seats, copySeat{seat, hex.EncodeToString(h[:])})
	}
	slices.SortFunc(first.Seats, func(a, b copySeat) int { return strings.Compare(a.Hash, b.Hash) })
	text, err := json.Marshal(first)
	if err != nil {
		return fmt.Errorf("store: match %s: %w", c.ID, err)
	}
	list := slices.Concat([][]byte{append(text, '\n')}, c.Lines, c.Hands)
	for _, a := range c.Answers {
		if text, err = json.Marshal(a); err != nil {
			return fmt.Errorf("store: match %s: %w", c.ID, err)
		}
		list = append(list, append(text, '\n'))
	}
	all := 0
	for i, line := range list {
		if all += len(line); len(line) > maxCopyLine || i == 0 && len(line) > maxFirst || all > MaxCopy || i >= maxCopied {
			return fmt.Errorf("store: match %s is larger than a copy may be", c.ID)
		}
	}
	sum := sha256.New()
	out := bufio.NewWriter(w)
	for _, line := range list {
		sum.Write(line)
		out.Write(line) // The writer keeps its error until Flush.
	}
	text, err = json.Marshal(copyLast{hex.EncodeToString(sum.Sum(nil))})
	out.Write(append(text, '\n'))
	return errors.Join(err, out.Flush())
}

// isID reports whether a match may have an ID: 1 to 64 letters, digits, "_" and "-".
func isID(id string) bool {
	return len(id) >= 1 && len(id) <= 64 && strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

// ReadCopy reads a file of [Copy.Write], at most [MaxCopy] bytes. It checks form and checksum and
// returns the whole copy or an error. It does not check the meaning of the lines.
func ReadCopy(r io.Reader) (*Copy, error) {
	x := &copyReader{in: bufio.NewReader(r), sum: sha256.New()}
	text, err := x.summed(maxFirst)
	if err != nil {
		return nil, err
	}
	var first copyFirst
	if err := decodeStrict(text, &first); err != nil || first.Loophole != copyName {
		// The file has another form, or a later format with more fields in its first line.
		var named struct {
			Loophole string
			Format   int
		}
		switch {
		case json.Unmarshal(text, &named) != nil || named.Loophole != copyName:
			return nil, errors.New("store: the file is not a match that loophole matches export wrote, or Save a copy of the match in a browser: choose such a file (.match)")
		case named.Format > CopyFormat:
			return nil, later(named.Format)
		}
		return nil, fmt.Errorf("store: line 1: %w", err)
	}
	switch n := []int{first.Lines, first.Hands, first.Answers}; {
	case first.Format > CopyFormat:
		return nil, later(first.Format)
	case first.Format < 1:
		return nil, fmt.Errorf("store: there is no copy of format %d", first.Format)
	case !isID(first.ID):
		return nil, errors.New("store: line 1: no match has such an id")
	case slices.Min(n) < 0 || slices.Max(n) > maxCopied || n[0]+n[1]+n[2] > maxCopied || first.Lines < 1:
		return nil, errors.New("store: line 1: the number of lines is impossible")
	case len(first.Facts) == 0 || len(first.StateJSON) == 0:
		return nil, errors.New("store: line 1: facts or standing are missing")
	}
	c := &Copy{Match: &Match{ID: first.ID, Created: time.Unix(first.Created, 0), Touched: time.Now(), InfoJSON: first.Facts, StateJSON: first.StateJSON, Over: first.Over, Seats: map[Hash]string{}}}
	for _, s := range first.Seats {
		h, err := hex.DecodeString(s.Hash)
		if err != nil || len(h) != sha256.Size {
			return nil, errors.New("store: line 1: the hash of a seat's token is not 64 hexadecimal digits")
		}
		if _, double := c.Seats[Hash(h)]; double {
			return nil, errors.New("store: line 1: two seats have the same token")
		}
		c.Seats[Hash(h)] = s.Seat
	}
	if c.Lines, err = x.lines(first.Lines); err == nil {
		c.Hands, err = x.lines(first.Hands)
	}
	if err == nil {
		err = x.answers(c, first.Answers)
	}
	if err == nil {
		err = x.end()
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

func later(format int) error {
	return fmt.Errorf("store: the file has format %d; this program reads up to %d: use a later program", format, CopyFormat)
}

// decodeStrict decodes one JSON object with known keys only. Nothing may follow it.
func decodeStrict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is text after the object")
	}
	return nil
}

// A copyReader reads the lines of a copy and computes their checksum.
type copyReader struct {
	in  *bufio.Reader
	sum hash.Hash
	all int // bytes read
	n   int // lines read
}

// line reads a line of at most most bytes, with its line break.
func (x *copyReader) line(most int) ([]byte, error) {
	x.n++
	var line []byte
	for {
		part, err := x.in.ReadSlice('\n')
		line = append(line, part...)
		if x.all += len(part); len(line) > most || x.all > MaxCopy {
			return nil, fmt.Errorf("store: line %d: the file is larger than a match may be", x.n)
		}
		switch {
		case err == nil:
			return line, nil
		case err == io.EOF:
			return nil, fmt.Errorf("store: line %d: the file ends in the middle", x.n)
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("store: line %d: %w", x.n, err)
		}
	}
}

// summed reads a line and adds it to the checksum.
func (x *copyReader) summed(most int) ([]byte, error) {
	line, err := x.line(most)
	x.sum.Write(line)
	return line, err
}

func (x *copyReader) lines(n int) (list [][]byte, err error) {
	for range n {
		line, err := x.summed(maxCopyLine)
		if err != nil {
			return nil, err
		}
		list = append(list, line)
	}
	return list, nil
}

func (x *copyReader) answers(c *Copy, n int) error {
	keys := map[string]bool{}
	for range n {
		line, err := x.summed(maxCopyLine)
		if err != nil {
			return err
		}
		var a KeptAnswer
		if err := decodeStrict(line, &a); err != nil {
			return fmt.Errorf("store: line %d: %w", x.n, err)
		}
		if len(a.Asked) != sha256.Size || a.Seq < 0 || keys[a.Key] {
			return fmt.Errorf("store: line %d: this is not a stored answer", x.n)
		}
		keys[a.Key] = true
		c.Keys, c.Answers = append(c.Keys, a.Key), append(c.Answers, a)
	}
	return nil
}

// end reads the last line and compares its checksum.
func (x *copyReader) end() error {
	line, err := x.line(maxFirst)
	if err != nil {
		return err
	}
	var last copyLast
	if err := decodeStrict(line, &last); err != nil {
		return fmt.Errorf("store: line %d: %w", x.n, err)
	}
	if last.Sum != hex.EncodeToString(x.sum.Sum(nil)) {
		return fmt.Errorf("store: the checksum of the file differs from the one in line %d: the file was damaged or changed", x.n)
	}
	if _, err := x.in.ReadByte(); err != io.EOF {
		return fmt.Errorf("store: there is text after line %d, which is the last", x.n)
	}
	return nil
}
