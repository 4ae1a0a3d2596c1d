package twohands

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"loophole/dice"
	"loophole/game"
	"loophole/hands"
	"loophole/match"
	"loophole/rule"
)

// Nobody is no side.
const Nobody = -1

// A Game is a match as its lines tell it. It serves one goroutine.
type Game struct {
	Hands *hands.Table
	Match *match.Match // nil before the header

	find     match.FindGame
	w        io.Writer // of the ordinary record
	policies [2]bool   // who plays a side is the program
	open     *rule.UnansweredError
	asks     int // the side that asks to take back, or Nobody
	lost     int // the side that has lost by what it owes, or Nobody
}

// New is a game of which no line is there. The ordinary record of it is written to w,
// if w is not nil.
func New(find match.FindGame, w io.Writer) *Game {
	return &Game{Hands: &hands.Table{}, find: find, w: w, asks: Nobody, lost: Nobody}
}

// Begin writes the header of a match: its terms, and the hands of both sides, with the
// server's where it may stand in. It returns line 1.
func (g *Game) Begin(h match.Header, list []hands.Hand) ([]byte, error) {
	if h.Terms == nil || h.Terms.Hands == nil {
		return nil, errors.New("twohands: the terms of the match are not those of two hands")
	}
	terms, err := h.Line1()
	if err != nil {
		return nil, err
	}
	t, line, err := hands.Begin(hands.Header{
		Loophole: "hands", Format: hands.Format, Terms: terms, Match: hands.MatchOf(terms).String(),
		Hands: list, Away: h.Terms.Hands.Away, Wait: h.Terms.Hands.Wait,
	})
	if err != nil {
		return nil, err
	}
	*g.Hands = *t
	return line, g.begun()
}

// Take takes a line and plays it. The error is a [*hands.Fault] that names the line; the
// game is of no use after it.
func (g *Game) Take(line []byte) error {
	if err := g.Hands.Take(line); err != nil {
		return err
	}
	return g.Taken()
}

// Taken plays the line that Hands took last, for whoever has it follow the lines by
// itself, as a [hands.Player] does.
func (g *Game) Taken() error {
	var err error
	if g.Hands.Lines == 1 {
		err = g.begun()
	} else if err = g.Lawful(g.Hands.Last); err == nil {
		err = g.play(g.Hands.Last)
	}
	if err != nil {
		return &hands.Fault{Line: g.Hands.Lines, Why: err.Error()}
	}
	return nil
}

// Append takes an entry and plays it. It returns its line. If the rules of the game or
// of the protocol forbid it, nothing has changed; that is so wherever the error is of
// [Game.Lawful], or the game is where it was.
func (g *Game) Append(e hands.Entry) ([]byte, error) {
	if err := g.Lawful(e); err != nil {
		return nil, err
	}
	line, err := g.Hands.Append(e)
	if err != nil {
		return nil, err
	}
	return line, g.play(e)
}

// begun sets the game up by the header.
func (g *Game) begun() error {
	h := g.Hands.Header
	m, err := match.Open(h.Terms, g.find, g.w)
	if err != nil {
		return err
	}
	terms := m.Header.Terms
	switch {
	case terms == nil || terms.Hands == nil:
		return errors.New("the dice of this match are not of two hands by its terms")
	case terms.Hands.Away != h.Away || terms.Hands.Wait != h.Wait:
		return errors.New("what follows when a value is owed is not what the terms say")
	}
	for side, name := range m.Fight.Sides {
		if h.Hands[side].Seat != string(name) {
			return fmt.Errorf("hand %d is of %q; the side is %q", side+1, h.Hands[side].Seat, name)
		}
		g.policies[side] = strings.HasPrefix(m.Header.Seats[side].Player, byPolicy)
	}
	if m.Fight.HasHiddenInfo() {
		return ErrSecret
	}
	g.Match = m
	return nil
}

// ErrSecret is why a game with secrets has no dice of two hands.
var ErrSecret = errors.New("the sides of this scenario know different things, and with dice of two hands each player's program plays all of the game: nothing could be hidden from it")

// byPolicy begins the name of a player that is a policy, in a header.
const byPolicy = "policy "

// Policy reports whether the program plays a side.
func (g *Game) Policy(side int) bool { return g.policies[side] }

// Side is the number of a side by its name, or Nobody.
func (g *Game) Side(name string) int {
	return slices.Index(g.Match.Fight.Sides[:], rule.Side(name))
}

// Asks is the side that asks to take back, or Nobody.
func (g *Game) Asks() int { return g.asks }

// Lost is the side that has lost by a value that it owed too long, or Nobody.
func (g *Game) Lost() int { return g.lost }

// Over reports whether the game is over, by its rules or by what was owed.
func (g *Game) Over() bool {
	_, begun := g.Match.Pending()
	return g.lost != Nobody || !begun && g.Match.Status().Over
}

// Open is the question that the action waits for, or nil: dice, or a decision.
func (g *Game) Open() *rule.UnansweredError { return g.open }

// Decides is the side that an open decision is put to, or Nobody.
func (g *Game) Decides() int {
	if g.open == nil || g.open.Choice.Why == "" {
		return Nobody
	}
	if side := g.Side(string(g.open.Choice.By)); side != Nobody {
		return side
	}
	return g.acting()
}

// acting is the side whose action is being played, or whose turn it is.
func (g *Game) acting() int {
	if o, open := g.Match.PendingRange(); open {
		return o.By
	}
	return g.Match.Status().Side
}

// put plays an action, or goes on with it, and notes the question that it stops at.
func (g *Game) put(a game.Action, x *answer) error {
	g.open = nil
	err := g.Match.Play(a, x)
	if errors.As(err, &g.open) {
		return nil
	}
	return err
}

// goOn goes on with the action that is begun.
func (g *Game) goOn(x *answer) error {
	a, begun := g.Match.Pending()
	if !begun {
		return errors.New("no action is begun")
	}
	return g.put(a, x)
}

// An answer is the source of what a line gives, for the first question after it.
type answer struct {
	faces  []uint8
	option int // of a decision; Nobody for none
	from   string
}

func silent() *answer { return &answer{option: Nobody} }

// Roll gives the faces of the roll.
func (a *answer) Roll(r rule.Roll) (int, []uint8, error) {
	if a.faces == nil {
		return 0, nil, rule.ErrUnanswered
	}
	faces := a.faces
	a.faces, a.from = nil, dice.FromHands
	return r.Pool.Evaluate(faces), faces, nil
}

// Choose gives the option of the act.
func (a *answer) Choose(rule.Choice) (int, error) {
	if a.option == Nobody {
		return 0, rule.ErrUnanswered
	}
	option := a.option
	a.option = Nobody
	return option, nil
}

// From says where the answer came from.
func (a *answer) From() string { return a.from }
