package server

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"loophole/dice"
	"loophole/game"
	"loophole/hands"
	"loophole/internal/status"
	"loophole/internal/store"
	"loophole/internal/twohands"
	"loophole/match"
	"loophole/rule"
)

// This file is the server's part in a match with two-hands dice. It keeps the lines of both
// players, adds the lines that the rules require, and acts for policies with its own keys and
// chains. Package twohands checks every line.

// HandTerms are the requested terms of two-hands dice.
type HandTerms struct {
	Dice string `json:"dice" enum:"two hands" doc:"both players make the dice, so that neither they nor the server can foresee or choose them: docs/hands.md"`
	Away string `json:"away,omitempty" enum:"forfeit,server" default:"forfeit" doc:"the consequence if a value is owed for longer than wait: the game is lost, or the server's chain replaces it and each such roll is marked"`
	Wait int    `json:"wait,omitempty" minimum:"1" maximum:"2592000" default:"86400" doc:"seconds; the default is a day, the most thirty"`
}

// twoHands is the state of a match's two-hands dice.
type twoHands struct {
	terms   *match.Hands
	text    []byte                   // the terms of the match as its players have them
	name    hands.Value              // SHA-256 of the terms: the name of the match
	own     map[string]*hands.Secret // the server's secrets: of the sides of policies, and its own
	game    *twohands.Game           // nil until both hands are there
	pending [][]byte                 // lines not saved yet
	kept    int                      // number of saved lines
	bytes   int                      // size of all lines
	signed  [2]int                   // acts and new chains of each side
	timer   *time.Timer              // runs when the server stands in
}

// The limits of a match's lines. Values, and the end, are always accepted.
const (
	mostSigned    = 1 << 14  // acts and new chains of one side
	mostHandBytes = 32 << 20 // size of all lines; no act is accepted beyond it
)

// handsWanted reads the requested terms, or returns nil. roots are the seeds of the server's own
// hands, by seat.
func handsWanted(w *NewMatch, f *game.Instance, players [2]string, id string) (terms *match.Terms, roots map[string]string, err error) {
	if w.Terms == nil {
		return nil, nil, nil
	}
	policies := 0
	roots = map[string]string{}
	for side, player := range players {
		if strings.HasPrefix(player, byPolicy) {
			policies++
			roots[string(f.Sides[side])] = freshRoot()
		}
	}
	if w.Terms.Away == hands.Server {
		roots[hands.Server] = freshRoot()
	}
	switch {
	case w.HotSeat:
		err = errors.New("two players at one screen do not need dice of two hands: leave out terms")
	case policies == 2:
		err = errors.New("dice of two hands are for a match in which a person plays")
	case policies == 1 && w.Terms.Away == hands.Server:
		err = errors.New("the server already holds the hand of the policy: leave out away, or set it to forfeit")
	case len(w.Dice) > 0 || w.Seed != "":
		err = errors.New("dice of two hands have no seed, and nobody types any: leave dice and seed out")
	case slices.Contains(f.Sides[:], hands.Server):
		err = fmt.Errorf("with dice of two hands no side can be called %q", hands.Server)
	case f.HasHiddenInfo():
		err = twohands.ErrSecret
	}
	if err != nil {
		return nil, nil, invalidProblem(err)
	}
	return &match.Terms{Typed: []rule.Side{}, Hands: &match.Hands{Match: id, Away: cmp.Or(w.Terms.Away, hands.Forfeit), Wait: cmp.Or(w.Terms.Wait, 24*60*60)}}, roots, nil
}

// freshRoot returns the seed of a hand's secret: 32 random bytes as text.
func freshRoot() string {
	var v hands.Value
	rand.Read(v[:]) // It never fails: the program stops if the system has no randomness.
	return v.String()
}

// readHandTerms reads the two-hands terms of a match before its game is set up.
func (t *liveMatch) readHandTerms(h *match.Header) error {
	if h.Terms == nil || h.Terms.Hands == nil {
		return nil
	}
	x := &twoHands{terms: h.Terms.Hands, own: map[string]*hands.Secret{}}
	var err error
	if x.text, err = h.Line1(); err != nil {
		return err
	}
	x.name = hands.MatchOf(x.text)
	for seat, text := range t.info.Roots {
		var root hands.Value
		if _, err := hex.Decode(root[:], []byte(text)); err != nil {
			return err
		}
		x.own[seat] = hands.NewSecret(x.name, seat, root)
	}
	t.hands = x
	return nil
}

