package server

import (
	"time"

	"loophole/hands"
)

// HandsState is the state of two-hands dice.
type HandsState struct {
	Match  string      `json:"match" doc:"the name that binds keys, chains and values: SHA-256 of the terms"`
	Away   string      `json:"away" enum:"forfeit,server" doc:"the consequence if a value is owed for longer than wait"`
	Wait   int         `json:"wait" doc:"seconds"`
	Waits  []string    `json:"waits" doc:"the sides that have not claimed with a hand yet: the match begins when all have"`
	Lines  int         `json:"lines" doc:"the number of lines"`
	Sum    string      `json:"sum" doc:"the checksum of the last line, which the next signature covers"`
	Owes   *Owed       `json:"owes,omitempty" doc:"the side whose value is owed; left out if none is"`
	Offers []HandEntry `json:"offers" doc:"lines that a side asks the other to consent to, with its consent if it has been given"`
	Phones *PhoneState `json:"phones,omitempty" doc:"of a match on two devices without a server, which exchange messages"`
	Closed bool        `json:"closed" doc:"the lines are complete: signed by both, or lost by an owed value"`
}

// PhoneState is the state of a match on two devices without a server.
type PhoneState struct {
	Side   string `json:"side" doc:"the side that this device plays"`
	Turn   string `json:"turn" doc:"the side whose device goes on; the other one waits for its message. Empty before the other device has joined, and at the signed end"`
	Due    bool   `json:"due" doc:"the other device is not known to have all lines of this one"`
	Values string `json:"values" enum:"act,typed" doc:"one value of each hand makes all dice of an act, or the players type their dice"`
}

// Owed is a value that a side must give.
type Owed struct {
	Side  string `json:"side"`
	Since string `json:"since"`
	Until string `json:"until" doc:"the time of the consequence"`
	Then  string `json:"then" enum:"forfeit,server,nothing" doc:"the consequence: the other side may declare the game lost; the server replaces the value; nothing, because a policy waits for ever, and the server replaces only one hand of a roll"`
}

// handsState returns the state of the dice, or nil for other dice.
func (t *liveMatch) handsState() *HandsState {
	x := t.hands
	if x == nil {
		return nil
	}
	told := t.handLines(1)
	s := &HandsState{Match: told.Match, Away: x.terms.Away, Wait: x.terms.Wait, Waits: t.sidesWithoutHand(), Lines: told.Count, Sum: told.Sum, Offers: []HandEntry{}}
	for _, o := range t.session.Offers {
		if o != nil {
			s.Offers = append(s.Offers, o.Entry)
		}
	}
	if t.byPhones() {
		s.Phones = &PhoneState{Side: t.side(t.info.Phones.Side), Values: x.terms.Values, Due: x.game == nil || t.session.Theirs < x.game.Hands.Lines}
		if turn := t.turnOfPhone(); turn != nobody {
			s.Phones.Turn = t.side(turn)
		}
	}
	if x.game == nil {
		return s
	}
	s.Closed = x.game.Hands.Closed()
	if o := t.session.Owed; o != nil {
		s.Owes = &Owed{o.Side, o.Since.Format(time.RFC3339), t.dueTime().UTC().Format(time.RFC3339), t.consequence()}
	}
	return s
}

// awaitsHands reports whether the open question is a roll of two hands, which no request can
// answer directly.
func (t *liveMatch) awaitsHands() bool {
	return t.hands != nil && t.hands.terms.Values != hands.TypedDice && t.question != nil && t.question.Choice.Why == ""
}

// HandsEvent announces new lines of two-hands dice, so that clients fetch them.
type HandsEvent struct {
	Lines int    `json:"lines"`
	Sum   string `json:"sum"`
	Owes  string `json:"owes" doc:"the side whose value is owed, or empty"`
}

// handsEvent returns the number of lines; ok is false if there are none.
func (t *liveMatch) handsEvent() (e HandsEvent, ok bool) {
	if t.hands == nil || t.hands.game == nil {
		return e, false
	}
	g := t.hands.game
	return HandsEvent{g.Hands.Lines, g.Hands.Sum, g.Hands.Owes()}, true
}
