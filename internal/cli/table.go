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
	"loophole/match"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
)

// A terminalGame is a game at the terminal.
type terminalGame struct {
	*console
	fight  *game.Instance
	match  *match.Match
	gist   string // of the scenario, or ""
	record string // the name of the record's file, or ""
	random *dice.Random
	chance [2]*policy.Rand
	policy [2]policy.Policy // nil where a person plays
	names  [2]string        // of the policies
	ask    [2]bool          // the dice of the side's actions are typed
	lines  *bufio.Reader
	editor *term.Terminal // where lines are edited, or nil
	asker  *dice.Terminal
	acting int // the side whose action is being played
	shown  int // the entries of the match that were shown
}

// typedLine bounds a line that is typed. It is what package dice reads too, so
// that both can read from one reader.
const typedLine = 64 << 10

// table lays out a game at the terminal.
func (c *console) table(fight *game.Instance, names [2]string, seed uint64) (*terminalGame, error) {
	t := &terminalGame{console: c, fight: fight, names: names, random: dice.NewRandom(seed), lines: bufio.NewReaderSize(c.in, typedLine)}
	for side, name := range names {
		if name == "" {
			continue
		}
		var err error
		if t.policy[side], err = policy.New(name); err != nil {
			return nil, err
		}
		t.chance[side] = policy.NewRand(seed, 0, side)
		if err := c.prepare(t.policy[side], fight); err != nil {
			return nil, err
		}
	}
	t.asker = &dice.Terminal{In: t.lines, Out: c.out, Quiet: true, Echo: !terminal(c.in), Words: t.aside, Help: questionCommands(), Spoken: t.fight.Spoken}
	return t, nil
}

// prepare gives a policy the time that it needs before a game, and says so.
func (c *console) prepare(x policy.Policy, f *game.Instance) error {
	y, ok := x.(policy.Preparer)
	if !ok || y.Ready(f) {
		return nil
	}
	keepModels()
	fmt.Fprintln(c.err, "A model of this scenario is fitted by self-play, once. That takes some seconds to a minute.")
	return policy.Prepare(context.Background(), y, f)
}

// heads completes the header of a new match with what the table does.
func (t *terminalGame) heads(h *match.Header) {
	h.UndoneRollsRepeat = true
	for side, asks := range t.ask {
		h.Seats[side].Dice = dice.FromProgram
		if asks {
			h.Seats[side].Dice = dice.FromTyped
		}
	}
}

func (t *terminalGame) players() (players [2]string) {
	for side, name := range t.names {
		if players[side] = "at the table"; name != "" {
			players[side] = "policy " + name
		}
	}
	return players
}

func (t *terminalGame) sideNames() []string {
	return []string{string(t.fight.Sides[0]), string(t.fight.Sides[1])}
}

