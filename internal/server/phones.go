package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"loophole/dice"
	"loophole/game"
	"loophole/hands"
	"loophole/internal/message"
	"loophole/internal/status"
	"loophole/internal/store"
	"loophole/internal/twohands"
	"loophole/match"
	"loophole/record"
	"loophole/rule"
	"loophole/scenario"
)

// Matches on two devices without a server between them. Each device keeps the match with the secret of
// one seat, and tells the other what it lacks by messages: package message. One device at a time may add
// lines, so that they never continue in two ways.

// phoneInfo is the unchanging data of a match on two devices.
type phoneInfo struct {
	Side  int             `json:"side"`            // of this device
	Offer json.RawMessage `json:"offer,omitempty"` // of the device that invites: its [phoneOffer]
}

// A phoneOffer is the description of a match in an invitation. The scenario goes with it unless it is
// bundled with the program.
type phoneOffer struct {
	Program  string            `json:"program"`
	Ruleset  string            `json:"ruleset"`
	Rules    string            `json:"rules"` // the beginning of the hash
	Scenario string            `json:"scenario"`
	Title    string            `json:"title,omitempty"`
	Gist     string            `json:"gist,omitempty"`
	Setup    json.RawMessage   `json:"setup,omitempty"`
	House    map[string]string `json:"house,omitempty"`
	Strict   bool              `json:"strict,omitempty"`
	Players  [2]string         `json:"players"`
	Values   string            `json:"values"`
	Hints    bool              `json:"hints,omitempty"`
}

// hashDigits is the number of digits of a rules' hash in an offer.
const hashDigits = 16

// offerOf describes a requested match.
func (s *Server) offerOf(w *NewMatch, values string) (*phoneOffer, error) {
	b, f, err := setUpScenario(w)
	if err != nil {
		return nil, invalidProblem(err)
	}
	players, _, err := seating(w)
	if err != nil {
		return nil, err
	}
	o := &phoneOffer{
		Program: s.options.Program, Ruleset: f.Game.Rules.ID, Rules: f.Game.Rules.Hash()[:hashDigits], Scenario: f.Scenario,
		House: map[string]string{}, Strict: w.Strict, Players: players, Values: values, Hints: w.Hints == hintsOn,
	}
	for _, x := range f.House.Overrides() {
		o.House[x.Path] = x.Value
	}
	if !bundled(f) {
		o.Title, o.Gist = cmp.Or(b.Title, b.Name), b.Gist
		o.Setup, err = json.Marshal(f.Setup)
	}
	return o, err
}

// open sets the game of an offer up and returns it with the header of its match.
func (o *phoneOffer) open(id string) (*game.Instance, match.Header, error) {
	var none match.Header
	g, err := sharedGame(o.Ruleset)
	if err != nil {
		return nil, none, err
	}
	if have := g.Rules.Hash()[:hashDigits]; have != o.Rules {
		return nil, none, fmt.Errorf("the other device has other rules of %s: both need the same version of the program, and it has %s", g.Rules.Title, o.Program)
	}
	if o.Values != hands.PerAct && o.Values != hands.TypedDice {
		return nil, none, fmt.Errorf("the dice %q are not known here", o.Values)
	}
	h, err := record.HouseRulesOf(g.Rules, o.House, o.Strict)
	if err != nil {
		return nil, none, err
	}
	f, err := o.instance(g, h)
	switch {
	case err != nil:
	case f.HasHiddenInfo():
		err = twohands.ErrSecret
	default:
		if err = checkSideNames(f); err == nil {
			_, err = f.Legal(f.Start)
		}
	}
	if err != nil {
		return nil, none, err
	}
	header, err := match.NewHeader(f, o.Program, o.Players, match.HandDice())
	header.UndoneRollsRepeat = true
	header.Terms = &match.Terms{Typed: []rule.Side{}, Hands: &match.Hands{Match: id, Away: hands.Forfeit, Values: o.Values}}
	return f, header, err
}

