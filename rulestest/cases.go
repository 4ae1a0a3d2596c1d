package rulestest

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"loophole/rule"
)

// A situation is an example or a case that the kit plays.
type situation struct {
	place     string // its place: "cases.txt:7", `example "worked"`
	text      string // "attack dice=3 | facts.defence.dice=1"
	procedure *rule.Procedure
	words     []rule.Setting
	house     []rule.Setting
	verdict   verdict
	refused   []rule.Clause // the clauses, if the verdict is refused
	example   bool
	pinned    bool // its odds are in odds.txt
}

// A verdict is the expected legality of a situation.
type verdict uint8

const (
	lawful verdict = iota
	refused
	either // the example of a ruling, which may decide it
)

func (s *situation) String() string { return fmt.Sprintf("%s (%s)", s.text, s.place) }

// excusable lists the faults that a line of cases.txt may excuse.
var excusable = []string{"unused", "silent", "unreached", "unplayed", "uncompared", "nodefault"}

// An excuse gives the reason for a fault.
type excuse struct {
	place   string
	fault   string // one of excusable
	pattern string // "tables.units.*.move"
	needed  bool
}

// excused reports whether a line of cases.txt excuses this fault of a name.
func (k *kit) excused(fault, name string) bool {
	for _, x := range k.excuses {
		if ok, err := path.Match(x.pattern, name); ok && err == nil && x.fault == fault {
			x.needed = true
			return true
		}
	}
	return false
}

// gather collects the situations: examples, examples of rulings, and cases.
func (k *kit) gather() error {
	var faults []error
	add := func(place, text string, set func(*situation)) {
		s, err := k.situation(place, text)
		if err != nil {
			faults = append(faults, err)
			return
		}
		set(s)
		k.situations = append(k.situations, s)
	}
	for _, p := range k.rules.Procedures {
		for _, e := range p.Examples {
			add(fmt.Sprintf("example %q", e.Name), p.Name+" "+e.Settings, func(s *situation) { s.example, s.pinned = true, true })
		}
	}
	for _, r := range k.rules.Rulings {
		if r.Example != "" {
			add(fmt.Sprintf("example of ruling %q", r.Name), r.Example, func(s *situation) { s.verdict = either })
		}
	}
	text, err := k.read("cases.txt")
	if err != nil {
		return err
	}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		place := fmt.Sprintf("cases.txt:%d", i+1)
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if fault, rest, _ := strings.Cut(line, " "); slices.Contains(excusable, fault) {
			x, err := parseExcuse(place, fault, rest)
			faults = append(faults, err)
			k.excuses = append(k.excuses, x)
			continue
		}
		question, want, _ := strings.Cut(line, "=>")
		add(place, question, func(s *situation) { faults = append(faults, s.expect(want, k.rules)) })
	}
	return errors.Join(faults...)
}

// checkExcuses reports the excuses that nothing needed.
func (k *kit) checkExcuses(t reporter, faults ...string) {
	for _, x := range k.excuses {
		if slices.Contains(faults, x.fault) && !x.needed {
			t.Errorf("%s: nothing needs the excuse for %s: drop it", x.place, x.pattern)
		}
	}
}

func parseExcuse(place, fault, text string) (*excuse, error) {
	pattern, reason, ok := strings.Cut(text, ":")
	pattern = strings.TrimSpace(pattern)
	if !ok || strings.TrimSpace(reason) == "" {
		return nil, fmt.Errorf("%s: an excuse needs a reason: %s %s: why", place, fault, pattern)
	}
	return &excuse{place: place, fault: fault, pattern: pattern}, nil
}

