package server

import (
	"context"
	"errors"
	"slices"
	"time"

	"loophole/hands"
	"loophole/internal/status"
	"loophole/rule"
)

// HandEntry is a line of two-hands dice without its checksum, as in docs/hands.md.
type HandEntry struct {
	Kind    string `json:"kind" enum:"act,reveal,rekey,close,forfeit" doc:"the server writes the other kinds"`
	By      string `json:"by" maxLength:"200" doc:"the side"`
	Text    string `json:"text,omitempty" maxLength:"1100" doc:"of an act: do and the line of an action, choose and the number of an option from 0, undo, consent, refuse, redo, resign"`
	Value   string `json:"value,omitempty" maxLength:"64" doc:"of a reveal: the next value of the chain"`
	Key     string `json:"key,omitempty" maxLength:"64" doc:"of a rekey: another key"`
	End     string `json:"end,omitempty" maxLength:"64" doc:"of a rekey: the end of the new chain"`
	Consent string `json:"consent,omitempty" maxLength:"128" doc:"the other side's signature, if required"`
	Sig     string `json:"sig,omitempty" maxLength:"128" doc:"the side's signature of the line after the previous one"`
}

func (e *HandEntry) entry() hands.Entry {
	return hands.Entry{Kind: e.Kind, By: e.By, Text: e.Text, Value: e.Value, Key: e.Key, End: e.End, Consent: e.Consent, Sig: e.Sig}
}

type signInput struct {
	MatchInput
	Body struct {
		Sum   string    `json:"sum" maxLength:"64" doc:"the checksum of the line before, which the signature covers"`
		Entry HandEntry `json:"entry"`
	}
}

type handsInput struct {
	MatchInput
	From int `query:"from" minimum:"1" default:"1" doc:"the number of the first line to return; the header is 1"`
}

// HandLines are lines of two-hands dice.
type HandLines struct {
	Match string   `json:"match" doc:"the name that binds keys, chains and values: SHA-256 of the terms"`
	Terms string   `json:"terms,omitempty" doc:"the whole match as JSON, byte for byte: the header of its record; only with the lines from 1"`
	Count int      `json:"count" doc:"the number of lines; 0 until both hands have claimed"`
	Sum   string   `json:"sum" doc:"the checksum of the last line, which the next signature covers"`
	From  int      `json:"from"`
	Lines []string `json:"lines" doc:"as in the file, without line breaks; there may be more: ask from the next one"`
}

type handsOutput struct {
	Body HandLines
}

// mostLines is the largest number of lines in one answer.
const mostLines = 2000

