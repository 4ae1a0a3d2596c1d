package notation

import (
	"fmt"
	"slices"
	"strings"
)

// diceTerm parses a die after its number, and its modifiers.
func (p *parser) diceTerm(begin int, count node, many int) node {
	p.at++ // the letter d
	var d *die
	switch c := p.peek(0); {
	case c == '%':
		p.at++
		d = sided(100)
	case c == 'f':
		p.at++
		d = newDie("dF", []face{{-1, 1}, {0, 1}, {1, 1}}, nil)
	case c == '{':
		d = p.faces()
	case c == '(':
		d = p.inner()
	default:
		at := p.at
		n := p.number(MostSides, "the number of sides")
		if n == 0 {
			p.fail(at, "a die has at least one side")
		}
		d = sided(n)
		if n == 66 {
			p.note("d66 is a die with 66 sides here. Two dice that are read as tens and ones are 10*d6 + d6.")
		}
	}
	return p.modifiers(begin, &pool{groups: []group{{kind: kind{die: d}, count: count, many: many}}, read: summed})
}

// inner parses a die whose faces are the values of an expression.
func (p *parser) inner() *die {
	begin := p.at
	p.accept("(")
	at := p.at
	names, place, outer := p.names, p.place, p.outerNames
	// Each die is rolled anew, so outer names are unknown in it.
	p.names, p.place, p.outerNames = nil, nil, slices.Concat(outer, names)
	of := p.numeric(at, p.bindings(), "what a die shows")
	p.names, p.place, p.outerNames = names, place, outer
	if p.peek(0) != ')' {
		p.fail(p.at, "missing )")
	}
	p.at++
	return &die{text: "d" + p.text[begin:p.at], of: of, vars: p.vars}
}

// faces parses the faces of a die or the contents of a bag: {1, 1, 2}, {0:3, 5}, {1..13:4},
// {miss:4, hit}.
func (p *parser) faces() *die {
	begin := p.at
	p.accept("{")
	var faces []face
	var names []string
	for {
		at := p.at
		minus := p.accept("-", "−") != ""
		low, high := 0, 0
		switch {
		case digit(p.peek(0)):
			low = p.number(mostWeight, "a face")
			if minus {
				low = -low
			}
			if high = low; p.accept("..") != "" {
				minus = p.accept("-", "−") != ""
				if high = p.number(mostWeight, "a face"); minus {
					high = -high
				}
			}
			if len(names) > 0 {
				p.fail(at, "the faces are names or numbers, not both")
			}
		case letter(p.peek(0)) && !minus:
			if len(faces) > len(names) {
				p.fail(at, "the faces are names or numbers, not both")
			}
			name := p.word()
			if slices.Contains(names, name) {
				p.fail(at, "%q is listed twice: give it a weight, as in %s:2", name, name)
			}
			low, high = len(names), len(names)
			names, p.faceNames = append(names, name), append(p.faceNames, name)
		default:
			p.fail(p.at, "expected a face: a number or a name, and a weight as in 6:2")
		}
		p.space()
		weight := 1
		if p.accept(":") != "" {
			if weight = p.number(mostWeight, "how often a face is there"); weight == 0 {
				p.fail(at, "a face with the weight 0 never comes up: leave it out")
			}
			p.space()
		}
		if high < low {
			p.fail(at, "%d..%d is empty: write the lower face first", low, high)
		}
		if high-low >= mostFaces || len(faces)+high-low >= mostFaces {
			p.fail(at, "a list has at most %d faces", mostFaces)
		}
		for v := low; v <= high; v++ {
			faces = append(faces, face{v, int64(weight)})
		}
		if p.accept(",") != "" {
			continue
		}
		if p.peek(0) != '}' {
			p.fail(p.at, "after a face comes , or }")
		}
		p.at++
		return newDie("d"+p.text[begin:p.at], faces, names)
	}
}

// modifiers parses the modifiers after dice: rerolled, exploding, kept and counted dice.
func (p *parser) modifiers(begin int, h *pool) node {
	for more := true; more; {
		switch c, d := p.peek(0), p.peek(1); {
		case c == 'r':
			p.parseReroll(h)
		case c == '!' && (d != '=' || h.groups[0].die.names != nil):
			p.parseExplosion(h)
		case c == 'k' || c == 'd' && (d == 'h' || d == 'l' || digit(d)):
			p.parseKeep(h)
		default:
			p.parseTarget(h)
			more = false
		}
	}
	h.text, h.begin = strings.TrimSpace(p.text[begin:p.at]), begin
	p.checkPool(begin, h)
	p.noteKeptAll(h)
	p.space()
	return h
}

// alone returns the group of a pool with one group. Only such a pool can be rerolled or explode.
func (p *parser) alone(h *pool, what string) *group {
	if h.drawn || len(h.groups) > 1 {
		p.fail(p.at, "%s needs dice of one kind, such as 3d6", what)
	}
	return &h.groups[0]
}

// parseReroll parses a reroll: r1, ro1..2.
func (p *parser) parseReroll(h *pool) {
	at := p.at
	g := p.alone(h, "rolling again")
	if g.reroll != nil {
		p.fail(at, "a second r: write a range, as in r1..2")
	}
	p.at++
	if p.peek(0) == 'o' {
		g.once = true
		p.at++
	}
	g.reroll = p.set(g.die, true)
}