// resume resumes the game of a match from its record, or from the lines of two-hands dice, which
// determine the record. It adds what a shorter record lacks.
func (t *liveMatch) resume(f *match.File, x *store.Match) (err error) {
	if t.hands == nil || len(x.Hands) == 0 {
		t.match, t.random, err = match.Resume(f, sharedGame, t)
		return err
	}
	g := twohands.New(sharedGame, t)
	for _, line := range x.Hands {
		t.hands.bytes += len(line)
		if err := g.Take(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return err
		}
		t.hands.countLine(g)
	}
	if len(t.pending) < len(x.Lines) || !slices.EqualFunc(t.pending[:len(x.Lines)], x.Lines, bytes.Equal) {
		return errors.New("the record differs from the one that the lines of two hands determine")
	}
	t.pending = t.pending[len(x.Lines):]
	t.match, t.hands.game, t.hands.kept = g.Match, g, len(x.Hands)
	t.syncHands()
	return nil
}

// resumeHands adds the lines that were missing when the server stopped, and saves them.
func (t *liveMatch) resumeHands() error {
	if t.hands.game == nil {
		if len(t.sidesWithoutHand()) > 0 {
			return nil
		}
		if err := t.join(); err != nil {
			return err
		}
	}
	if err := t.addRequiredLines(); err != nil {
		return err
	}
	if len(t.pending) > 0 || len(t.hands.pending) > 0 {
		return t.commit(nil)
	}
	t.startTimer()
	return nil
}

// handsUnsaved reports whether there are lines that are not saved.
func (t *liveMatch) handsUnsaved() bool {
	return t.hands != nil && t.hands.game != nil && t.hands.game.Hands.Lines != t.hands.kept
}

// handsToKeep returns the lines that are not saved yet.
func (t *liveMatch) handsToKeep() store.Hands {
	if t.hands == nil {
		return store.Hands{}
	}
	return store.Hands{From: t.hands.kept, Lines: t.hands.pending}
}

// noteHandsSaved notes that the lines are saved.
func (t *liveMatch) noteHandsSaved() {
	if t.hands != nil {
		t.hands.kept += len(t.hands.pending)
		t.hands.pending = nil
		t.startTimer()
	}
}

// countLine counts the last line if its kind is limited for a side. It notes a new chain of the
// server's own.
func (x *twoHands) countLine(g *twohands.Game) {
	last := &g.Hands.Last
	if last.Kind == hands.Act || last.Kind == hands.Rekey {
		x.signed[g.Side(last.By)]++
	}
	if own := x.own[last.By]; own != nil && last.Kind == hands.Rekey {
		x.own[last.By] = g.Hands.Current(own)
	}
}

// handOf returns the hand of a side, or nil.
func (t *liveMatch) handOf(side int) *hands.Hand {
	if own := t.hands.own[t.side(side)]; own != nil {
		h := own.Hand()
		return &h
	}
	if g := t.hands.game; g != nil {
		h, _ := g.Hands.Hand(t.side(side))
		return &h
	}
	return t.session.Hands[side]
}

// join starts the match if the hands of both sides are there.
func (t *liveMatch) join() error {
	var list []hands.Hand
	for side := range t.instance.Sides {
		h := t.handOf(side)
		if h == nil {
			return nil
		}
		list = append(list, *h)
	}
	if own := t.hands.own[hands.Server]; own != nil {
		list = append(list, own.Hand())
	}
	record := &liveMatch{} // The header of the record is saved already.
	g := twohands.New(sharedGame, &redirected{t, record})
	line, err := g.Begin(t.match.Header, list)
	if err != nil {
		return err
	}
	t.match, t.instance, t.hands.game = g.Match, g.Match.Instance, g
	t.views = &viewCache{instance: t.instance}
	t.fog = newFogOfWar(t.match, t.views)
	t.keepLine(line)
	return nil
}

// redirected writes the first line to one match and all others to another.
type redirected struct{ t, first *liveMatch }

func (r *redirected) Write(line []byte) (int, error) {
	t := r.t
	if r.first != nil {
		t, r.first = r.first, nil
	}
	return t.Write(line)
}

