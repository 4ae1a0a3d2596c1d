package casebook

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"loophole/dice"
	"loophole/game"
	"loophole/odds"
	"loophole/rule"
	"loophole/scenario"
)

// A Result is the result of playing a case.
type Result struct {
	Case   *Case
	Faults []string // the facts that failed and the steps that cannot be played, with file and line
	// Cited are the clauses cited after the line ---, or in the whole case without one.
	Cited map[rule.Clause]bool
	End   string // the hash of the last position; "" for a case of questions alone
}

// Play plays a case and checks its facts. A step that cannot be played is a fault and ends the
// case.
func (b *Book) Play(g *game.Game, c *Case) *Result {
	r := &run{game: g, c: c, result: &Result{Case: c, Cited: map[rule.Clause]bool{}}}
	if err := r.begin(b); err != nil {
		r.fault(c.Line, "%v", err)
		return r.result
	}
	for i := range c.Steps {
		if !r.step(&c.Steps[i]) {
			break
		}
	}
	if r.instance != nil {
		r.result.End = r.position.Hash()
	}
	held := len(r.result.Faults) == 0
	for _, x := range slices.Concat(c.Plays, c.Differs) {
		if held && !r.result.Cited[x] {
			r.fault(c.Line, "no entry cites %s", x)
		}
	}
	for _, x := range c.Lacks {
		if r.result.Cited[x] {
			r.fault(c.Line, "%s is cited: write differs instead of lacks", x)
		}
	}
	return r.result
}

// A run is a case in play.
type run struct {
	game   *game.Game
	c      *Case
	result *Result

	house      *rule.HouseRules
	instance   *game.Instance // nil for a case of questions alone
	position   game.Position
	before     game.Position
	action     *game.Action      // the last one that was played
	violations rule.IllegalError // of the last action or question
	entries    []rule.Entry      // of the last action, unless a question came after it
	answer     *odds.Answer      // to the last question, unless an action came after it
}

func (r *run) fault(line int, format string, args ...any) {
	r.result.Faults = append(r.result.Faults, fmt.Sprintf("%s: %s: %s", r.c.place(line), r.c.Name, fmt.Sprintf(format, args...)))
}

// begin sets up the game.
func (r *run) begin(b *Book) error {
	var house, setup []rule.Setting
	for _, s := range r.c.With {
		if s.IsHouseRule() {
			house = append(house, s)
		} else {
			setup = append(setup, s)
		}
	}
	var found *scenario.Scenario
	var err error
	switch {
	case r.c.Setup == "":
	case r.c.Bundled:
		found, err = scenario.Find(r.game.Rules.ID, r.c.Setup)
	default:
		found, err = b.setup(r.game.Rules.ID, r.c.Setup)
	}
	if err != nil {
		return err
	}
	if found != nil {
		house = append(slices.Clone(found.House), house...)
	}
	if r.house, err = r.game.Rules.House(house); err != nil {
		return err
	}
	r.house.Strict = r.c.Strict
	if found == nil {
		return nil
	}
	if found, err = found.With(setup); err != nil {
		return err
	}
	if r.instance, err = scenario.NewInstance(r.game, found, r.house); err == nil {
		r.position, r.before = r.instance.Start, r.instance.Start
	}
	return err
}

// setup returns a set-up of the book as a scenario.
func (b *Book) setup(ruleset, name string) (*scenario.Scenario, error) {
	if x, ok := b.read.Load(name); ok {
		return x.(*scenario.Scenario), nil
	}
	found, err := readSetup(ruleset, name, b.Setups[name])
	if err == nil {
		b.read.Store(name, found)
	}
	return found, err
}

// readSetup makes a scenario from the lines of a set-up.
func readSetup(ruleset, name, lines string) (*scenario.Scenario, error) {
	word := name[strings.LastIndexByte(name, '/')+1:]
	text := fmt.Sprintf("format: 1\nruleset: %s\nname: %s\nsetup:\n%s", ruleset, word, lines)
	return scenario.Read(name, strings.NewReader(text))
}

// step plays one line. It reports whether the case can continue.
func (r *run) step(s *Step) bool {
	if r.instance == nil && s.Kind == Action {
		r.fault(s.Line, "the case has no set-up: add on NAME")
		return false
	}
	switch s.Kind {
	case Begin:
		clear(r.result.Cited)
	case Action:
		return r.act(s)
	case Question:
		return r.ask(s)
	case Fact:
		f, m := formOf(s.Text)
		if err := r.checkFact(f, m); err != nil {
			r.fault(s.Line, "%s: %v", s.Text, err)
		}
	}
	return true
}

func (r *run) checkFact(f *form, m []string) error {
	if f == nil {
		return errors.New("this is not a fact: docs/casebook.md lists the forms")
	}
	if r.instance == nil && r.answer == nil {
		return errors.New("nothing precedes this fact: add a line $ QUESTION or > ACTION above it")
	}
	if r.instance == nil && f.ofGame {
		return errors.New("the case has no set-up: add on NAME")
	}
	return f.holds(r, m)
}

