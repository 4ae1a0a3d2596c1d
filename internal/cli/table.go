package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/term"

	"loophole/dice"
	"loophole/game"
	"loophole/internal/format"
	"loophole/internal/policyseat"
	"loophole/match"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
)

// A terminalGame is a game that is played at the terminal.
type terminalGame struct {
	*console
	instance *game.Instance
	match    *match.Match
	gist     string // the description of the scenario, or ""
	record   string // the file of the record, or ""
	random   *dice.Random
	chance   [2]*policy.Rand
	policy   [2]policy.Policy // nil where a person plays
	names    [2]string        // of the policies, or ""
	ask      [2]bool          // whether the dice of a side are typed
	lines    *bufio.Reader
	editor   *term.Terminal // the line editor, or nil
	asker    *dice.Terminal
	acting   int // the side whose action is being played
	shown    int // how many entries of the match were shown

	advice *policy.Lookahead // gives hints; nil until one is wanted
	warns  bool              // whether to warn before a blunder
	apart  bool              // a person plays the other side at another screen
	asked  *rule.Choice      // the decision that a player is asked for, or nil

	columns func() int // the width of the output, or 0 if it is unknown
}

// typedLine is the longest typed line, in bytes. Package dice has the same bound, so both can read
// from one reader.
const typedLine = 64 << 10

// table returns a game at the terminal, without a match.
func (c *console) table(instance *game.Instance, names [2]string, seed uint64) (*terminalGame, error) {
	t := &terminalGame{console: c, instance: instance, names: names, random: dice.NewRandom(seed), lines: bufio.NewReaderSize(c.in, typedLine)}
	t.columns = func() int { return width(c.out) }
	for side, name := range names {
		if name == "" {
			continue
		}
		var err error
		if t.policy[side], err = policy.New(name); err != nil {
			return nil, err
		}
		t.chance[side] = policy.NewRand(seed, 0, side)
		if err := c.prepare(t.policy[side], instance); err != nil {
			return nil, err
		}
	}
	t.asker = &dice.Terminal{In: t.lines, Out: c.out, Quiet: true, Echo: !terminal(c.in), Words: t.questionCommand, Help: questionCommands(), Spoken: t.instance.Spoken}
	return t, nil
}

// fitting is said before a model is fitted.
const fitting = "The program fits a model of this scenario by self-play. This happens once and takes from a few seconds to a minute."

// prepare gives a policy the time that it needs before a game, and says so.
func (c *console) prepare(x policy.Policy, f *game.Instance) error {
	keepModels()
	y, ok := x.(policy.Preparer)
	if !ok || y.Ready(f) {
		return nil
	}
	fmt.Fprintln(c.err, fitting)
	return policy.Prepare(context.Background(), y, f)
}

// completeHeader adds to the header of a new match who rolls, and that undone rolls repeat.
func (t *terminalGame) completeHeader(h *match.Header) {
	h.UndoneRollsRepeat = true
	for side, asks := range t.ask {
		h.Seats[side].Dice = dice.FromProgram
		if asks {
			h.Seats[side].Dice = dice.FromTyped
		}
	}
}

// atTheTable is the name of a player at the terminal.
const atTheTable = "at the table"

// players returns the players of both seats, as a header names them.
func (t *terminalGame) players() (players [2]string) {
	for side, name := range t.names {
		if players[side] = atTheTable; name != "" {
			players[side] = "policy " + name
		}
	}
	return players
}

// sideNames returns the names of both sides.
func (t *terminalGame) sideNames() []string {
	return []string{string(t.instance.Sides[0]), string(t.instance.Sides[1])}
}

// sayLine prints a line, broken between words at the width of the terminal. Its continuations are
// indented by four more columns. Without a known width it prints the line as it is.
func (t *terminalGame) sayLine(line string) {
	w := t.columns()
	if w <= 0 {
		t.say("%s\n", line)
		return
	}
	for _, x := range strings.Split(line, "\n") {
		indent := len(x) - len(strings.TrimLeft(x, " "))
		for i, part := range format.Wrap(strings.TrimLeft(x, " "), max(40, w-indent-4)) {
			if i == 1 {
				indent += 4
			}
			t.say("%*s%s\n", indent, "", part)
		}
	}
}

// wrapped returns a text in lines of at most 80 columns, or fewer on a narrower terminal, each
// indented.
func (t *terminalGame) wrapped(indent int, text string) string {
	w := 80
	if n := t.columns(); n > 0 {
		w = min(w, n)
	}
	pad := strings.Repeat(" ", indent)
	return pad + strings.Join(format.Wrap(text, max(30, w-indent)), "\n"+pad)
}