// situation reads "procedure key=value … | house.key=value …".
func (k *kit) situation(place, text string) (*situation, error) {
	question, house, _ := strings.Cut(text, "|")
	words := strings.Fields(question)
	if len(words) == 0 {
		return nil, fmt.Errorf("%s: a case begins with a procedure: attack dice=3", place)
	}
	s := &situation{place: place, text: strings.Join(words, " ")}
	if h := strings.Join(strings.Fields(house), " "); h != "" {
		s.text += " | " + h
	}
	var err error
	if s.procedure, err = k.rules.Procedure(words[0]); err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	if s.words, err = rule.ParseWords(words[1:]); err == nil {
		s.house, err = rule.ParseWords(strings.Fields(house))
	}
	if err == nil {
		_, err = k.ask(s)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	return s, nil
}

// expect reads the text after "=>".
func (s *situation) expect(want string, rules *rule.Ruleset) error {
	switch kind, rest, _ := strings.Cut(strings.TrimSpace(want), " "); kind {
	case "", "ok":
	case "odds":
		s.pinned = true
	case "refused":
		s.verdict = refused
		for _, c := range strings.FieldsFunc(rest, func(r rune) bool { return r == ',' || r == ' ' }) {
			if _, ok := rules.Ledger.Find(rule.Clause(c)); !ok {
				return fmt.Errorf("%s: unknown clause %q", s.place, c)
			}
			s.refused = append(s.refused, rule.Clause(c))
		}
		if len(s.refused) == 0 {
			return fmt.Errorf("%s: name the clause: => refused some.clause", s.place)
		}
	default:
		return fmt.Errorf("%s: write ok, odds or refused CLAUSE after =>, not %q", s.place, kind)
	}
	return nil
}

// ask makes a question under new house rules, so that engines cannot use the cached results of
// another situation.
func (k *kit) ask(s *situation, more ...rule.Setting) (*rule.Question, error) {
	h, err := k.rules.House(s.house, more)
	if err != nil {
		return nil, err
	}
	return s.procedure.NewQuestion(h, s.words)
}

// checkCases compares the legality of each situation with the expected one.
func (k *kit) checkCases(t reporter) {
	if len(k.situations) == 0 {
		t.Errorf("nothing to play: give the procedures examples, and write %s", k.path("cases.txt"))
	}
	for i, e := range k.explore() {
		s := k.situations[i]
		switch {
		case e.fault != nil && strings.Contains(e.fault.Error(), unlisted):
			first, _, _ := strings.Cut(e.fault.Error(), "\n")
			t.Errorf("%v: %s", s, first)
			k.unlisted = true
			return // every other situation may fail for this reason
		case e.fault != nil:
			t.Errorf("%v: %v", s, e.fault)
		case s.verdict == either:
		case s.verdict == lawful && e.violations != nil:
			t.Errorf("%v: should be legal, but %v", s, e.violations)
		case s.verdict == refused && e.violations == nil:
			t.Errorf("%v: should be forbidden by %v, but it is legal", s, s.refused)
		case s.verdict == refused && !sameClauses(e.violations, s.refused):
			t.Errorf("%v: should be forbidden by %v, but %v", s, s.refused, e.violations)
		}
	}
	k.checkTwice(t)
	k.checkDefaults(t)
}

// unlisted is in the panic of [rule.Umpire] at a fact, a ruling or a table that the ruleset does not list.
const unlisted = ", which the ruleset does not list: add it to "

// checkDefaults finds default situations that the rules forbid. Every question starts from one. A line
// of cases.txt may excuse a procedure whose players have to state something:
//
//	nodefault attack: a player says who attacks
func (k *kit) checkDefaults(t reporter) {
	for _, p := range k.rules.Procedures {
		var no rule.IllegalError
		err := recovered(func() error {
			q, err := p.NewQuestion(nil, nil)
			if err == nil {
				err = q.Legal(nil)
			}
			return err
		})
		if errors.As(err, &no) && !k.excused("nodefault", p.Name) {
			t.Errorf("the default situation of %s is illegal: %s: correct Default, from which every question starts", p.Name, strings.Join(strings.Fields(no.Error()), " "))
		}
	}
	k.checkExcuses(t, "nodefault")
}

// checkTwice finds duplicate cases. A case may repeat the example of a ruling, which expects
// nothing.
func (k *kit) checkTwice(t reporter) {
	first := map[string]*situation{}
	for i, s := range k.situations {
		q := k.base[i].question
		id := s.procedure.Name + " " + q.Words() + " | " + q.House.Hash()
		if f := first[id]; f != nil && f.verdict != either && strings.HasPrefix(s.place, "cases.txt") {
			t.Errorf("%v: is the same as %s: drop one", s, f.place)
		}
		first[id] = s
	}
}

func sameClauses(r rule.IllegalError, want []rule.Clause) bool {
	var have []rule.Clause
	for _, x := range r {
		have = append(have, x.Cite)
	}
	tidy := func(c []rule.Clause) []rule.Clause {
		c = slices.Clone(c)
		slices.Sort(c)
		return slices.Compact(c)
	}
	return slices.Equal(tidy(have), tidy(want))
}
