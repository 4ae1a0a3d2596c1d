package notation

import (
	"slices"
	"strconv"
	"strings"
)

// number parses a whole number.
func (p *parser) number(most int, what string) int {
	begin := p.at
	for p.at < len(p.text) && digit(p.text[p.at]) {
		p.at++
	}
	n, err := strconv.Atoi(p.text[begin:p.at])
	if err != nil && p.at == begin {
		p.fail(begin, "expected %s, a whole number", what)
	}
	if err != nil || n > most {
		p.fail(begin, "%s is at most %d", what, most)
	}
	return n
}

// term parses a number, dice, a name, a function or a bracket.
func (p *parser) term() node {
	begin := p.at
	switch c := p.peek(0); {
	case digit(c):
		n := p.number(most, "a number")
		if p.dice() {
			if n > MostDice {
				p.fail(begin, "%d dice are too many: a term can have %d", n, MostDice)
			}
			return p.diceTerm(begin, nil, n)
		}
		p.space()
		return constant(n)
	case p.dice():
		return p.diceTerm(begin, nil, 1)
	case c == '(':
		p.accept("(")
		x := p.bindings()
		if p.text[p.at:] == "" || p.text[p.at] != ')' {
			p.fail(p.at, "missing )")
		}
		p.at++
		if p.dice() {
			return p.diceTerm(begin, p.numeric(begin, x, "how many dice there are"), 0)
		}
		p.space()
		return x
	case letter(c):
		return p.nameOrFunction(begin)
	case c == 0 && strings.HasSuffix(strings.TrimRight(p.text, " "), "+"):
		p.fail(begin, "a number or dice are missing after +; dice of 6 or more are counted by a target without =, as in 5d6 6+")
	case c == 0:
		p.fail(begin, "something is missing at the end: a number, dice such as 3d6, or a bracket")
	}
	if p.peek(0) == '[' {
		p.fail(begin, "square brackets are of another notation: 4d6kh3 keeps the highest 3 of 4d6, and 5d6 4+ counts dice of 4 or more")
	}
	p.fail(begin, "expected a number, dice such as 3d6, or a bracket")
	return nil
}

// dice reports whether a die comes next: d6, d%, dF, d{1,2,3}, d(2d6).
func (p *parser) dice() bool {
	if p.peek(0) != 'd' {
		return false
	}
	c := p.peek(1)
	return digit(c) || c == '%' || c == '{' || c == '(' || c == 'f' && !letter(p.peek(2)) && !digit(p.peek(2))
}

// nameOrFunction parses a function or a variable.
func (p *parser) nameOrFunction(begin int) node {
	name := p.word()
	if i := lastIndex(p.names, name); i >= 0 {
		return variable(p.place[i])
	}
	if p.accept("(") == "" {
		if head, _, hyphen := strings.Cut(name, "-"); hyphen && lastIndex(p.names, head) >= 0 {
			p.fail(begin, "a hyphen belongs to the name %q: write spaces around a minus", name)
		}
		if slices.Contains(p.outerNames, name) {
			p.fail(begin, "%q cannot be used inside d(…): each of these dice is a new roll", name)
		}
		if remedy := otherNotations[name]; remedy != "" {
			p.fail(begin, "%q is of another notation: %s", name, remedy)
		}
		p.fail(begin, "%q is unknown here: define a name by name := …; functions take brackets: %s", name, functions)
	}
	var x node
	switch {
	case name == "draw":
		x = p.draw(begin)
	case name == "pool":
		x = p.pool(begin)
	case name == "if":
		x = p.condition(begin)
	case readings[name].name != "":
		x = p.readingFunction(begin, name)
	default:
		x = p.function(begin, name)
	}
	if p.at >= len(p.text) || p.text[p.at] != ')' {
		p.fail(p.at, "expected ) after %s(…", name)
	}
	p.at++
	if h, ok := x.(*pool); ok && (name == "draw" || name == "pool") {
		return p.modifiers(begin, h)
	}
	p.space()
	return x
}