// act plays an action, or checks that it is illegal.
func (r *run) act(s *Step) bool {
	a, err := r.instance.ParseAction(s.Text)
	if err != nil {
		r.fault(s.Line, "> %s: %v", s.Text, err)
		return false
	}
	r.entries, r.violations, r.action, r.answer = nil, nil, nil, nil
	err = r.instance.WhyIllegal(r.position, a)
	if s.Violated != nil {
		if err = r.checkViolations(err, s.Violated); err != nil {
			r.fault(s.Line, "> %s: %v", s.Text, err)
			return !errors.Is(err, errAllowed)
		}
		return true
	}
	if err != nil {
		r.fault(s.Line, "> %s: %s", s.Text, inLine(err))
		return false
	}
	source := &caseSource{sides: r.instance.Sides, acting: r.instance.Status(r.position).Side, answers: s.Answers}
	rec := &rule.Record{}
	after, err := r.instance.Play(r.position, a, source, rec)
	r.entries = rec.Entries
	for _, e := range rec.Entries {
		r.result.Cited[e.Cite] = true
	}
	if err == nil {
		err = source.leftover()
	}
	if err == nil {
		err = r.instance.Validate(after)
	}
	if err != nil {
		// The source names the question already.
		if open := (*rule.UnansweredError)(nil); errors.As(err, &open) {
			err = open.Err
		}
		r.fault(s.Line, "> %s: %s", s.Text, inLine(err))
		return false
	}
	r.before, r.position, r.action = r.position, after, &a
	if x := r.instance.Status(after); x.Over {
		r.result.Cited[x.Cite] = true
	}
	return true
}

var errAllowed = errors.New("it is legal")

// checkViolations checks that an action was illegal by the expected clauses.
func (r *run) checkViolations(err error, want []rule.Clause) error {
	if err == nil {
		return fmt.Errorf("%w, but %v should forbid it: remove the line ! or correct the clause", errAllowed, want)
	}
	var no rule.IllegalError
	if !errors.As(err, &no) {
		return err
	}
	r.violations = no
	for _, x := range no {
		r.result.Cited[x.Cite] = true
	}
	for _, c := range want {
		if !slices.ContainsFunc(no, func(x rule.Violation) bool { return x.Cite == c }) {
			return fmt.Errorf("it is illegal, but not by %s: %s", c, inLine(no))
		}
	}
	return nil
}

func inLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// A caseSource answers the questions of an action with the answers of the case.
type caseSource struct {
	sides   [2]rule.Side
	acting  int
	answers []Answer
}

func (s *caseSource) next(question string) (Answer, *dice.Tray, error) {
	if len(s.answers) == 0 {
		return Answer{}, nil, fmt.Errorf("no answer to: %s: add a line < ANSWER", question)
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	tray, err := dice.ParseTray(a.Text + "|")
	if err != nil {
		err = fmt.Errorf("line %d: %w", a.Line, err)
	}
	return a, tray, err
}

// Roll reads the next answer as faces.
func (s *caseSource) Roll(r rule.Roll) (int, []uint8, error) {
	by := r.By
	if by == "" {
		by = s.sides[s.acting]
	}
	r.By = ""
	text := fmt.Sprintf("%s: %s", by, dice.PromptFor(r))
	a, tray, err := s.next(text)
	if err != nil {
		return 0, nil, err
	}
	pool, n := r.Pool.Die().String(), r.Pool.N()
	if n != 1 {
		pool = fmt.Sprintf("%d%s", n, pool)
	}
	switch {
	case a.By != "" && a.By != string(by):
		return 0, nil, fmt.Errorf("line %d: %s is asked, not %s: %s", a.Line, by, a.By, text)
	case a.Dice != "" && a.Dice != pool && !(n == 1 && a.Dice == "1"+pool):
		return 0, nil, fmt.Errorf("line %d: the roll is %s, not %s: %s", a.Line, pool, a.Dice, text)
	}
	v, faces, err := tray.Roll(r)
	if err != nil {
		return 0, nil, fmt.Errorf("line %d: %w", a.Line, err)
	}
	return v, faces, nil
}

// Choose reads the next answer as an option.
func (s *caseSource) Choose(c rule.Choice) (int, error) {
	text := fmt.Sprintf("%s decides: %s of %q [%s]", c.By, c.Why, c.Options, c.Cite)
	a, tray, err := s.next(text)
	if err != nil {
		return 0, err
	}
	switch {
	case a.By != "" && a.By != string(c.By):
		return 0, fmt.Errorf("line %d: %s is asked, not %s: %s", a.Line, c.By, a.By, text)
	case a.Dice != "":
		return 0, fmt.Errorf("line %d: a decision is asked for, not a roll of %s: %s", a.Line, a.Dice, text)
	}
	taken, err := tray.Choose(c)
	if err != nil {
		return 0, fmt.Errorf("line %d: %w", a.Line, err)
	}
	return taken, nil
}

// leftover returns an error if answers are left.
func (s *caseSource) leftover() error {
	if len(s.answers) == 0 {
		return nil
	}
	a := s.answers[0]
	return fmt.Errorf("line %d: no question is left for %q: delete this line (answers left over: %d)", a.Line, a.Text, len(s.answers))
}