func (o *phoneOffer) instance(g *game.Game, h *rule.HouseRules) (*game.Instance, error) {
	if o.Setup == nil {
		b, err := scenario.Find(o.Ruleset, o.Scenario)
		if err != nil {
			return nil, err
		}
		o.Title, o.Gist = cmp.Or(b.Title, b.Name), b.Gist
		return scenario.NewInstance(g, b, h)
	}
	setup := g.NewSetup()
	if err := record.DecodeStrict(o.Setup, setup); err != nil {
		return nil, err
	}
	return g.NewInstance(o.Scenario, setup, h)
}

// newPhoneMatch keeps a match on this device, for a side. The result has the tokens.
func (s *Server) newPhoneMatch(o *phoneOffer, id string, side int, inviting bool) (*Brought, error) {
	f, h, err := o.open(id)
	if err != nil {
		return nil, invalidProblem(err)
	}
	lines := &liveMatch{}
	if err := playEarlier(f, h, lines, nil); err != nil {
		return nil, err
	}
	own := string(f.Sides[side])
	about := matchInfo{Title: o.Title, Gist: o.Gist, Roots: map[string]string{own: freshRoot()}, Chance: dice.FreshSeed(), Phones: &phoneInfo{Side: side}}
	made := handDice
	if o.Values == hands.TypedDice {
		made = [2]string{dice.FromTyped, dice.FromTyped}
	}
	if inviting {
		if about.Phones.Offer, err = json.Marshal(o); err != nil {
			return nil, err
		}
		invitation := message.Message{Kind: message.Invitation, ID: id, Offer: about.Phones.Offer}
		if _, err := invitation.Text(); err != nil {
			return nil, invalidProblem(err) // Without an invitation nobody could join the match.
		}
	}
	now := time.Now()
	x := &store.Match{ID: id, Created: now, Touched: now, Seats: map[store.Hash]string{}, Lines: lines.pending}
	mine := &Brought{ID: id, Ruleset: o.Ruleset, Scenario: o.Scenario, Tokens: map[string]string{}}
	for i, name := range f.Sides {
		mine.Sides = append(mine.Sides, string(name))
		if i == side {
			token, hash := newToken()
			x.Seats[hash], mine.Tokens[own] = seatWord(side), token
		}
	}
	var wrong error
	x.InfoJSON, wrong = json.Marshal(about)
	err = errors.Join(err, wrong)
	x.StateJSON, wrong = json.Marshal(session{Dice: made, Asks: nobody, Hints: [2]bool{o.Hints, o.Hints}})
	if err = errors.Join(err, wrong); err != nil {
		return nil, err
	}
	t, err := s.newLiveMatch(x)
	if err == nil {
		err = s.store.Create(x)
	}
	if err != nil {
		return nil, err
	}
	s.registry.add(t)
	return mine, nil
}

// byPhones reports whether the match is played on two devices without a server.
func (t *liveMatch) byPhones() bool { return t.info.Phones != nil }

// turnOfPhone returns the side whose device may add the next line, or nobody if the lines are closed.
// Both devices compute the same side, so that they never add lines at the same time.
func (t *liveMatch) turnOfPhone() int {
	g := t.hands.game
	if g == nil || g.Hands.Closed() {
		return nobody
	}
	if owes := g.Hands.Owes(); owes != "" {
		return g.Side(owes)
	}
	if g.Asks() != nobody {
		return 1 - g.Asks()
	}
	if ask, open := g.Hands.Asked(); open {
		return g.Side(ask.By) // It types the faces.
	}
	if side := g.Decides(); side != nobody {
		return side
	}
	if g.Over() {
		return 1 - t.session.Signed // It signs the end.
	}
	return t.match.Status().Side
}

