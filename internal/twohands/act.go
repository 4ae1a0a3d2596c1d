package twohands

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/dice"
	"loophole/hands"
	"loophole/match"
)

// What the text of an act says. Do and Choose have something behind them: the line of an
// action as the umpire writes it, and the number of an option, from 0.
const (
	Do      = "do"
	Choose  = "choose"
	Undo    = "undo"    // take the last action back, or ask for it where that needs consent
	Consent = "consent" // to what the other asks to take back
	Refuse  = "refuse"  // it stands
	Redo    = "redo"    // let what was taken back stand again
)

// Lawful reports why an entry may not follow, by the rules of the game. What the protocol
// has against it [hands.Table] finds.
func (g *Game) Lawful(e hands.Entry) error {
	switch e.Kind {
	case hands.Act:
		return g.mayAct(e)
	case hands.Ask:
		return g.asked(e)
	case hands.Close:
		if !g.Over() {
			return errors.New("the game is not over")
		}
	}
	return nil
}

func (g *Game) mayAct(e hands.Entry) error {
	by := g.Side(e.By)
	word, rest, more := strings.Cut(e.Text, " ")
	switch {
	case by == Nobody:
		return fmt.Errorf("there is no side %q", e.By)
	case g.Over():
		return errors.New("the game is over")
	case g.open != nil && g.open.Choice.Why == "":
		return errors.New("dice are to be rolled first")
	case more && slices.Contains([]string{Undo, Consent, Refuse, Redo}, word):
		return fmt.Errorf("nothing stands behind %q", word)
	}
	switch word {
	case Do:
		return g.mayDo(by, rest)
	case Choose:
		return g.mayChoose(by, rest)
	case Undo:
		if _, _, ok := g.Match.UndoTarget(by); !ok || !g.reaches(by) {
			return errors.New("nothing was played that could be taken back")
		}
		if g.asks == by {
			return errors.New("the other side was asked already")
		}
	case Consent, Refuse:
		if g.asks != 1-by {
			return errors.New("nobody asks to take anything back")
		}
	case Redo:
		if whose, ok := g.Match.RedoTarget(); !ok || whose != by && !g.policies[whose] {
			return errors.New("this side has taken nothing back that could stand again")
		}
	default:
		return fmt.Errorf("%.40q is no act: an act is do, choose, undo, consent, refuse or redo", word)
	}
	return nil
}

func (g *Game) mayDo(by int, line string) error {
	switch a, begun := g.Match.Pending(); {
	case begun:
		return fmt.Errorf("%q waits for an answer", g.Match.Fight.FormatAction(a))
	case g.Match.Status().Side != by:
		return fmt.Errorf("it is the turn of %s", g.Match.Fight.Sides[1-by])
	}
	a, err := g.Match.Fight.ParseAction(line)
	if err != nil {
		return err
	}
	if want := g.Match.Fight.FormatAction(a); want != line {
		return fmt.Errorf("the action is written %q, and no other way", want)
	}
	return g.Match.Fight.WhyIllegal(g.Match.Position(), a)
}

func (g *Game) mayChoose(by int, option string) error {
	if g.Decides() != by {
		return errors.New("no decision of this side is open")
	}
	n, err := strconv.Atoi(option)
	if err != nil || strconv.Itoa(n) != option || n < 0 || n >= len(g.open.Choice.Options) {
		return fmt.Errorf("there is no option %.20q; the options are 0 to %d", option, len(g.open.Choice.Options)-1)
	}
	return nil
}

// reaches reports whether a side has something to take back: what only policies have done
// is nothing, since nobody was asked before it.
func (g *Game) reaches(by int) bool {
	list := g.Match.CurrentActions()
	if o, begun := g.Match.PendingRange(); begun {
		list = append(slices.Clone(list), o)
	}
	return slices.ContainsFunc(list, func(m match.PlayedAction) bool { return m.By == by || !g.policies[m.By] })
}

// play does what a lawful entry says.
func (g *Game) play(e hands.Entry) error {
	switch e.Kind {
	case hands.Act:
		return g.act(g.Side(e.By), e.Text)
	case hands.Roll, hands.Again:
		faces := make([]uint8, len(e.Faces))
		for i, f := range e.Faces {
			faces[i] = uint8(f) // At most hands.MostFaces.
		}
		return g.goOn(&answer{faces: faces, option: Nobody})
	case hands.Lost:
		g.lost, g.open = 1-g.Side(e.By), nil
	}
	return nil
}

func (g *Game) act(by int, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case Do:
		a, err := g.Match.Fight.ParseAction(rest)
		if err != nil {
			return err
		}
		g.asks = Nobody // Something was played after it.
		return g.put(a, silent())
	case Choose:
		n, _ := strconv.Atoi(rest)
		return g.goOn(&answer{option: n, from: g.decider(by)})
	case Undo:
		if _, asks, _ := g.Match.UndoTarget(by); asks {
			g.asks = by
			return nil
		}
		return g.takeBack(by)
	case Consent:
		return g.takeBack(g.asks)
	case Refuse:
		g.asks = Nobody
		return nil
	}
	return g.letStand(by)
}

// decider says where the decision of a side comes from, as a record has it.
func (g *Game) decider(side int) string {
	if g.policies[side] {
		return dice.FromProgram
	}
	return dice.FromTyped
}

// takeBack takes the last action back; against a policy also what it did since.
func (g *Game) takeBack(by int) error {
	g.open, g.asks = nil, Nobody
	for {
		whose, _, ok := g.Match.UndoTarget(by)
		if !ok {
			return nil
		}
		if err := g.Match.Undo(by, true); err != nil || whose == by || !g.policies[whose] {
			return err
		}
	}
}

// letStand lets what was taken back stand again: one action, and what a policy did after
// it.
func (g *Game) letStand(by int) error {
	g.asks = Nobody
	for {
		if err := g.Match.Redo(by); err != nil {
			return err
		}
		if whose, ok := g.Match.RedoTarget(); !ok || !g.policies[whose] {
			return nil
		}
	}
}