// keepLine notes a line to save.
func (t *liveMatch) keepLine(line []byte) {
	line = append(line, '\n')
	t.hands.pending = append(t.hands.pending, line)
	t.hands.bytes += len(line)
}

// addLine adds an entry.
func (t *liveMatch) addLine(e hands.Entry) error {
	line, err := t.hands.game.Append(e)
	if err != nil {
		return err
	}
	t.keepLine(line)
	t.hands.countLine(t.hands.game)
	t.session.Offers = [2]*offer{} // An offer is valid for the next line only.
	if e.Sig != "" {
		t.session.Signed = t.hands.game.Side(e.By)
	}
	t.noteOwed(e.Kind)
	t.syncHands()
	return nil
}

// syncHands updates the match from the lines.
func (t *liveMatch) syncHands() {
	t.question = t.hands.game.Open()
	t.session.Asks = t.hands.game.Asks()
}

// addRequiredLines adds the lines that the rules require, and the server's values and decisions for
// policies, until a person is to act.
func (t *liveMatch) addRequiredLines() error {
	for {
		e, ok, err := t.nextLine()
		if err != nil || !ok {
			return err
		}
		if err := t.addLine(e); err != nil {
			return err
		}
	}
}

// nextLine returns the next line that needs no person.
func (t *liveMatch) nextLine() (e hands.Entry, ok bool, err error) {
	g := t.hands.game
	if e, ok = g.Next(); ok || g.Hands.Closed() {
		return e, ok, nil
	}
	if own := t.hands.own[g.Hands.Owes()]; own != nil {
		if e, err = g.Hands.Value(own); err != nil {
			err = problem(status.Conflict, "full", "the chain of the policy is used up within one action")
		}
		return e, err == nil, err
	}
	if e, ok = t.newChain(); ok {
		return e, true, nil
	}
	if side := g.Decides(); side != nobody && t.policy[side] != "" {
		option, err := t.policyOption(side, g.Open().Choice)
		return t.signedAct(side, fmt.Sprint(twohands.Choose, " ", option)), err == nil, err
	}
	if asks := g.Asks(); asks != nobody && t.policy[1-asks] != "" {
		return t.signedAct(1-asks, twohands.Consent), true, nil
	}
	return e, false, nil
}

// newChain returns a policy's line for a new chain, if its chain is nearly used up and no question
// is open.
func (t *liveMatch) newChain() (e hands.Entry, ok bool) {
	g := t.hands.game
	if _, asked := g.Hands.Asked(); asked || g.Over() {
		return e, false
	}
	for side, policy := range t.policy {
		seat := t.side(side)
		if policy != "" && g.Hands.Left(seat) <= t.server.renewAt && t.hands.signed[side] < mostSigned {
			own := t.hands.own[seat]
			return own.Sign(g.Hands.Sum, own.Renewal()), true
		}
	}
	return e, false
}

// signedAct returns a signed act of a policy.
func (t *liveMatch) signedAct(side int, text string) hands.Entry {
	return t.hands.own[t.side(side)].Sign(t.hands.game.Hands.Sum, hands.Entry{Kind: hands.Act, By: t.side(side), Text: text})
}

// putSigned plays the action of a policy.
func (t *liveMatch) putSigned(a game.Action) error {
	if err := t.addLine(t.signedAct(t.match.Status().Side, twohands.Do+" "+t.instance.FormatAction(a))); err != nil {
		return err
	}
	return t.addRequiredLines()
}

// lostSide returns the side that lost because it did not give a value in time, or nobody.
func (t *liveMatch) lostSide() int {
	if t.hands == nil || t.hands.game == nil {
		return nobody
	}
	return t.hands.game.Lost()
}

// notByHand returns the problem of an unsigned change of a match with two-hands dice, or nil.
func (t *liveMatch) notByHand() error {
	if t.hands == nil {
		return nil
	}
	return problem(status.Conflict, "two-hands", "the dice of this match are of two hands, so what is done is signed: send it as an act to POST /api/v1/matches/%s/hands, or play with loophole join", t.id)
}

// handDice is the dice setting of the seats in this kind of match.
var handDice = [2]string{dice.FromHands, dice.FromHands}
