package scenario

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"loophole/internal/usertext"
)

// A scan looks a text through before the YAML library does, in one pass that
// remembers nothing but how deep it is. The lexer of the library takes seconds
// and gigabytes for texts that mean nothing, so it is given only what passes
// here: the part of YAML that files need, every value on one line, with no more
// values than a file may have, and without its comments.
//
// The scan refuses what the lexer could understand otherwise than it does itself:
// then it would not have bounded what the lexer does. A fuzz test holds the two
// against each other.
type scan struct {
	*file
	line   string // without its line break
	number int    // of the line
	i      int    // the byte of the line that comes next
	col    int    // its column, from 1

	values  int    // tokens, as the lexer counts them
	flow    []byte // brackets that are open
	maps    int    // braces among them
	columns []int  // of the dashes and keys that are open, outside of brackets
	key     int    // column of the last key or dash
	plain   bool   // the last line ended in a value without quotes
	last    lastly
	begun   bool // something stood there that is no comment
	ended   int  // the line that closed the document, or 0
}

// lastly is what stood last, where that decides how a text goes on.
type lastly uint8

const (
	fresh lastly = iota // a dash, a comma, a bracket that opens, or the beginning
	colon
	word     // a value without quotes
	inQuotes // a value in quotes
	closed   // a bracket that closes
)

// lean returns the text without its comments, if it may be read.
func (f *file) lean() (string, error) {
	text, _, err := f.scanned()
	return text, err
}

func (f *file) scanned() (string, *scan, error) {
	s := &scan{file: f}
	var out strings.Builder
	out.Grow(len(f.text))
	for line := range strings.SplitSeq(f.text, "\n") {
		s.line, s.i, s.col = line, 0, 1
		if s.number++; s.number > maxLines {
			return "", nil, s.here("the file has more than %d lines", maxLines)
		}
		if err := s.next(); err != nil {
			return "", nil, err
		}
		out.WriteString(strings.TrimRight(s.line[:s.i], " "))
		out.WriteByte('\n')
	}
	return out.String(), s, nil
}

func (s *scan) place() place { return place{s.number, s.col} }

func (s *scan) here(format string, args ...any) error { return s.fault(s.place(), format, args...) }

// at reports whether a text comes next.
func (s *scan) at(text string) bool { return strings.HasPrefix(s.line[s.i:], text) }

// over reports whether what is n bytes on is the end of the line or a space.
func (s *scan) over(n int) bool { return s.i+n >= len(s.line) || s.line[s.i+n] == ' ' }

// on goes on by so many bytes, each a character.
func (s *scan) on(n int) { s.i, s.col = s.i+n, s.col+n }

// spaces goes to the next thing on the line. It reports false at its end, or
// where a comment begins.
func (s *scan) spaces() bool {
	for s.i < len(s.line) && s.line[s.i] == ' ' {
		s.on(1)
	}
	return s.i < len(s.line) && s.line[s.i] != '#'
}

// next looks a line through, as far as it is no comment.
func (s *scan) next() error {
	switch {
	case s.at("---") && s.over(3):
		if s.begun || s.ended > 0 {
			return s.here("a file holds one document")
		}
		s.begun, s.key = true, 0
		if err := s.value(s.place()); err != nil {
			return err
		}
		if s.on(3); s.spaces() {
			return s.here("begin a new line after ---")
		}
		return nil
	case s.at("..."):
		if s.ended > 0 || len(s.flow) > 0 {
			return s.here("a file holds one document")
		}
		s.ended = s.number
		if err := s.value(s.place()); err != nil {
			return err
		}
		if s.on(3); s.spaces() {
			return s.here("begin a new line after ...")
		}
		return nil
	}
	if !s.spaces() {
		return nil
	}
	if s.ended > 0 {
		return s.fault(place{s.ended, 1}, "a file holds one document")
	}
	s.begun = true
	if err := s.follows(); err != nil {
		return err
	}
	if s.plain = false; len(s.flow) == 0 {
		s.last = fresh
	}
	for s.spaces() {
		if err := s.thing(); err != nil {
			return err
		}
	}
	s.plain = s.last == word
	return nil
}

// follows refuses a line that goes on with the value of the line before.
func (s *scan) follows() error {
	if !s.plain || len(s.flow) == 0 && s.col <= s.key || len(s.flow) > 0 && strings.IndexByte(",:]}", s.line[s.i]) >= 0 {
		return nil
	}
	return s.here("this goes on with the line before, or is indented too far: write the value on one line")
}

// value counts a value, or a mark that is one for the lexer.
func (s *scan) value(p place) error {
	if s.values++; s.values > maxTokens {
		return s.fault(p, "the file has too many values")
	}
	return nil
}

// opens notes a key or a dash.
func (s *scan) opens(p place) error {
	s.key = p.col
	if len(s.flow) > 0 {
		return nil
	}
	for len(s.columns) > 0 && s.columns[len(s.columns)-1] >= p.col {
		s.columns = s.columns[:len(s.columns)-1]
	}
	s.columns = append(s.columns, p.col)
	return s.deep(p)
}

func (s *scan) deep(p place) error {
	if len(s.columns)+len(s.flow) > maxDepth {
		return s.fault(p, "nested more than %d deep", maxDepth)
	}
	return nil
}