// say prints formatted text.
func (t *terminalGame) say(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// source returns the source that answers an action. The dice of a side come from the program or
// the terminal, its decisions from its policy or the terminal. The record keeps the origin of each
// answer.
func (t *terminalGame) source() rule.Source {
	s := &match.SeatSource{Sides: t.instance.Sides, Acting: t.acting}
	for side := range s.Seats {
		if s.Dice[side] = rule.Source(&playerSource{t}); !t.ask[side] {
			s.Dice[side] = t.match.RepeatUndoneRolls(t.random)
		}
		if s.Seats[side] = rule.Source(&playerSource{t}); t.policy[side] != nil {
			s.Seats[side] = t.match.RepeatUndoneRolls(&policyseat.Source{Match: t.match, Policy: t.policy[side], RNG: t.chance[side]})
		}
	}
	return s
}

// playerSource answers from the terminal. It shows what has happened before it asks.
type playerSource struct{ *terminalGame }

// Roll asks for the faces of a roll.
func (p *playerSource) Roll(r rule.Roll) (int, []uint8, error) {
	p.showNew()
	p.asker.About, p.asker.Program = p.pendingText(), p.match.RepeatUndoneRolls(p.random)
	return p.asker.Roll(r)
}

// Choose asks for a decision.
func (p *playerSource) Choose(c rule.Choice) (int, error) {
	p.showNew()
	p.asker.About, p.asker.Program = p.pendingText(), nil
	p.terminalGame.asked = &c
	defer func() { p.terminalGame.asked = nil }()
	if p.warns {
		if err := p.hintOptions(context.Background(), c); err != nil {
			return 0, err
		}
	}
	return p.asker.Choose(c)
}

// From returns the origin of the last answer, because the player may leave a roll to the program.
func (p *playerSource) From() string { return p.asker.From() }

// pendingText describes the pending action, which a question belongs to.
func (t *terminalGame) pendingText() string {
	a, open := t.match.Pending()
	if !open {
		return ""
	}
	return fmt.Sprintf("for %s: %s", t.instance.Sides[t.acting], t.instance.FormatAction(a))
}

// act plays an action and shows its result.
func (t *terminalGame) act(a game.Action) error {
	t.acting = t.match.Status().Side
	err := t.match.Play(a, t.source())
	t.showNew()
	if errors.Is(err, errCancel) {
		return t.showError(t.takeBack(1))
	}
	return err
}

// playPolicy plays an action of a policy. After an undo, the policy repeats its action from the
// same position, so players cannot undo until it takes another.
func (t *terminalGame) playPolicy(side int) error {
	if a, ok := t.repeatedAction(side); ok {
		return t.act(a)
	}
	a, err := policy.NextAction(t.policy[side], t.instance, t.match.Position(), t.chance[side])
	if err != nil {
		return err
	}
	return t.act(a)
}

// repeatedAction returns the last action that a side took from the current position, if any action
// was undone.
func (t *terminalGame) repeatedAction(side int) (game.Action, bool) {
	if !slices.ContainsFunc(t.match.Entries, func(e match.Entry) bool { return e.Kind == match.Undone }) {
		return game.Action{}, false
	}
	here := t.match.Position().Hash()
	for _, m := range slices.Backward(t.match.PlayedActions()) {
		if m.By == side && m.Before.Hash() == here {
			return m.Action, t.instance.WhyIllegal(t.match.Position(), m.Action) == nil
		}
	}
	return game.Action{}, false
}

// showNew shows the entries of the match that were not shown yet.
func (t *terminalGame) showNew() {
	entries := t.match.Entries[t.shown:]
	t.shown = len(t.match.Entries)
	t.show(entries)
}

// show prints entries: actions, rolls, decisions and results. It leaves out the other clauses that
// took effect, which the command log prints.
func (t *terminalGame) show(entries []match.Entry) {
	for _, e := range entries {
		if e.Kind == match.Ruled && e.Rule.Kind != rule.Rolled && e.Rule.Kind != rule.Chosen {
			continue
		}
		if e.Kind == match.Done {
			t.result(e)
			continue
		}
		t.sayLine(e.Told(t.instance).String() + handsNote(e))
	}
}

// result prints the result of a finished action in sentences.
func (t *terminalGame) result(e match.Entry) {
	for _, m := range slices.Backward(t.match.PlayedActions()) {
		if m.To > 0 && m.To <= len(t.match.Entries) && t.match.Entries[m.To-1].Position == e.Position {
			who, ok := t.personSide()
			if !ok {
				who = m.By
			}
			t.showTale(m, t.instance.Narrate(m.Action, t.instance.View(m.Before, who), t.instance.View(m.After, who), t.ruleEntries(m)))
			break
		}
	}
	if e.Over != nil {
		e.Events = nil
		t.say("%s\n", strings.TrimPrefix(e.String(), "  done\n"))
	}
}

// ruleEntries returns the entries of an action that its rules made.
func (t *terminalGame) ruleEntries(m match.PlayedAction) (list []rule.Entry) {
	for _, e := range t.match.Entries[m.From:m.To] {
		if e.Kind == match.Ruled {
			list = append(list, e.Rule)
		}
	}
	return list
}

// showTale prints what an action did: the action, its result, its dice, its casualties and who is
// left.
func (t *terminalGame) showTale(m match.PlayedAction, x game.Narrative) {
	says := []string{t.instance.Did(m.Action, m.Before, m.After)}
	for _, s := range append([]string{x.Head, x.Dice, x.Losses}, x.Remaining...) {
		if s != "" {
			says = append(says, game.Capital(s))
		}
	}
	t.sayLine("  → " + strings.Join(says, ". ") + ".")
}

// scene draws the current position as the players at the terminal may see it.
func (t *terminalGame) scene() { t.picture(t.seen()) }

// picture draws a position, or prints it as text if the game has no map.
func (t *terminalGame) picture(p game.Position) {
	text := t.instance.Text(p)
	if s, ok := t.instance.Picture(p); ok {
		text = s.Text(max(60, t.columns()))
	}
	t.say("%s\n", strings.TrimRight(text, "\n"))
}

// seen returns the position as the players at the terminal may see it: the view of the person who
// plays against a policy, or else of the side to act.
func (t *terminalGame) seen() game.Position {
	p := t.match.Position()
	if side, ok := t.personSide(); ok {
		return t.instance.View(p, side)
	}
	return t.instance.View(p, t.instance.Status(p).Side)
}

// personSide returns the side that a person plays against a policy. ok is false if people or policies
// play both sides.
func (t *terminalGame) personSide() (side int, ok bool) {
	for side := range t.policy {
		if t.policy[side] == nil && t.policy[1-side] != nil {
			return side, true
		}
	}
	return 0, false
}

// findGame returns the game of a ruleset, for packages that read records.
func findGame(id string) (*game.Game, error) { return rulesets.Game(id) }
