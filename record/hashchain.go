package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// A Chain has the lines of a file and the first of them whose checksum is wrong. All kinds of records in
// the program use it.
type Chain struct {
	Format  int      // of the file: it determines the length of the checksums
	Sum     string   // of the last line
	Objects [][]byte // every line without its checksum, the header first
	Broken  *Fault   // the first line whose checksum is wrong

	last string // the last checksum but one
}

// Link compares the checksum of the next line with the expected one. The chain continues from the checksum in
// the file, so that one altered line is one fault.
func (c *Chain) Link(object []byte, sum string) {
	n := len(c.Objects) + 1
	want := sumOf(c.Format, c.Sum, object)
	switch {
	case c.Broken == nil && sum != want:
		c.Broken = &Fault{
			Line: n, Kind: Altered, Found: "the checksum " + sum, Broken: true,
			Expected: want + "; this line was changed, or lines before it were removed or moved",
		}
	case c.Broken != nil && c.Broken.Line == n-1 && sum == sumOf(c.Format, c.last, object):
		c.Broken.Kind = BadOrder
		c.Broken.Found = "a line that does not follow from the one before it"
		c.Broken.Expected = "the next line, which does: this one was added or moved"
	}
	c.last, c.Sum = c.Sum, sum
	c.Objects = append(c.Objects, object)
}

// A ChainWriter appends lines with their checksums to a file, each by one call of Write, so that a
// killed program leaves complete lines and at most one incomplete line.
type ChainWriter struct {
	// Sync is called after each line if it is not nil.
	Sync func() error

	w      io.Writer
	format int
	sum    string // of the last line
	bytes  int
	lines  int
	err    error
}

// NewChainWriter returns a writer for a new file of a format.
func NewChainWriter(w io.Writer, format int) *ChainWriter { return &ChainWriter{w: w, format: format} }

// ResumeChainWriter returns a writer that continues a file of a number of bytes.
func ResumeChainWriter(w io.Writer, c *Chain, bytes int) *ChainWriter {
	return &ChainWriter{w: w, format: c.Format, sum: c.Sum, bytes: bytes, lines: len(c.Objects)}
}

// Append writes an object as a line with its checksum. After the first error it writes nothing more and
// returns that error again.
func (p *ChainWriter) Append(object []byte) error {
	if p.err != nil {
		return p.err
	}
	if fault := controlFault(object); fault != nil {
		p.err = fmt.Errorf("record: entry %d: %s; want %s", max(1, p.lines), fault.Found, fault.Expected)
		return p.err
	}
	line, sum := Seal(p.format, p.sum, object)
	switch {
	case len(line) > MaxLine:
		p.err = fmt.Errorf("record: entry %d: a line of %d bytes; the most is %d", max(1, p.lines), len(line), MaxLine)
		return p.err
	case p.bytes+len(line) > MaxBytes:
		p.err = fmt.Errorf("record: entry %d: the file would be larger than %d bytes", max(1, p.lines), MaxBytes)
		return p.err
	}
	if _, err := p.w.Write(line); err != nil {
		p.err = fmt.Errorf("record: %w", err)
		return p.err
	}
	p.sum, p.bytes, p.lines = sum, p.bytes+len(line), p.lines+1
	if p.Sync != nil {
		if err := p.Sync(); err != nil {
			p.err = fmt.Errorf("record: %w", err)
		}
	}
	return p.err
}

// Sum returns the checksum of the last line.
func (p *ChainWriter) Sum() string { return p.sum }

// LineReader splits a file into lines of bounded length.
type LineReader struct {
	in    *bufio.Reader
	bytes int
	count int
	whole int
}

// CompleteBytes returns the number of bytes of the complete lines so far.
func (l *LineReader) CompleteBytes() int { return l.whole }

// NewLineReader reads the lines of a file.
func NewLineReader(r io.Reader) *LineReader { return &LineReader{in: bufio.NewReaderSize(r, 64<<10)} }

// Next returns the next line without its line break. The fault concerns the form of the line,
// including characters that a terminal would obey. The error is that of the reader, and io.EOF
// after the last line.
func (l *LineReader) Next() ([]byte, *Fault, error) {
	var line []byte
	for {
		part, err := l.in.ReadSlice('\n')
		line = append(line, part...)
		l.bytes += len(part)
		switch {
		case len(line) > MaxLine:
			return nil, newFault(TooLarge, "a longer line", fmt.Sprintf("at most %d bytes", MaxLine)), nil
		case l.bytes > MaxBytes:
			return nil, newFault(TooLarge, "a longer file", fmt.Sprintf("at most %d bytes", MaxBytes)), nil
		case err == nil:
			l.count++
			line = line[:len(line)-1]
			if fault := controlFault(bytes.TrimSuffix(line, []byte("\r"))); fault != nil {
				return nil, fault, nil
			}
			l.whole = l.bytes
			return line, nil, nil
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == io.EOF && len(line) > 0:
			return nil, cutOffFault(l.count), nil
		}
		return nil, nil, err
	}
}

// cutOffFault returns the fault of an incomplete last line.
func cutOffFault(before int) *Fault {
	found := "the end of the file in the middle of this line"
	switch before {
	case 0:
		return newFault(CutOff, found, "a whole header")
	case 1:
		return newFault(CutOff, found+"; only the header is whole", "the rest of the line")
	}
	return newFault(CutOff, fmt.Sprintf("%s; the %d lines before it are whole", found, before), "the rest of the line")
}
