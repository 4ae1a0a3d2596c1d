package server

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"loophole/dice"
	"loophole/game"
	"loophole/match"
	"loophole/rule"
	"loophole/scenario"
)

// An earlierAction is an action of a record that a new match starts with, and its answers.
type earlierAction struct {
	action  game.Action
	answers []rule.Entry
}

// setUpRecord sets up the game of a record, and returns its actions before the start of the new
// match.
func setUpRecord(w *NewMatch) (*scenario.Scenario, *game.Instance, []earlierAction, error) {
	fail := func(err error) (*scenario.Scenario, *game.Instance, []earlierAction, error) {
		return nil, nil, nil, invalidProblem(err)
	}
	switch {
	case w.Ruleset != "" || w.Scenario != "" || w.YAML != "" || len(w.Rulings) > 0 || len(w.House) > 0 || w.Strict:
		return fail(errors.New("a record brings its scenario and its rules: leave out ruleset, scenario, yaml, rulings, house and strict"))
	case w.Terms != nil:
		return fail(errors.New("a match that continues from a record has no dice of two hands: leave out terms"))
	case !w.HotSeat && !(len(w.Seats) > 0 && w.Seats[0].Policy != "" || len(w.Seats) > 1 && w.Seats[1].Policy != ""):
		return fail(errors.New("a match that continues from a record is played against a policy or at one screen: give one of its seats a policy, or set hotseat"))
	}
	m, err := resumeRecord([]byte(w.Record))
	if err != nil {
		return nil, nil, nil, err
	}
	all := m.CurrentActions()
	if w.After > len(all) {
		return fail(fmt.Errorf("after: %d: the record has %d actions that count", w.After, len(all)))
	}
	if w.After == len(all) && m.Instance.Status(m.Position()).Over { // A resignation is no action, and play can go on before it.
		return fail(fmt.Errorf("after: %d: the game is over there", w.After))
	}
	if err := checkSideNames(m.Instance); err != nil {
		return fail(err)
	}
	var played []earlierAction
	for _, a := range all[:w.After] {
		x := earlierAction{action: a.Action}
		for _, e := range m.Entries[a.From:a.To] {
			if e.Kind == match.Ruled {
				x.answers = append(x.answers, e.Rule)
			}
		}
		played = append(played, x)
	}
	b, err := scenario.Find(m.Instance.Game.Rules.ID, m.Instance.Scenario)
	if err != nil || !bundled(m.Instance) {
		b = &scenario.Scenario{
			Ruleset: m.Instance.Game.Rules.ID, Name: m.Instance.Scenario,
			Title: cmp.Or(withoutAction(w.Title), game.Capital(strings.ReplaceAll(m.Instance.Scenario, "-", " "))), Gist: w.Gist,
		}
	}
	branch := *b
	branch.Title = fmt.Sprintf("%s%s%d", cmp.Or(b.Title, b.Name), fromAction, w.After+1)
	return &branch, m.Instance, played, nil
}

// fromAction stands in the title of a match that continues from a record, before the number of its first
// action.
const fromAction = ", from action "

// withoutAction returns the title of the match that a record comes from, without what [fromAction] has
// added to it.
func withoutAction(title string) string {
	if i := strings.LastIndex(title, fromAction); i >= 0 {
		if _, err := strconv.Atoi(title[i+len(fromAction):]); err == nil {
			return title[:i]
		}
	}
	return title
}

// playEarlier begins a match and plays the actions of a record in it. It marks their dice as typed,
// because the seed of the match has not rolled them.
func playEarlier(f *game.Instance, h match.Header, w io.Writer, played []earlierAction) error {
	m, err := match.New(f, h, w)
	if err != nil {
		return err
	}
	for i, a := range played {
		script := dice.NewScript(a.answers)
		script.AnyWords = true // The record may be of an earlier version.
		if err := m.Play(a.action, &earlierAnswers{script: script}); err != nil {
			return invalidProblem(fmt.Errorf("record: action %d: %w", i+1, err))
		}
	}
	return nil
}

// earlierAnswers gives the answers of a record.
type earlierAnswers struct {
	script *dice.Script
	from   string
}

// Roll returns the recorded faces.
func (x *earlierAnswers) Roll(r rule.Roll) (int, []uint8, error) {
	v, faces, err := x.script.Roll(r)
	if x.from = dice.FromTyped; faces == nil {
		x.from = dice.FromTotal
	}
	return v, faces, err
}

// Choose returns the recorded option.
func (x *earlierAnswers) Choose(c rule.Choice) (int, error) {
	x.from = dice.FromTyped
	return x.script.Choose(c)
}

// From returns the origin of the last answer.
func (x *earlierAnswers) From() string { return x.from }