// listHands lists the lines of a match from a number on.
func (s *Server) listHands(ctx context.Context, in *handsInput) (*handsOutput, error) {
	out := &handsOutput{}
	err := s.withReadLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) error {
		if t.hands == nil {
			return noHands()
		}
		out.Body = t.handLines(in.From)
		if in.From == 1 {
			out.Body.Terms = string(t.hands.text)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if n := min(mostLines, out.Body.Count-in.From+1); n > 0 {
		lines, err := s.store.HandLines(ctx, in.ID, in.From-1, n)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		out.Body.Lines = texts(lines)
	}
	return out, nil
}

// noHands returns the problem of a match with other dice.
func noHands() *Problem {
	return problem(status.NotFound, "no-hands", "the dice of this match are not of two hands")
}

// handLines returns the lines from a number on, with the checksum.
func (t *liveMatch) handLines(from int) HandLines {
	x := HandLines{Match: t.hands.name.String(), From: from, Lines: []string{}}
	if g := t.hands.game; g != nil {
		x.Count, x.Sum = g.Hands.Lines, g.Hands.Sum
	}
	return x
}

func texts(lines [][]byte) []string {
	list := make([]string, len(lines))
	for i, l := range lines {
		list[i] = string(l[:len(l)-1])
	}
	return list
}

// sign adds a line that a player has signed, and the lines that follow from it.
func (s *Server) sign(ctx context.Context, in *signInput) (*handsOutput, error) {
	out := &handsOutput{}
	err := s.withWriteLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) error {
		e := in.Body.Entry.entry()
		if err := t.maySign(who, in.Body.Sum, &e); err != nil {
			return err
		}
		from := t.hands.game.Hands.Lines + 1
		_, err := t.try(func() error {
			if err := t.hands.game.CheckEntry(e); err != nil {
				return lineProblem(err)
			}
			t.session.Deletes = [2]bool{} // The match has continued since the request.
			if err := t.addLine(e); err != nil {
				return lineProblem(err)
			}
			return t.addRequiredLines()
		})
		if err != nil {
			return err
		}
		lines := t.hands.pending
		if err := t.commit(nil); err != nil {
			return notKept(err)
		}
		out.Body = t.handLines(from)
		out.Body.Lines = texts(lines)
		t.drive()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// lineProblem turns the error of an invalid line into a problem. Violations keep their reasons.
func lineProblem(err error) error {
	var no rule.IllegalError
	var lacks *rule.MissingFactError
	if errors.As(err, &no) || errors.As(err, &lacks) {
		return err
	}
	return problem(status.UnprocessableEntity, "false-line", "%s", InWords(err))
}

// maySign returns the reason why a seat may not add a line now, or nil.
func (t *liveMatch) maySign(who seat, sum string, e *hands.Entry) error {
	if t.hands == nil {
		return noHands()
	}
	if who.spectates() {
		return spectatorProblem()
	}
	side, err := t.sideNamed(e.By)
	if err != nil || !t.mayActFor(who, side) {
		return problem(status.Forbidden, "not-yours", "this token signs for %s only", t.side(who.side))
	}
	g := t.hands.game
	switch {
	case g == nil:
		return problem(status.Conflict, "no-hand", "the match begins when both hands are there: %s is to claim the seat with one", t.sidesWithoutHand()[0])
	case g.Hands.Closed():
		return problem(status.Conflict, "over", "the match is closed: nothing follows its end")
	case sum != g.Hands.Sum:
		p := problem(status.Conflict, "moved-on", "the line is signed after another than the last one: fetch the lines from %d on, and sign it anew", g.Hands.Lines)
		p.Sum, p.Lines = g.Hands.Sum, g.Hands.Lines
		return p
	case e.Kind == hands.Forfeited && t.consequence() == hands.Forfeit && time.Now().Before(t.dueTime()):
		return problem(status.Conflict, "too-soon", "%s has time for its value until %s", t.session.Owed.Side, t.dueTime().UTC().Format(time.RFC3339))
	case (e.Kind == hands.Act || e.Kind == hands.Rekey) && (t.hands.signed[side] >= mostSigned || t.hands.bytes > mostHandBytes):
		return problem(status.Conflict, "full", "the match has reached its limit of lines")
	}
	return nil
}

// HandIn is the hand that a client sends with its claim of a seat.
type HandIn struct {
	Key string `json:"key" pattern:"^[0-9a-f]{64}$" doc:"the public half of an Ed25519 key"`
	End string `json:"end" pattern:"^[0-9a-f]{64}$" doc:"the end of a chain for this match and side"`
}

// setHand sets the hand of a claimed seat. The client may replace it until both seats have a hand.
// After that only a rekey line changes it.
func (t *liveMatch) setHand(side int, in *HandIn) error {
	switch {
	case t.hands == nil && in == nil:
		return nil
	case t.hands == nil:
		return problem(status.UnprocessableEntity, "no-hands", "the dice of this match are not of two hands: leave the hand out")
	case in == nil && t.handOf(side) == nil:
		return problem(status.UnprocessableEntity, "no-hand", "the dice of this match are of two hands: claim the seat with the key and the end of a chain, as loophole join does")
	case in == nil:
		return nil // The seat moves to another machine, with its hand.
	}
	was := t.handOf(side)
	h := hands.Hand{Seat: t.side(side), Key: in.Key, End: in.End}
	if was != nil && *was == h {
		return nil
	}
	if g := t.hands.game; g != nil && was.Key == h.Key && slices.Contains(g.Hands.Header.Hands, h) {
		return nil // The same key has renewed its chain since.
	}
	if t.hands.game != nil {
		return problem(status.Conflict, "hand-stands", "the match has begun with another hand of %s: a rekey changes it", t.side(side))
	}
	if err := hands.CheckKey(h.Key); err != nil {
		return problem(status.UnprocessableEntity, "weak-key", "%s", InWords(err))
	}
	others := []*hands.Hand{t.handOf(1 - side)}
	if own := t.hands.own[hands.Server]; own != nil {
		x := own.Hand()
		others = append(others, &x)
	}
	for _, o := range others {
		if o != nil && (o.Key == h.Key || o.End == h.End) {
			return problem(status.UnprocessableEntity, "equal-hands", "another hand of this match has the same key or the same end: make your own, at random")
		}
	}
	t.session.Hands[side] = &h
	return nil
}

// sidesWithoutHand lists the sides without a hand.
func (t *liveMatch) sidesWithoutHand() []string {
	list := []string{}
	for side := range t.instance.Sides {
		if t.handOf(side) == nil {
			list = append(list, t.side(side))
		}
	}
	return list
}
