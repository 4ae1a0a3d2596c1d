package scenario

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"loophole/internal/usertext"
)

// A scan checks a text in one pass before the YAML library reads it. It keeps only the nesting. The
// library's lexer takes seconds and gigabytes for some meaningless texts. So the lexer receives
// only texts that pass the scan: the part of YAML that files need, every value on one line, a
// bounded number of values, and no comments.
//
// The scan rejects everything that the lexer could understand in another way, which would void
// the bound. A fuzz test compares the two.
type scan struct {
	*file
	line   string // without its line break
	number int    // of the line
	i      int    // the next byte of the line
	col    int    // its column, from 1

	values  int    // tokens, as the lexer counts them
	flow    []byte // open brackets
	maps    int    // the braces among them
	columns []int  // columns of open dashes and keys, outside of brackets
	key     int    // column of the last key or dash
	plain   bool   // the last line ended in a value without quotes
	last    lastToken
	begun   bool // text other than comments was read
	ended   int  // the line that ended the document, or 0
}

// lastToken is the kind of the last token, which decides how a text may continue.
type lastToken uint8

const (
	fresh lastToken = iota // a dash, a comma, an opening bracket, or the beginning
	colon
	word     // a value without quotes
	inQuotes // a value in quotes
	closed   // a closing bracket
)

