package twohands

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/dice"
	"loophole/hands"
)

// The first word of an act's text. The line of the action, as [game.Instance] formats it, follows
// Do. The number of the option, from 0, follows Choose.
const (
	Do      = "do"
	Choose  = "choose"
	Undo    = "undo"    // undo the last action, or ask for it if that needs consent
	Consent = "consent" // to the undo that the other side asks for
	Refuse  = "refuse"  // the undo that the other side asks for
	Redo    = "redo"    // redo the last undone action
	Resign  = "resign"  // resign for the side that signs
)

// CheckEntry returns nil if the rules of the game allow the entry next, and otherwise the reason.
// [hands.Table] checks the protocol.
func (g *Game) CheckEntry(e hands.Entry) error {
	switch e.Kind {
	case hands.Act:
		return g.checkAct(e)
	case hands.Ask:
		return g.checkQuestion(e)
	case hands.Typed:
		return g.checkTyped(e)
	case hands.Close:
		if !g.Over() {
			return errors.New("the game is not over")
		}
	}
	return nil
}

// checkTyped checks that typed faces fit the open question.
func (g *Game) checkTyped(e hands.Entry) error {
	if g.open == nil || g.open.Choice.Why != "" {
		return errors.New("no dice are needed now")
	}
	faces, err := facesOf(e)
	if err != nil {
		return err
	}
	return g.open.Roll.Pool.CheckFaces(faces)
}

// facesOf returns the faces of an entry as bytes.
func facesOf(e hands.Entry) ([]uint8, error) {
	faces := make([]uint8, len(e.Faces))
	for i, f := range e.Faces {
		if f < 1 || f > hands.MaxFaces {
			return nil, fmt.Errorf("no die shows %d", f)
		}
		faces[i] = uint8(f)
	}
	return faces, nil
}

func (g *Game) checkAct(e hands.Entry) error {
	by := g.Side(e.By)
	word, rest, more := strings.Cut(e.Text, " ")
	switch {
	case by == Nobody:
		return fmt.Errorf("there is no side %q", e.By)
	case g.Over():
		return errors.New("the game is over")
	case g.open != nil && g.open.Choice.Why == "":
		return errors.New("the dice must be rolled first")
	case more && slices.Contains([]string{Undo, Consent, Refuse, Redo, Resign}, word):
		return fmt.Errorf("%q takes no further text", word)
	}
	switch word {
	case Do:
		return g.checkDo(by, rest)
	case Choose:
		return g.checkChoose(by, rest)
	case Undo:
		if _, _, ok := g.Match.UndoTarget(by); !ok || !g.canUndo() {
			return errors.New("there is no action to undo")
		}
		if g.asks == by {
			return errors.New("the other side has already been asked")
		}
	case Consent, Refuse:
		if g.asks != 1-by {
			return errors.New("the other side has not asked to undo")
		}
	case Redo:
		if whose, ok := g.Match.RedoTarget(); !ok || whose != by && !g.policies[whose] {
			return errors.New("this side has no undone action to redo")
		}
	case Resign:
		if g.open != nil {
			return errors.New("a decision is open: answer it or undo the action, then resign")
		}
	default:
		return fmt.Errorf("%.40q is no act: an act is do, choose, undo, consent, refuse, redo or resign", word)
	}
	return nil
}

func (g *Game) checkDo(by int, line string) error {
	switch a, begun := g.Match.Pending(); {
	case begun:
		return fmt.Errorf("%q waits for an answer", g.Match.Instance.FormatAction(a))
	case g.Match.Status().Side != by:
		return fmt.Errorf("it is the turn of %s", g.Match.Instance.Sides[1-by])
	}
	a, err := g.Match.Instance.ParseAction(line)
	if err != nil {
		return err
	}
	if want := g.Match.Instance.FormatAction(a); want != line {
		return fmt.Errorf("write the action exactly as %q", want)
	}
	return g.Match.Instance.WhyIllegal(g.Match.Position(), a)
}

func (g *Game) checkChoose(by int, option string) error {
	if g.Decides() != by {
		return errors.New("no decision of this side is open")
	}
	n, err := strconv.Atoi(option)
	if err != nil || strconv.Itoa(n) != option || n < 0 || n >= len(g.open.Choice.Options) {
		return fmt.Errorf("there is no option %.20q; the options are 0 to %d", option, len(g.open.Choice.Options)-1)
	}
	return nil
}

// canUndo reports whether a player has acted. Actions of policies alone cannot be undone.
func (g *Game) canUndo() bool {
	_, players := g.Match.UndoList(1, g.policies)
	return players > 0
}

// play carries out a lawful entry.
func (g *Game) play(e hands.Entry) error {
	switch e.Kind {
	case hands.Act:
		return g.act(g.Side(e.By), e.Text)
	case hands.Roll, hands.Again, hands.Typed:
		faces, err := facesOf(e)
		if err != nil {
			return err
		}
		x := &answer{faces: faces, option: Nobody}
		if g.Hands.Header.Values == hands.TypedDice {
			x.from = dice.FromTyped
		}
		return g.resumePending(x)
	case hands.Forfeited:
		g.lost, g.open = 1-g.Side(e.By), nil
	}
	return nil
}

func (g *Game) act(by int, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case Do:
		a, err := g.Match.Instance.ParseAction(rest)
		if err != nil {
			return err
		}
		g.asks = Nobody // A new action ends the request to undo.
		return g.playAction(a, noAnswer())
	case Choose:
		n, _ := strconv.Atoi(rest)
		return g.resumePending(&answer{option: n, from: g.decider(by)})
	case Undo:
		if _, asks, _ := g.Match.UndoTarget(by); asks {
			g.asks = by
			return nil
		}
		return g.undo(by)
	case Consent:
		return g.undo(g.asks)
	case Refuse:
		g.asks = Nobody
		return nil
	case Resign:
		g.asks = Nobody
		return g.Match.Resign(by)
	}
	g.asks = Nobody
	_, err := g.Match.RedoToPlayer(by, g.policies)
	return err
}

// decider returns the origin of a side's decision for the record.
func (g *Game) decider(side int) string {
	if g.policies[side] {
		return dice.FromProgram
	}
	return dice.FromTyped
}

// undo undoes the last action of a player, with those of a policy after it.
func (g *Game) undo(by int) error {
	g.open, g.asks = nil, Nobody
	return g.Match.UndoToPlayer(by, g.policies)
}
