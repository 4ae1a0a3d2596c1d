package notation

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Error is a fault of an expression with its place.
type Error struct {
	Text string // the expression, or its part before a character that cannot be printed; empty if it is too long
	At   int    // byte of Text, from 0
	Why  string // the fault in words
	err  error
}

// A longer expression is shown in part, from some characters before the place of a fault.
const (
	mostShown   = 70
	shownBefore = 40
)

// Error returns the fault above the text, with a caret at the place.
func (e *Error) Error() string {
	if e.Text == "" {
		return e.Why
	}
	at, text := utf8.RuneCountInString(e.Text[:e.At]), []rune(e.Text)
	if len(text) > mostShown {
		if begin := at - shownBefore; begin > 0 {
			text = append([]rune("…"), text[begin:]...)
			at = shownBefore + 1
		}
		if len(text) > mostShown {
			text = append(text[:mostShown:mostShown], '…')
		}
	}
	return fmt.Sprintf("%s\n  %s\n  %s^", e.Why, string(text), strings.Repeat(" ", at))
}

// Unwrap returns [ErrTooLarge] or another cause, or nil.
func (e *Error) Unwrap() error { return e.err }

// Parse parses an expression. The error is an [*Error].
func Parse(text string) (e *Expr, err error) {
	p := &parser{text: text}
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Error:
			e, err = nil, x
		default:
			panic(x)
		}
	}()
	if utf8.RuneCountInString(text) > MostText {
		return nil, &Error{Why: fmt.Sprintf("an expression has at most %d characters", MostText)}
	}
	for i, r := range text {
		if r == utf8.RuneError || r != ' ' && !unicode.IsPrint(r) {
			before := strings.ToValidUTF8(text[:i], "")
			return nil, &Error{Text: before, At: len(before), Why: "this character cannot be printed"}
		}
	}
	p.space()
	root := p.bindings()
	if p.at < len(p.text) {
		p.fail(p.at, "%s", p.unexpected())
	}
	p.checkSort(root)
	return &Expr{text, root, p.vars, p.notes}, nil
}

// unexpected says what is wrong with text where an operator or the end is expected.
func (p *parser) unexpected() string {
	before := byte(0)
	if p.at > 0 {
		before = p.text[p.at-1]
	}
	next, word := p.peek(0), strings.ToLower(p.text[p.at:])
	switch {
	case next == ')':
		return "this ) closes no bracket"
	case next == '.' && digit(before):
		return "numbers are whole here"
	case next == '|' || next == ',':
		return "a set of faces is 5+, 2-, 2..4 or =6; only names are joined, as in =hit|crit"
	case strings.HasSuffix(strings.TrimRight(p.text[:p.at], " "), "}") && slices.Contains(p.faceNames, p.peekName()):
		return fmt.Sprintf("write = before the face that counts, as in =%s", p.peekName())
	case strings.HasPrefix(word, "vs"):
		return "vs compares two sides only"
	case next == '^':
		return "there are no powers: name the value and multiply it, as in x := d6; x * x"
	case next == '(' && before != ' ':
		return "write * to multiply"
	case (next == 'h' || next == 'l') && digit(before):
		return "kh3 keeps the highest three dice, and kl3 the lowest three"
	case digit(next) && strings.HasSuffix(strings.TrimRight(p.text[:p.at], " "), ")"):
		return "a target follows dice and not brackets, as in 3d6 5+"
	case digit(next) && (before == '+' || before == '-'):
		return "put the dice and their target in brackets to compute with their number, as in (10d6 5+) + 3"
	case strings.HasPrefix(word, "and"), strings.HasPrefix(word, "or"), strings.HasPrefix(word, "&&"), strings.HasPrefix(word, "||"):
		return "write min((A), (B)) for both of two comparisons, and max((A), (B)) for one or both"
	case strings.HasPrefix(word, "adv"), strings.HasPrefix(word, "dis"):
		return "advantage is a function, as in adv(d20); disadvantage is dis(d20)"
	case before == ')' && (letter(next) || next == '!'):
		return "suffixes follow dice and not brackets, as in 3d6kh1"
	case before == ' ' && (next == '!' || next == 'k' || next == 'r' || next == 'd'):
		return "suffixes follow the dice without a space, as in 4d6kh3, 4d6dl1, d6r1 or d6!"
	case next == 'd' && digit(before):
		return "a die needs its number of sides, as in 3d6"
	case next == '!' && p.peek(1) != '=':
		return "! follows the die that explodes, as in 5d10! 8+"
	case strings.ContainsRune("<>=≤≥≠!", []rune(word)[0]):
		return "one comparison at a time: put the first in brackets to compare its value, 1 or 0"
	}
	return "expected an operator such as + or >=, or the end; dice take kh3, kl1, dh1, dl1, r1, ro1, ! and !!"
}