// withoutComments returns the text without its comments, if it is acceptable.
func (f *file) withoutComments() (string, error) {
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

// at reports whether the rest of the line begins with a text.
func (s *scan) at(text string) bool { return strings.HasPrefix(s.line[s.i:], text) }

// endsAfter reports whether a space or the end of the line follows after n bytes.
func (s *scan) endsAfter(n int) bool { return s.i+n >= len(s.line) || s.line[s.i+n] == ' ' }

// advance moves on by n bytes, each a character.
func (s *scan) advance(n int) { s.i, s.col = s.i+n, s.col+n }

// spaces moves to the next token of the line. It returns false at the end of the line, and at a
// comment.
func (s *scan) spaces() bool {
	for s.i < len(s.line) && s.line[s.i] == ' ' {
		s.advance(1)
	}
	return s.i < len(s.line) && s.line[s.i] != '#'
}

// next checks a line up to its comment.
func (s *scan) next() error {
	switch {
	case s.at("---") && s.endsAfter(3):
		if s.begun || s.ended > 0 {
			return s.here("a file must hold one document")
		}
		s.begun, s.key = true, 0
		if err := s.value(s.place()); err != nil {
			return err
		}
		if s.advance(3); s.spaces() {
			return s.here("begin a new line after ---")
		}
		return nil
	case s.at("..."):
		if s.ended > 0 || len(s.flow) > 0 {
			return s.here("a file must hold one document")
		}
		s.ended = s.number
		if err := s.value(s.place()); err != nil {
			return err
		}
		if s.advance(3); s.spaces() {
			return s.here("begin a new line after ...")
		}
		return nil
	}
	if !s.spaces() {
		return nil
	}
	if s.ended > 0 {
		return s.fault(place{s.ended, 1}, "a file must hold one document")
	}
	s.begun = true
	if err := s.checkContinuation(); err != nil {
		return err
	}
	if s.plain = false; len(s.flow) == 0 {
		s.last = fresh
	}
	for s.spaces() {
		if err := s.token(); err != nil {
			return err
		}
	}
	s.plain = s.last == word
	return nil
}

// checkContinuation rejects a line that continues the value of the line before.
func (s *scan) checkContinuation() error {
	if !s.plain || len(s.flow) == 0 && s.col <= s.key || len(s.flow) > 0 && strings.IndexByte(",:]}", s.line[s.i]) >= 0 {
		return nil
	}
	return s.here("this line continues the one before or is indented too far: write the value on one line")
}

// value counts a value, or a mark that the lexer counts as one.
func (s *scan) value(p place) error {
	if s.values++; s.values > maxTokens {
		return s.fault(p, "the file has more than %d values", maxTokens)
	}
	return nil
}

// openLevel notes a key or a dash.
func (s *scan) openLevel(p place) error {
	s.key = p.col
	if len(s.flow) > 0 {
		return nil
	}
	for len(s.columns) > 0 && s.columns[len(s.columns)-1] >= p.col {
		s.columns = s.columns[:len(s.columns)-1]
	}
	s.columns = append(s.columns, p.col)
	return s.checkDepth(p)
}

func (s *scan) checkDepth(p place) error {
	if len(s.columns)+len(s.flow) > maxDepth {
		return s.fault(p, "nested more than %d levels deep", maxDepth)
	}
	return nil
}

// token reads the next token of the line: a mark or a value.
func (s *scan) token() error {
	p, c := s.place(), s.line[s.i]
	inside := len(s.flow) > 0
	switch {
	case c == '[' || c == '{':
		return s.bracket(c)
	case inside && (c == ']' || c == '}'):
		return s.close(c)
	case inside && c == ',':
		s.last = fresh
		s.advance(1)
		return s.value(p)
	case c == ':' && s.last == inQuotes && (s.endsAfter(1) || s.maps > 0 && !s.at(":/")):
		return s.colon()
	case s.last >= word:
		return s.here("unexpected text after a value: put it on a line of its own, or put the whole value in quotes")
	case c == '-' && s.endsAfter(1):
		if inside {
			return s.here("a list in brackets uses commas, not dashes")
		}
		s.advance(1)
		s.last = fresh
		if err := s.openLevel(p); err != nil {
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

// badStarts holds the characters that cannot begin a value without quotes, each with the error.
var badStarts = map[byte]string{
	'&': disallowed[anchor], '*': disallowed[alias], '!': disallowed[tag], '%': disallowed[directive], '|': disallowed[literal], '>': disallowed[folded],
	'@': "@ cannot begin a value; put the value in quotes", '`': "` cannot begin a value; put the value in quotes",
	']': "unmatched ]; put the value in quotes", '}': "unmatched }; put the value in quotes",
}

// starts returns the error of a value without quotes that begins with a character, or "".
func (s *scan) starts(c byte) string {
	switch {
	case c == '?' && s.endsAfter(1):
		return disallowed[question]
	case c == ':' && (s.endsAfter(1) || s.maps > 0 && s.last != colon):
		return "a key is missing"
	}
	return badStarts[c]
}

func (s *scan) bracket(c byte) error {
	p := s.place()
	if s.last >= word {
		return s.here("unexpected bracket after a value; put the whole value in quotes")
	}
	s.flow = append(s.flow, c)
	if c == '{' {
		s.maps++
	}
	if err := s.checkDepth(p); err != nil {
		return err
	}
	s.last = fresh
	s.advance(1)
	return s.value(p)
}

func (s *scan) close(c byte) error {
	p := s.place()
	n := len(s.flow) - 1
	if s.flow[n] != c-2 { // ] and } come two after [ and { in ASCII
		return s.here("%c does not match %c", c, s.flow[n])
	}
	if s.flow = s.flow[:n]; c == '}' {
		s.maps--
	}
	s.last = closed
	s.advance(1)
	return s.value(p)
}

func (s *scan) colon() error {
	p := s.place()
	s.last = colon
	s.advance(1)
	return s.value(p)
}

// quoted reads a value in quotes, and the colon if it is a key.
func (s *scan) quoted(quote byte) error {
	p := s.place()
	begin := s.i
	s.advance(1)
	for {
		if s.i >= len(s.line) {
			return s.fault(p, "unclosed quotes: write the value on one line")
		}
		switch c := s.line[s.i]; {
		case c == quote && quote == '\'' && s.at("''"):
			s.advance(2)
			continue
		case c == quote:
			s.advance(1)
			s.last = inQuotes
			return s.finishValue(p, begin, s.at(":") && (s.endsAfter(1) || s.maps > 0))
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

// finishValue counts a value, and notes its level if it is a key.
func (s *scan) finishValue(p place, begin int, key bool) error {
	if s.i-begin > maxText {
		return s.fault(p, "the value is longer than %d bytes", maxText)
	}
	if key {
		if err := s.openLevel(p); err != nil {
			return err
		}
	}
	return s.value(p)
}

// char reads a character of a value.
func (s *scan) char() error {
	if s.line[s.i] == '\t' {
		return s.here("tabs are not allowed here; use spaces")
	}
	_, n := utf8.DecodeRuneInString(s.line[s.i:])
	s.i, s.col = s.i+n, s.col+1
	return nil
}

// escape reads a character written with a backslash.
func (s *scan) escape(p place) error {
	digits, r := 0, rune(0)
	switch rest := s.line[s.i+1:]; {
	case rest == "":
		return s.fault(p, "unclosed quotes: write the value on one line")
	case strings.IndexByte(`"\/ `, rest[0]) >= 0:
		s.advance(2)
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
		return s.here("the escape %q is not allowed; write the character itself", usertext.Truncate(s.line[s.i:min(len(s.line), s.i+2+digits)]))
	}
	s.advance(2 + digits)
	return nil
}

// word reads a value without quotes, and the colon if it is a key.
func (s *scan) word() error {
	p, begin, inside := s.place(), s.i, len(s.flow) > 0
	for s.i < len(s.line) {
		c := s.line[s.i]
		switch {
		case c == '<' && s.at("<<"):
			return s.here("%s", disallowed[merge])
		case c == '#' && s.line[s.i-1] == ' ', inside && strings.IndexByte(",[]{}", c) >= 0:
			s.last = word
			return s.finishValue(p, begin, false)
		case c == ':' && s.maps > 0 && s.last == colon && s.endsAfter(1):
			return s.here("unexpected second colon; put the value in quotes")
		case c == ':' && (s.endsAfter(1) || s.maps > 0 && s.last != colon && !s.at(":/")):
			if err := s.finishValue(p, begin, true); err != nil {
				return err
			}
			return s.colon()
		}
		if err := s.char(); err != nil {
			return err
		}
	}
	s.last = word
	return s.finishValue(p, begin, false)
}