// signHere signs an entry of this device's seat and adds it, with everything that follows without the
// other device.
func (t *liveMatch) signHere(who seat, e hands.Entry) error {
	own := t.info.Phones.Side
	switch {
	case who != (seat{roleSeat, own}):
		return problem(status.Forbidden, "not-yours", "this device plays %s", t.side(own))
	case t.hands.game == nil:
		return problem(status.Conflict, "no-hand", "the match begins when the other device has joined: show it the invitation")
	case t.turnOfPhone() != own:
		return problem(status.Conflict, "other-device", "it is the turn of the other device: show it your message, then read its answer")
	}
	e.By = t.side(own)
	if err := t.hands.game.CheckEntry(e); err != nil {
		return lineProblem(err)
	}
	if err := t.addLine(t.hands.own[e.By].Sign(t.hands.game.Hands.Sum, e)); err != nil {
		return lineProblem(err)
	}
	return t.addRequiredLines()
}

// actHere is signHere for an act. It does nothing if the match is not played on two devices.
func (t *liveMatch) actHere(who seat, text string) error {
	if !t.byPhones() {
		return t.notByHand()
	}
	return t.signHere(who, hands.Entry{Kind: hands.Act, Text: text})
}

// answerHere signs the answer to the open question: an option, or typed faces.
func (t *liveMatch) answerHere(who seat, a *suppliedAnswer) error {
	if t.question.Choice.Why != "" {
		return t.actHere(who, fmt.Sprint(twohands.Choose, " ", a.option))
	}
	e := hands.Entry{Kind: hands.Typed}
	for _, f := range a.faces {
		e.Faces = append(e.Faces, int(f))
	}
	return t.signHere(who, e)
}

// mayAddHere reports whether this device may add lines now, or the match is not played on two devices.
func (t *liveMatch) mayAddHere() bool {
	return !t.byPhones() || t.turnOfPhone() == t.info.Phones.Side
}

// handLine is a line of two-hands dice with its checksum.
type handLine struct {
	hands.Entry
	Sum string `json:"sum"`
}

// linesFrom returns the lines from a number on, with those that are not saved yet; the header is number 1.
func (t *liveMatch) linesFrom(ctx context.Context, from int) ([]handLine, error) {
	raw, err := t.server.store.HandLines(ctx, t.id, from-1, t.hands.kept)
	if err != nil {
		return nil, err
	}
	list := make([]handLine, 0, len(raw))
	for _, line := range append(raw, t.hands.pending...) {
		var x handLine
		if err := json.Unmarshal(bytes.TrimSuffix(line, []byte("\n")), &x); err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

// message returns what this device has to tell the other now.
func (t *liveMatch) message(ctx context.Context) (*message.Message, error) {
	own := t.info.Phones.Side
	m := &message.Message{Kind: message.Turn, ID: t.id, Match: message.SumOf(t.hands.name.String()), Side: own}
	g := t.hands.game
	if g == nil || t.info.Phones.Offer == nil && t.session.Theirs == 0 {
		h := t.hands.own[t.side(own)].Hand()
		var err, wrong error
		m.Kind = message.Joining
		m.Key, err = hands.ParseValue(h.Key)
		m.End, wrong = hands.ParseValue(h.End)
		if err = errors.Join(err, wrong); err != nil {
			return nil, err
		}
	}
	if g == nil {
		m.Kind, m.Offer = message.Invitation, t.info.Phones.Offer
		return m, nil
	}
	m.From = max(1, t.session.Theirs)
	list, err := t.linesFrom(ctx, m.From)
	if err != nil {
		return nil, err
	}
	m.Before, m.To, m.After = message.SumOf(list[0].Sum), g.Hands.Lines, message.SumOf(g.Hands.Sum)
	for _, x := range list[1:] {
		if x.Sig != "" {
			m.Entries = append(m.Entries, x.Entry)
		}
	}
	if g.Over() && !g.Hands.Closed() && t.turnOfPhone() != own {
		m.Consent = t.hands.own[t.side(own)].Consent(g.Hands.Sum, hands.Entry{Kind: hands.Close, By: t.side(1 - own)})
	}
	return m, nil
}