// otherNotations are words of other dice programs, with what to write instead.
var otherNotations = map[string]string{
	"d":         "a die has a number of sides, as in d6, or a list of faces, as in d{1, 1, 2}",
	"output":    "leave it out, because an expression alone is the question",
	"roll":      "leave it out, and add --roll 1 on the command line",
	"sum":       "leave it out, because 3d6 is the sum of three dice",
	"count":     "a target after a space counts dice, as in 5d6 4+",
	"highest":   "kh keeps the highest dice, as in 4d6kh3",
	"lowest":    "kl keeps the lowest dice, as in 4d6kl3",
	"keep":      "kh and kl keep dice, as in 4d6kh3",
	"drop":      "dl and dh drop dice, as in 4d6dl1",
	"least":     "kl keeps the lowest dice, as in 4d6kl3",
	"explode":   "! and !! explode dice, as in 4d6!",
	"exploding": "! and !! explode dice, as in 4d6!",
	"reroll":    "r and ro reroll dice, as in 3d6r1",
}

func lastIndex(list []string, s string) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == s {
			return i
		}
	}
	return -1
}

const functions = "min, max, abs, adv, dis, if, draw, pool, largest, distinct, pairs, straight"

// function parses a function of numbers.
func (p *parser) function(begin int, name string) node {
	arg := func() node { at := p.at; return p.numeric(at, p.bindings(), "each part of "+name) }
	least := func(x, y int) int { return min(x, y) }
	greatest := func(x, y int) int { return max(x, y) }
	switch name {
	case "min", "max":
		f := map[string]func(x, y int) int{"min": least, "max": greatest}[name]
		x := arg()
		for p.accept(",") != "" {
			y, of := arg(), number
			if x.sort() == truth && y.sort() == truth {
				of = truth // both of two, or one of them
			}
			x = &operation{of, begin, x, y, f}
		}
		return x
	case "abs":
		return &change{arg(), func(v int) int { return max(v, -v) }}
	case "adv", "dis":
		f := map[string]func(x, y int) int{"dis": least, "adv": greatest}[name]
		x := arg()
		return &operation{number, begin, x, x, f} // Rolled twice, because terms are independent.
	}
	p.fail(begin, "there is no function %q; there are %s", name, functions)
	return nil
}

func (p *parser) condition(begin int) node {
	const form = "if(WHEN, THEN, ELSE) has three parts"
	at := p.at
	when := p.numeric(at, p.bindings(), "what is asked of")
	p.expect(",", form)
	then := p.bindings()
	p.expect(",", form)
	at = p.at
	other := p.bindings()
	if (then.sort() == named) || (other.sort() == named) {
		p.fail(at, "both ways have to be numbers")
	}
	return &condition{begin, when, then, other}
}

// readingFunction parses a function of dice that compares its faces with each other.
func (p *parser) readingFunction(begin int, name string) node {
	at := p.at
	h, ok := p.bindings().(*pool)
	if !ok || h.read.name != summed.name {
		p.fail(at, "%s takes plain dice: %s(5d6)", name, name)
	}
	if name == "straight" && h.groups[0].die.names != nil {
		p.fail(at, "names have no order")
	}
	h.read = readings[name]
	h.text = p.text[begin:p.at] + ")"
	p.checkPool(begin, h)
	return h
}

// draw parses a draw from a bag.
func (p *parser) draw(begin int) node {
	at := p.at
	n := p.number(MostDice, "how many are drawn")
	p.space()
	p.expect(",", "draw(HOW MANY, {WHAT IS IN THE BAG})")
	if p.peek(0) != '{' {
		p.fail(p.at, "expected what is in the bag: {axis:5, allies:4}, {1..13:4}")
	}
	d := p.faces()
	p.space()
	if int64(n) > d.total {
		p.fail(at, "%v", tooFewToDraw(n, d.total))
	}
	return &pool{groups: []group{{kind: kind{die: d}, many: n}}, drawn: true, read: summed}
}

// pool parses dice of several kinds that are evaluated together.
func (p *parser) pool(begin int) node {
	h := &pool{read: summed}
	for {
		at := p.at
		x, ok := p.signed().(*pool)
		if !ok || x.drawn || x.read.name != summed.name || len(x.keep) > 0 {
			p.fail(at, "a pool takes plain dice: pool(d6, 2d8, d10)")
		}
		if h.groups = append(h.groups, x.groups...); len(h.groups) > mostGroups {
			p.fail(at, "a pool has at most %d kinds of dice", mostGroups)
		}
		if x.groups[0].die.names != nil {
			p.fail(at, "dice with names cannot be mixed")
		}
		if p.accept(",") == "" {
			return h
		}
	}
}