// parseExplosion parses an explosion and its limit: !, !!5+, !6x3.
func (p *parser) parseExplosion(h *pool) {
	at := p.at
	g := p.alone(h, "exploding")
	if g.explode {
		p.fail(at, "a second !: a die explodes once")
	}
	p.at++
	g.explode, g.limit = true, usualExplosions
	if p.peek(0) == '!' {
		g.summed = true
		p.at++
	}
	if c := p.peek(0); digit(c) || c == '=' && p.peek(1) != '=' {
		g.exploding = p.set(g.die, true)
	}
	if p.peek(0) != 'x' {
		p.note("A die explodes at most %d times in a row. Write !x%d for another limit.", usualExplosions, 2*usualExplosions)
		return
	}
	p.at++
	if g.limit = p.number(mostExplosions, "the number of explosions in a row"); g.limit == 0 {
		p.fail(at, "a die that never explodes has no !")
	}
}

// note keeps an assumption. It keeps equal ones once.
func (p *parser) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(p.notes, text) {
		p.notes = append(p.notes, text)
	}
}

// parseKeep parses which dice are kept or dropped: kh3, k3, kl1, dl1, d1, dh2.
func (p *parser) parseKeep(h *pool) {
	if h.groups[0].die.names != nil {
		p.fail(p.at, "names have no highest and no lowest")
	}
	drop := p.peek(0) == 'd'
	k := keeping{n: 1, drop: drop, highest: !drop}
	p.at++
	if c := p.peek(0); c == 'h' || c == 'l' {
		k.highest = c == 'h'
		p.at++
	}
	if digit(p.peek(0)) {
		k.n = p.number(MostDice, "how many dice are kept")
	}
	h.keep = append(h.keep, k)
}

// parseTarget parses which dice count if they are not added up: after a space 5+, 2-, =6, 2..4,
// =hit|crit. With a space after it, = compares.
func (p *parser) parseTarget(h *pool) {
	end := p.at
	p.space()
	names := h.groups[0].die.names != nil
	spaced := p.at > end && p.peek(1) != '=' && p.peek(1) != '>' && p.peek(1) != '<' && p.peek(1) != ' '
	if c := p.peek(0); digit(c) || c == '=' && (spaced || names) {
		wanted := p.set(h.groups[0].die, false)
		h.read = counted(wanted)
		if c == '=' && !names && h.never(wanted) {
			p.note("No die shows %s here, so none counts. To compare the sum, write a space after =.", strings.TrimPrefix(wanted.String(), "="))
		}
		return
	}
	p.at = end
}

// noteKeptAll notes that more dice are to be kept or dropped than there are.
func (p *parser) noteKeptAll(h *pool) {
	dice := 0
	for i := range h.groups {
		if h.groups[i].count != nil {
			return
		}
		dice += h.groups[i].many
	}
	for _, k := range h.keep {
		if k.n > dice {
			p.note("%s has only %d dice, and is to keep or drop %d.", h.text, dice, k.n)
		}
	}
}

// never reports whether no die can show a face of a set. It is false where that is not known.
func (h *pool) never(wanted *set) bool {
	for i := range h.groups {
		d := h.groups[i].die
		if d.of != nil || h.groups[i].summed || slices.ContainsFunc(d.faces, func(f face) bool { return wanted.has(f.value) }) {
			return false
		}
	}
	return true
}

// mostExplosions is the largest limit on explosions in a row.
const mostExplosions = 100

// checkPool fails if a parsed pool has a fault.
func (p *parser) checkPool(begin int, h *pool) {
	if err := h.check(); err != nil {
		p.fail(begin, "%v", err)
	}
}

// set parses a set of faces: 5+, 2-, =6, 2..4, =hit|crit, and a single number if alone is set.
func (p *parser) set(d *die, alone bool) *set {
	begin := p.at
	equal := p.peek(0) == '='
	if equal {
		p.at++
	}
	if equal && letter(p.peek(0)) {
		s := &set{}
		for {
			s.names = append(s.names, p.name())
			if p.peek(0) != '|' || !letter(p.peek(1)) {
				break
			}
			p.at++
		}
		return p.namedFaces(begin, s, d)
	}
	if equal && d.names != nil {
		p.fail(begin, "write the name of a face right after =, as in =%s", d.names[0])
	}
	if strings.IndexAny(p.text[p.at:], "<>≤≥") == 0 {
		p.fail(begin, "faces are 5+ for 5 or more, 2- for 2 or less, 2..4 or =6, as in 10d6r2-")
	}
	negative := equal && p.accept("-", "−") != ""
	low := p.number(mostWeight, "a face")
	if negative {
		low = -low
	}
	s := &set{low: low, high: low}
	switch {
	case equal:
	case p.peek(0) == '+':
		p.at++
		s.high = unbounded
	case p.peek(0) == '-' && !digit(p.peek(1)):
		p.at++
		s.low = -unbounded
	case p.peek(0) == '.' && p.peek(1) == '.':
		p.at += 2
		if s.high = p.number(mostWeight, "a face"); s.high < s.low {
			p.fail(begin, "%d..%d is empty: write the lower number first", s.low, s.high)
		}
	case !alone:
		p.fail(begin, "say which faces count: %d+ for %d or more, %d- for %d or less, =%d for %d alone", low, low, low, low, low, low)
	}
	return p.namedFaces(begin, s, d)
}

// namedFaces finds the names of a set among those of a die. It fails if the set does not fit the die.
func (p *parser) namedFaces(at int, s *set, d *die) *set {
	if err := s.of(d); err != nil {
		p.fail(at, "%v", err)
	}
	return s
}
