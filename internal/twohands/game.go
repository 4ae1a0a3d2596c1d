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

// Nobody stands for no side.
const Nobody = -1

// A Game is the match that its lines describe. It serves one goroutine.
type Game struct {
	Hands *hands.Table
	Match *match.Match // nil before the header

	find     match.FindGame
	w        io.Writer // of the ordinary record
	policies [2]bool   // the sides that policies play
	open     *rule.UnansweredError
	asks     int // the side that asks to undo, or Nobody
	lost     int // the side that lost because it did not give a value, or Nobody
}

// New returns a game without lines. It writes the ordinary record to w, unless w is nil.
func New(find match.FindGame, w io.Writer) *Game {
	return &Game{Hands: &hands.Table{}, find: find, w: w, asks: Nobody, lost: Nobody}
}

// Begin writes the header of a match: its terms, and the hands of both sides, with the server's if
// it may replace values. It returns line 1.
func (g *Game) Begin(h match.Header, list []hands.Hand) ([]byte, error) {
	if h.Terms == nil || h.Terms.Hands == nil {
		return nil, errors.New("twohands: the terms of the match are not for dice of two hands")
	}
	terms, err := h.Line1()
	if err != nil {
		return nil, err
	}
	t, line, err := hands.Begin(hands.Header{
		Loophole: "hands", Format: hands.Format, Terms: terms, Match: hands.MatchOf(terms).String(),
		Hands: list, Away: h.Terms.Hands.Away, Wait: h.Terms.Hands.Wait, Values: h.Terms.Hands.Values,
	})
	if err != nil {
		return nil, err
	}
	*g.Hands = *t
	return line, g.setUp()
}

// Take takes a line and plays it. The error is a [*hands.Fault] that names the line. The game
// cannot be used after an error.
func (g *Game) Take(line []byte) error {
	if err := g.Hands.Take(line); err != nil {
		return err
	}
	return g.Taken()
}

// Taken plays the line that Hands took last. It is for a [hands.Player], which takes lines into
// Hands without [Game.Take].
func (g *Game) Taken() error {
	var err error
	if g.Hands.Lines == 1 {
		err = g.setUp()
	} else if err = g.CheckEntry(g.Hands.Last); err == nil {
		err = g.play(g.Hands.Last)
	}
	if err != nil {
		return &hands.Fault{Line: g.Hands.Lines, Why: err.Error()}
	}
	return nil
}

// Append takes an entry, plays it and returns its line. An error of [Game.CheckEntry] or of the
// protocol leaves the game unchanged.
func (g *Game) Append(e hands.Entry) ([]byte, error) {
	if err := g.CheckEntry(e); err != nil {
		return nil, err
	}
	line, err := g.Hands.Append(e)
	if err != nil {
		return nil, err
	}
	return line, g.play(e)
}

// setUp sets the game up from the header.
func (g *Game) setUp() error {
	h := g.Hands.Header
	m, err := match.Open(h.Terms, g.find, g.w)
	if err != nil {
		return err
	}
	terms := m.Header.Terms
	switch {
	case terms == nil || terms.Hands == nil:
		return errors.New("the terms of this match are not for dice of two hands")
	case terms.Hands.Away != h.Away || terms.Hands.Wait != h.Wait || terms.Hands.Values != h.Values:
		return errors.New("the use of values, or the consequence of owing one, differs from the terms")
	}
	for side, name := range m.Instance.Sides {
		if h.Hands[side].Seat != string(name) {
			return fmt.Errorf("hand %d belongs to %q, but the side is %q", side+1, h.Hands[side].Seat, name)
		}
		g.policies[side] = strings.HasPrefix(m.Header.Seats[side].Player, byPolicy)
	}
	if m.Instance.HasHiddenInfo() {
		return ErrSecret
	}
	g.Match = m
	return nil
}

// ErrSecret is the error for a game with hidden information, which cannot have two-hands dice.
var ErrSecret = errors.New("the sides of this scenario know different things, and with dice of two hands each player's program plays all of the game: nothing could be hidden from it")

// byPolicy is the prefix of a policy's player name in a header.
const byPolicy = "policy "

// Policy reports whether a policy plays a side.
func (g *Game) Policy(side int) bool { return g.policies[side] }

// Side returns the number of a side by its name, or Nobody.
func (g *Game) Side(name string) int {
	return slices.Index(g.Match.Instance.Sides[:], rule.Side(name))
}

// Asks returns the side that asks to undo, or Nobody.
func (g *Game) Asks() int { return g.asks }

// Lost returns the side that lost because it did not give a value in time, or Nobody.
func (g *Game) Lost() int { return g.lost }

// Over reports whether the game is over, by its rules, by a resignation or by a value that was not
// given.
func (g *Game) Over() bool {
	_, begun := g.Match.Pending()
	return g.lost != Nobody || !begun && g.Match.Status().Over
}

// Open returns the roll or decision that the pending action waits for, or nil.
func (g *Game) Open() *rule.UnansweredError { return g.open }

// Decides returns the side that must take the open decision, or Nobody.
func (g *Game) Decides() int {
	if g.open == nil || g.open.Choice.Why == "" {
		return Nobody
	}
	if side := g.Side(string(g.open.Choice.By)); side != Nobody {
		return side
	}
	return g.acting()
}

// acting returns the side of the pending action, or else the side to move.
func (g *Game) acting() int {
	if o, open := g.Match.PendingRange(); open {
		return o.By
	}
	return g.Match.Status().Side
}

// playAction plays or resumes an action and notes the question at which it stops.
func (g *Game) playAction(a game.Action, x *answer) error {
	g.open = nil
	err := g.Match.Play(a, x)
	if errors.As(err, &g.open) {
		return nil
	}
	return err
}

// resumePending resumes the pending action with an answer.
func (g *Game) resumePending(x *answer) error {
	a, begun := g.Match.Pending()
	if !begun {
		return errors.New("no action has begun")
	}
	return g.playAction(a, x)
}

// An answer is a source with the answer of one line, for the first question after it.
type answer struct {
	faces  []uint8
	option int    // of a decision; Nobody for none
	from   string // the origin, or "" for dice of two hands
}

func noAnswer() *answer { return &answer{option: Nobody} }

// Roll returns the faces of the line.
func (a *answer) Roll(r rule.Roll) (int, []uint8, error) {
	if a.faces == nil {
		return 0, nil, rule.ErrUnanswered
	}
	faces := a.faces
	a.faces = nil
	if a.from == "" {
		a.from = dice.FromHands
	}
	return r.Pool.Evaluate(faces), faces, nil
}

// Choose returns the option of the line.
func (a *answer) Choose(rule.Choice) (int, error) {
	if a.option == Nobody {
		return 0, rule.ErrUnanswered
	}
	option := a.option
	a.option = Nobody
	return option, nil
}

// From returns the origin of the answer for the record.
func (a *answer) From() string { return a.from }