// thing takes what comes next on the line: a mark or a value.
func (s *scan) thing() error {
	p, c := s.place(), s.line[s.i]
	inside := len(s.flow) > 0
	switch {
	case c == '[' || c == '{':
		return s.bracket(c)
	case inside && (c == ']' || c == '}'):
		return s.close(c)
	case inside && c == ',':
		s.last = fresh
		s.on(1)
		return s.value(p)
	case c == ':' && s.last == inQuotes && (s.over(1) || s.maps > 0 && !s.at(":/")):
		return s.colon()
	case s.last >= word:
		return s.here("this cannot stand after the end of a value: give it a line of its own, or write all of it in quotes")
	case c == '-' && s.over(1):
		if inside {
			return s.here("a list in brackets has commas, and no dashes")
		}
		s.on(1)
		s.last = fresh
		if err := s.opens(p); err != nil {
			return err
		}
		return s.value(p)
	case c == '"' || c == '\'':
		return s.quoted(c)
	}
	if why := s.starts(c); why != "" {
		return s.here("%s", why)
	}
	return s.word()
}

// marks are what a value without quotes may not begin with, and what to write
// instead.
var marks = map[byte]string{
	'&': refused[anchor], '*': refused[alias], '!': refused[tag], '%': refused[directive], '|': refused[literal], '>': refused[folded],
	'@': "@ cannot begin a value; write it in quotes", '`': "` cannot begin a value; write it in quotes",
	']': "] closes nothing; write the value in quotes", '}': "} closes nothing; write the value in quotes",
}

// starts says why a value without quotes cannot start with a character.
func (s *scan) starts(c byte) string {
	switch {
	case c == '?' && s.over(1):
		return refused[question]
	case c == ':' && (s.over(1) || s.maps > 0 && s.last != colon):
		return "a key is missing"
	}
	return marks[c]
}

func (s *scan) bracket(c byte) error {
	p := s.place()
	if s.last >= word {
		return s.here("a bracket cannot stand after a value; write all of it in quotes")
	}
	s.flow = append(s.flow, c)
	if c == '{' {
		s.maps++
	}
	if err := s.deep(p); err != nil {
		return err
	}
	s.last = fresh
	s.on(1)
	return s.value(p)
}

func (s *scan) close(c byte) error {
	p := s.place()
	n := len(s.flow) - 1
	if s.flow[n] != c-2 { // ] and } stand two after [ and {.
		return s.here("%c does not close what %c opened", c, s.flow[n])
	}
	if s.flow = s.flow[:n]; c == '}' {
		s.maps--
	}
	s.last = closed
	s.on(1)
	return s.value(p)
}

func (s *scan) colon() error {
	p := s.place()
	s.last = colon
	s.on(1)
	return s.value(p)
}

// quoted takes a value in quotes, and the colon if it is a key.
func (s *scan) quoted(quote byte) error {
	p := s.place()
	begin := s.i
	s.on(1)
	for {
		if s.i >= len(s.line) {
			return s.fault(p, "the quotes do not end on this line: write the value on one line")
		}
		switch c := s.line[s.i]; {
		case c == quote && quote == '\'' && s.at("''"):
			s.on(2)
			continue
		case c == quote:
			s.on(1)
			s.last = inQuotes
			return s.closes(p, begin, s.at(":") && (s.over(1) || s.maps > 0))
		case c == '\\' && quote == '"':
			if err := s.escape(p); err != nil {
				return err
			}
			continue
		}
		if err := s.char(); err != nil {
			return err
		}
	}
}

// closes counts a value, and notes it if it is a key.
func (s *scan) closes(p place, begin int, key bool) error {
	if s.i-begin > maxText {
		return s.fault(p, "a value longer than %d bytes", maxText)
	}
	if key {
		if err := s.opens(p); err != nil {
			return err
		}
	}
	return s.value(p)
}

// char takes a character of a value.
func (s *scan) char() error {
	if s.line[s.i] == '\t' {
		return s.here("a tab cannot stand here; write spaces")
	}
	_, n := utf8.DecodeRuneInString(s.line[s.i:])
	s.i, s.col = s.i+n, s.col+1
	return nil
}

// escape takes a character that is written with a backslash.
func (s *scan) escape(p place) error {
	digits, r := 0, rune(0)
	switch rest := s.line[s.i+1:]; {
	case rest == "":
		return s.fault(p, "the quotes do not end on this line: write the value on one line")
	case strings.IndexByte(`"\/ `, rest[0]) >= 0:
		s.on(2)
		return nil
	case rest[0] == 'n' || rest[0] == 'r':
		return s.fault(p, "write the value on one line")
	case rest[0] == 'x':
		digits = 2
	case rest[0] == 'u':
		digits = 4
	case rest[0] == 'U':
		digits = 8
	}
	at := s.i + 2
	if digits > 0 && at+digits <= len(s.line) {
		if n, err := strconv.ParseUint(s.line[at:at+digits], 16, 32); err == nil && n <= utf8.MaxRune {
			r = rune(n)
		}
	}
	if !utf8.ValidRune(r) || !usertext.Printable(r) {
		return s.here("the escape %q cannot stand here; write the character itself", usertext.Truncate(s.line[s.i:min(len(s.line), s.i+2+digits)]))
	}
	s.on(2 + digits)
	return nil
}

// word takes a value without quotes, and the colon if it is a key.
func (s *scan) word() error {
	p, begin, inside := s.place(), s.i, len(s.flow) > 0
	for s.i < len(s.line) {
		c := s.line[s.i]
		switch {
		case c == '<' && s.at("<<"):
			return s.here("%s", refused[merge])
		case c == '#' && s.line[s.i-1] == ' ', inside && strings.IndexByte(",[]{}", c) >= 0:
			s.last = word
			return s.closes(p, begin, false)
		case c == ':' && s.maps > 0 && s.last == colon && s.over(1):
			return s.here("a second colon; write the value in quotes")
		case c == ':' && (s.over(1) || s.maps > 0 && s.last != colon && !s.at(":/")):
			if err := s.closes(p, begin, true); err != nil {
				return err
			}
			return s.colon()
		}
		if err := s.char(); err != nil {
			return err
		}
	}
	s.last = word
	return s.closes(p, begin, false)
}