// checkSort fails if an expression is a pool of several named dice in which nothing is counted.
func (p *parser) checkSort(n node) {
	switch n := n.(type) {
	case *binding:
		p.checkSort(n.in)
	case *pool:
		if err := n.checkNames(); err != nil {
			p.fail(n.begin, "%v", err)
		}
	}
}

type parser struct {
	text       string
	at         int
	depth      int
	names      []string // of variables in scope, with their indices
	place      []int
	outerNames []string // of variables that a die of an expression does not see
	vars       int
	notes      []string
	faceNames  []string // the names of faces so far
}

const mostDepth = 60

func (p *parser) fail(at int, format string, args ...any) {
	panic(&Error{Text: p.text, At: min(at, len(p.text)), Why: fmt.Sprintf(format, args...)})
}

func (p *parser) space() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

// accept consumes one of some texts, with the spaces after it, and returns it. It returns "" if none
// is next.
func (p *parser) accept(list ...string) string {
	for _, s := range list {
		if strings.HasPrefix(p.text[p.at:], s) {
			p.at += len(s)
			p.space()
			return s
		}
	}
	return ""
}

func (p *parser) expect(s, why string) {
	if p.accept(s) == "" {
		p.fail(p.at, "%s", why)
	}
}

// peek returns the byte n places ahead in lower case, or 0.
func (p *parser) peek(n int) byte {
	if p.at+n >= len(p.text) {
		return 0
	}
	c := p.text[p.at+n]
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func digit(c byte) bool  { return '0' <= c && c <= '9' }
func letter(c byte) bool { return 'a' <= c && c <= 'z' || c == '_' }

// deeper limits the nesting of brackets and signs.
func (p *parser) deeper() func() {
	if p.depth++; p.depth > mostDepth {
		p.fail(p.at, "brackets nested too deep: at most %d", mostDepth)
	}
	return func() { p.depth-- }
}

// bindings parses "name := expression; …; expression".
func (p *parser) bindings() node {
	defer p.deeper()()
	begin := p.at
	name := p.word()
	if name == "" || p.accept(":=") == "" {
		p.at = begin
		return p.versus()
	}
	if reserved(name) {
		p.fail(begin, "%q means something else; take another name", name)
	}
	of := p.versus()
	p.numeric(begin, of, "what has a name")
	p.expect(";", "a definition ends with ; and then what is asked")
	b := &binding{at: p.vars, begin: begin, of: of}
	p.vars++
	p.names, p.place = append(p.names, name), append(p.place, b.at)
	b.in = p.bindings()
	p.names, p.place = p.names[:len(p.names)-1], p.place[:len(p.place)-1]
	return b
}

// word consumes a word, in lower case, with the spaces after it.
func (p *parser) word() string {
	s := p.name()
	p.space()
	return s
}

// peekName returns the word that begins here, or "".
func (p *parser) peekName() string {
	at := p.at
	defer func() { p.at = at }()
	if !letter(p.peek(0)) {
		return ""
	}
	return p.name()
}

// name consumes a word only.
func (p *parser) name() string {
	n := 0
	for letter(p.peek(n)) || n > 0 && (digit(p.peek(n)) || p.peek(n) == '-' && letter(p.peek(n+1))) {
		n++
	}
	s := strings.ToLower(p.text[p.at : p.at+n])
	p.at += n
	return s
}

func reserved(name string) bool {
	_, reads := readings[name]
	return reads || slices.Contains([]string{"d", "vs", "if", "min", "max", "abs", "adv", "dis", "draw", "pool"}, name) ||
		name[0] == 'd' && strings.Trim(name[1:], "0123456789") == ""
}

// numeric fails if an operand has names instead of numbers.
func (p *parser) numeric(at int, n node, what string) node {
	p.checkSort(n)
	if n.sort() == named {
		p.fail(at, "%s has to be a number, and this has names: say what counts, as in =hit", what)
	}
	return n
}

func (p *parser) versus() node {
	at := p.at
	a, compares := p.compared()
	if p.peek(0) != 'v' || p.peek(1) != 's' || letter(p.peek(2)) {
		return a
	}
	const numbers = "a side of vs is a number, and this is a comparison: put it in brackets to compare its value, 1 or 0"
	if compares {
		p.fail(at, numbers)
	}
	operator := p.at
	p.at += 2
	p.space()
	right := p.at
	b, compares := p.compared()
	if compares {
		p.fail(right, numbers)
	}
	return &operation{named, operator, p.numeric(at, a, "a side of vs"), p.numeric(at, b, "a side of vs"), func(x, y int) int {
		switch {
		case x < y:
			return 0
		case x == y:
			return 1
		}
		return 2
	}}
}

var comparisons = map[string]func(x, y int) int{
	">=": func(x, y int) int { return oneIf(x >= y) }, "≥": func(x, y int) int { return oneIf(x >= y) },
	"<=": func(x, y int) int { return oneIf(x <= y) }, "≤": func(x, y int) int { return oneIf(x <= y) },
	"!=": func(x, y int) int { return oneIf(x != y) }, "≠": func(x, y int) int { return oneIf(x != y) },
	"==": func(x, y int) int { return oneIf(x == y) }, "=": func(x, y int) int { return oneIf(x == y) },
	">": func(x, y int) int { return oneIf(x > y) }, "<": func(x, y int) int { return oneIf(x < y) },
}

func oneIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// compared parses a number or a comparison, and reports whether it is a comparison.
func (p *parser) compared() (node, bool) {
	at := p.at
	a := p.sum()
	if from := p.at; p.accept("=>", "=<") != "" {
		p.fail(from, "write >= for at least, and <= for at most")
	}
	if from := p.at; p.accept("<>") != "" {
		p.fail(from, "write != for different")
	}
	operator := p.at
	op := p.accept(">=", "<=", "!=", "==", "≥", "≤", "≠", ">", "<", "=")
	if op == "" {
		return a, false
	}
	right := p.at
	b := p.sum()
	if p.checkSort(a); a.sort() == named {
		p.fail(at, "names are not compared: after the dice write what counts, as in d{axis:5, allies:4} =axis")
	}
	p.noteComparedSum(a, b, op)
	return &operation{truth, operator, a, p.numeric(right, b, "what is compared"), comparisons[op]}, true
}

// noteComparedSum notes that a comparison with a low number is about the sum, where players of pools may
// mean each die.
func (p *parser) noteComparedSum(a, b node, op string) {
	h, plain := a.(*pool)
	number, fixed := b.(constant)
	if !plain || !fixed || h.drawn || len(h.groups) > 1 || len(h.keep) > 0 || h.read.name != summed.name {
		return
	}
	least := int(number)
	switch op {
	case ">":
		least++
	case ">=", "≥":
	default:
		return
	}
	g := &h.groups[0]
	if g.many < 3 || g.count != nil || g.die.of != nil || g.die.names != nil || least < 2 || least > g.die.top() || 4*least > g.many*(1+g.die.top()) {
		return
	}
	p.note("This compares the sum of the dice. %s %d+ counts the dice of %d or more.", h.text, least, least)
}

// most is the largest number of an operation's result.
const most = 1_000_000_000

// within ends a calculation with too large numbers.
func within(v int) int {
	if v > most || v < -most {
		panic(fault{fmt.Errorf("%w: numbers go up to %d; use smaller dice or fewer factors", ErrTooLarge, most), nowhere})
	}
	return v
}

func sumOf(x, y int) int        { return within(x + y) }
func differenceOf(x, y int) int { return within(x - y) }
func productOf(x, y int) int    { return within(x * y) }

func (p *parser) sum() node {
	at := p.at
	a := p.product()
	for {
		operator := p.at
		switch p.accept("+", "-", "−") {
		case "+":
			a = &operation{number, operator, p.numeric(at, a, "what is added"), p.numeric(p.at, p.product(), "what is added"), sumOf}
		case "-", "−":
			a = &operation{number, operator, p.numeric(at, a, "what is taken off"), p.numeric(p.at, p.product(), "what is taken off"), differenceOf}
		default:
			return a
		}
	}
}

func (p *parser) product() node {
	at := p.at
	a := p.signed()
	for {
		operator := p.at
		switch p.accept("*", "×", "/") {
		case "*", "×":
			a = &operation{number, operator, p.numeric(at, a, "what is multiplied"), p.numeric(p.at, p.signed(), "what is multiplied"), productOf}
		case "/":
			a = &operation{number, operator, p.numeric(at, a, "what is divided"), p.numeric(p.at, p.signed(), "what it is divided by"), floor}
		default:
			return a
		}
	}
}

// floor divides and rounds down.
func floor(x, y int) int {
	if y == 0 {
		panic(fault{errors.New("some rolls divide by 0: say what happens then, as in x := d6 - 1; if(x = 0, 0, 6 / x)"), nowhere})
	}
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func (p *parser) signed() node {
	defer p.deeper()()
	if p.accept("-", "−") != "" {
		at := p.at
		return &change{p.numeric(at, p.signed(), "what has a sign"), func(v int) int { return -v }}
	}
	return p.term()
}