func (t *terminalGame) say(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// source answers an action: each side's dice from whoever rolls for it, and each
// decision from the seat of its side. Each answer says where it came from, which is
// what the record keeps.
func (t *terminalGame) source() rule.Source {
	s := &match.SeatSource{Sides: t.fight.Sides, Acting: t.acting}
	for side := range s.Seats {
		if s.Dice[side] = rule.Source(&person{t}); !t.ask[side] {
			s.Dice[side] = t.match.RepeatUndoneRolls(t.random)
		}
		if s.Seats[side] = rule.Source(&person{t}); t.policy[side] != nil {
			s.Seats[side] = t.match.RepeatUndoneRolls(&decider{t, side})
		}
	}
	return s
}

// person answers from the terminal. What led to a question stands before it.
type person struct{ *terminalGame }

// Roll asks for the faces of a roll.
func (p *person) Roll(r rule.Roll) (int, []uint8, error) {
	p.caughtUp()
	p.asker.About, p.asker.Program = p.about(), p.match.RepeatUndoneRolls(p.random)
	return p.asker.Roll(r)
}

// Choose asks for a decision.
func (p *person) Choose(c rule.Choice) (int, error) {
	p.caughtUp()
	p.asker.About, p.asker.Program = p.about(), nil
	return p.asker.Choose(c)
}

// From says how it was answered: the player may leave a roll to the program.
func (p *person) From() string { return p.asker.From() }

// about says which action a question belongs to.
func (t *terminalGame) about() string {
	a, open := t.match.Pending()
	if !open {
		return ""
	}
	return fmt.Sprintf("for %s: %s", t.fight.Sides[t.acting], t.fight.FormatAction(a))
}

// decider has a policy decide within actions.
type decider struct {
	*terminalGame
	side int
}

// Roll is never asked of a seat.
func (d *decider) Roll(rule.Roll) (int, []uint8, error) {
	return 0, nil, errors.New("a policy rolls no dice")
}

// Choose takes the policy's decision.
func (d *decider) Choose(c rule.Choice) (int, error) {
	a, _ := d.match.Pending()
	x := policy.Decision{Choice: c, Position: d.match.Position(), Action: a, Answers: d.match.PendingAnswers()}
	return policy.Decide(d.policy[d.side], d.fight, x, d.chance[d.side])
}

// act plays an action and shows what came of it.
func (t *terminalGame) act(a game.Action) error {
	t.acting = t.match.Status().Side
	err := t.match.Play(a, t.source())
	t.caughtUp()
	if errors.Is(err, errCancel) {
		return t.showError(t.takeBack(1))
	}
	return err
}

// programs has the program act for a side. A policy whose action was taken back
// takes the same one again from the same position, so that taking back is no way
// to look for one that suits.
func (t *terminalGame) programs(side int) error {
	if a, ok := t.before(side); ok {
		return t.act(a)
	}
	a, err := policy.NextAction(t.policy[side], t.fight, t.match.Position(), t.chance[side])
	if err != nil {
		return err
	}
	return t.act(a)
}

// before is what a side did the last time that it stood where it stands now.
func (t *terminalGame) before(side int) (game.Action, bool) {
	if !slices.ContainsFunc(t.match.Entries, func(e match.Entry) bool { return e.Kind == match.Undone }) {
		return game.Action{}, false
	}
	here := t.match.Position().Hash()
	for _, m := range slices.Backward(t.match.PlayedActions()) {
		if m.By == side && m.Before.Hash() == here {
			return m.Action, t.fight.WhyIllegal(t.match.Position(), m.Action) == nil
		}
	}
	return game.Action{}, false
}

// caughtUp shows what happened since it was shown last.
func (t *terminalGame) caughtUp() {
	entries := t.match.Entries[t.shown:]
	t.shown = len(t.match.Entries)
	t.show(entries)
}

// show writes what happened: every roll and decision, and what came of it. The
// clauses that took effect are for the command log.
func (t *terminalGame) show(entries []match.Entry) {
	for _, e := range entries {
		if e.Kind == match.Ruled && e.Rule.Kind != rule.Rolled && e.Rule.Kind != rule.Chosen {
			continue
		}
		if e.Kind == match.Done {
			t.result(e)
			continue
		}
		t.say("%s%s\n", e.Told(t.fight), handWord(e))
	}
}

// result says what the action that is over came to, as players say it.
func (t *terminalGame) result(e match.Entry) {
	for _, m := range slices.Backward(t.match.PlayedActions()) {
		if m.To > 0 && m.To <= len(t.match.Entries) && t.match.Entries[m.To-1].Position == e.Position {
			who, ok := t.human()
			if !ok {
				who = m.By
			}
			t.tale(m, t.fight.Tell(m.Action, t.fight.View(m.Before, who), t.fight.View(m.After, who), t.ruled(m)))
			break
		}
	}
	if e.Over != nil {
		e.Events = nil
		t.say("%s\n", strings.TrimPrefix(e.String(), "  done\n"))
	}
}

// ruled are the entries of the account of an action.
func (t *terminalGame) ruled(m match.PlayedAction) (list []rule.Entry) {
	for _, e := range t.match.Entries[m.From:m.To] {
		if e.Kind == match.Ruled {
			list = append(list, e.Rule)
		}
	}
	return list
}

// tale tells what an action came to: what was done, the head, the dice, and who is left.
func (t *terminalGame) tale(m match.PlayedAction, x game.Tale) {
	says := []string{t.fight.Did(m.Action, m.Before, m.After)}
	for _, s := range append([]string{x.Head, x.Dice, x.Toll}, x.Left...) {
		if s != "" {
			says = append(says, game.Capital(s))
		}
	}
	t.say("  → %s.\n", strings.Join(says, ". "))
}

// scene shows where everything stands.
func (t *terminalGame) scene() { t.picture(t.seen()) }

// picture draws a position, in words where a game is not drawn.
func (t *terminalGame) picture(p game.Position) {
	text := t.fight.Text(p)
	if s, ok := t.fight.Picture(p); ok {
		text = s.Text(max(60, width(t.out)))
	}
	t.say("%s\n", strings.TrimRight(text, "\n"))
}

// seen is the position as those at the terminal may see it: where one side is
// the program's, as the other side does.
func (t *terminalGame) seen() game.Position {
	p := t.match.Position()
	if side, ok := t.human(); ok {
		return t.fight.View(p, side)
	}
	return t.fight.View(p, t.fight.Status(p).Side)
}

// human is the side that a person plays against a policy; ok is false where
// both sides are played alike.
func (t *terminalGame) human() (side int, ok bool) {
	for side := range t.policy {
		if t.policy[side] == nil && t.policy[1-side] != nil {
			return side, true
		}
	}
	return 0, false
}

// shelf finds games for records.
func shelf(id string) (*game.Game, error) { return rulesets.Game(id) }
