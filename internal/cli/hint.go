package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
)

const warnUsage = "warn before an action that gives away a tenth of a win or more, and show the chance to win by each option of a decision"

// adviser returns the search that gives hints. It fits the model of the scenario first, if need be.
func (t *terminalGame) adviser() (*policy.Lookahead, error) {
	if t.advice == nil {
		x := policy.Adviser()
		x.Start = scenario.StartChance(t.instance)
		if err := t.prepare(x, t.instance); err != nil {
			return nil, err
		}
		t.advice = x
	}
	return t.advice, nil
}

// hint shows the best actions of the side to decide with their odds and reasons, or at a decision
// within an action the chance to win by each option.
func (t *terminalGame) hint(ctx context.Context, side int, rest string) error {
	if t.apart {
		return errors.New("hint: the other player is at another screen, so there are no hints")
	}
	if t.match.Status().Over {
		return errors.New("hint: the game is over")
	}
	if _, open := t.match.Pending(); open {
		if t.asked == nil {
			return errors.New("hint: no decision is open here")
		}
		if rest != "" {
			return errors.New("hint: at a decision it takes no action: it shows every option")
		}
		return t.hintOptions(ctx, *t.asked)
	}
	if turn := t.match.Status().Side; turn != side {
		return fmt.Errorf("hint: it is the turn of %s", t.instance.Sides[turn])
	}
	var asked []game.Action
	if rest != "" {
		a, err := t.instance.ParseAction(rest)
		if err == nil {
			err = t.instance.WhyIllegal(t.instance.View(t.match.Position(), side), a)
		}
		if err != nil {
			return err
		}
		asked = append(asked, a)
	}
	h, err := t.weigh(ctx, side, asked...)
	if err != nil {
		return err
	}
	for i, a := range h.Actions {
		t.hintAction(h, fmt.Sprintf("%d)", i+1), &a)
	}
	if h.Asked != nil {
		t.hintAction(h, "?)", h.Asked)
	}
	t.say("%s\n", t.wrapped(2, h.Basis))
	return nil
}

// weigh weighs the actions of a side by what it knows.
func (t *terminalGame) weigh(ctx context.Context, side int, asked ...game.Action) (*wire.Hint, error) {
	x, err := t.adviser()
	if err != nil {
		return nil, err
	}
	r := t.instance.Runner().SetPosition(t.instance.View(t.match.Position(), side))
	w, err := x.Weigh(ctx, r, wire.WeighedActions, asked...)
	if err != nil {
		return nil, err
	}
	var about *game.Action
	if len(asked) > 0 {
		about = &asked[0]
	}
	return wire.HintOf(t.instance, w, about), nil
}

// hintAction shows an action of a hint.
func (t *terminalGame) hintAction(h *wire.Hint, mark string, a *wire.HintAction) {
	chance := chanceWithError(a.Chance, a.Error)
	if a.Proven != "" {
		chance = a.Proven + " " + chance
	}
	line := fmt.Sprintf("%s %s to win (%s): %s (%s)", mark, chance, h.Standing(a), a.Said, a.Action)
	if a.Alike > 0 {
		line += rule.Counted("; %d similar {action is|actions are} as good", a.Alike)
	}
	t.sayLine("  " + line)
	t.say("%s\n", t.wrapped(5, a.Why))
	if odds := wire.EventsSay(a.Events); odds != "" {
		t.say("%s\n", t.wrapped(5, "Its odds: "+odds+"."))
	}
}

// chanceWithError formats a chance to win with its standard error, if it has one.
func chanceWithError(chance, stdErr float64) string {
	says := wire.WinChance(chance)
	if e := wire.ErrorOf(stdErr); e != "" {
		says = strings.Replace(says, " %", e+" %", 1)
	}
	return says
}

// hintOptions shows the chance to win by each option of a decision.
func (t *terminalGame) hintOptions(ctx context.Context, c rule.Choice) error {
	h, err := t.weighOptions(ctx, c)
	if err != nil {
		return err
	}
	if len(h.Options) == 0 {
		t.say("%s\n", t.wrapped(2, h.Basis))
		return nil
	}
	var list []string
	for _, o := range h.Options {
		list = append(list, o.Option+" "+chanceWithError(o.Chance, o.Error))
	}
	t.say("%s\n%s\n", t.wrapped(2, "To win, for "+rule.Side(h.Side).Called()+": "+strings.Join(list, "; ")+"."), t.wrapped(2, h.Basis))
	return nil
}

// weighOptions weighs the options of a decision within the pending action. If something is
// hidden, the results of the action so far may depend on it. A decision is then weighed only if
// nothing was rolled or decided before.
func (t *terminalGame) weighOptions(ctx context.Context, c rule.Choice) (*wire.Hint, error) {
	side := t.acting
	for i, name := range t.instance.Sides {
		if name == c.By {
			side = i
		}
	}
	x, err := t.adviser()
	if err != nil {
		return nil, err
	}
	a, _ := t.match.Pending()
	d := policy.Decision{Choice: c, Position: t.instance.View(t.match.Position(), side), Action: a, Answers: t.match.PendingAnswers()}
	d.By = t.instance.Sides[side]
	if t.instance.HasHiddenInfo() && (len(d.Answers) > 0 || t.instance.WhyIllegal(d.Position, a) != nil) {
		h := wire.NewHint(t.instance, side, "option")
		h.Basis = "The results of this action so far may depend on what your side does not know, so there is no hint."
		return h, nil
	}
	w, err := x.WeighOptions(ctx, t.instance, d)
	if err != nil {
		return nil, err
	}
	return wire.OptionsHint(t.instance, side, c.Options, w), nil
}

// confirmed warns before an action that gives away much of a win, and reports whether the player
// still plays the action.
func (t *terminalGame) confirmed(ctx context.Context, side int, a game.Action) (bool, error) {
	if _, resigned := t.match.Resigned(); resigned || !t.warns || t.instance.WhyIllegal(t.match.Position(), a) != nil {
		return true, nil
	}
	h, err := t.weigh(ctx, side, a)
	if err != nil || h.Warning == "" {
		return true, err
	}
	best := h.Actions[0]
	t.sayLine(h.Warning)
	t.say("%s\n", t.wrapped(2, fmt.Sprintf("Better: %s (%s). %s", best.Said, best.Action, best.Why)))
	t.say("%s\n", t.wrapped(2, h.Basis))
	t.prompt("Play it anyway? Type yes to play it, or press Enter to think again> ")
	line, err := t.readLine()
	t.prompt("")
	if err != nil {
		return false, err
	}
	if answer := strings.ToLower(line); answer == "yes" || answer == "y" {
		return true, nil
	}
	t.say("not played\n")
	return false, nil
}

// warnings switches warnings on if the players can have them.
func (t *terminalGame) warnings(wanted bool) error {
	if !wanted {
		return nil
	}
	t.warns = true
	_, err := t.adviser()
	return err
}
