package server

import (
	"context"
	"errors"

	"loophole/hands"
	"loophole/internal/message"
	"loophole/internal/status"
)

// How this device takes a message of the other one.

// messageProblem returns the problem of a message that cannot be taken now.
func messageProblem(kind, format string, args ...any) *Problem {
	return problem(status.Conflict, kind, format, args...)
}

// meetOtherDevice takes the hand of the other device, and begins the lines when both are there.
func (t *liveMatch) meetOtherDevice(m *message.Message) error {
	other := 1 - t.info.Phones.Side
	h := hands.Hand{Seat: t.side(other), Key: m.Key.String(), End: m.End.String()}
	if t.hands.game != nil {
		if t.hands.game.Hands.Header.Hands[other] != h {
			return messageProblem("other-hand", "another device has joined this match for %s: a match is played on two devices only", h.Seat)
		}
		return nil
	}
	if err := hands.CheckKey(h.Key); err != nil {
		return messageProblem("weak-key", "%s", InWords(err))
	}
	t.session.Hands[other] = &h
	return t.join()
}

// takeMessage takes a message. added is the number of new entries; 0 if this device has all of them.
func (t *liveMatch) takeMessage(ctx context.Context, m *message.Message) (added int, err error) {
	own := t.info.Phones.Side
	switch {
	case m.Side == own:
		return 0, messageProblem("own-message", "this message is from this device: the other one takes it")
	case m.Match != message.SumOf(t.hands.name.String()):
		return 0, messageProblem("other-match", "this message is of another match with the same name")
	case t.hands.game == nil && m.Kind != message.Joining:
		return 0, messageProblem("missing", "a message before this one is missing, with which the other device joined: let it show that one")
	}
	if m.Kind == message.Joining {
		if err := t.meetOtherDevice(m); err != nil {
			return 0, err
		}
	}
	g := t.hands.game
	if m.From < 1 || m.From > g.Hands.Lines {
		return 0, messageProblem("missing", "a message before this one is missing: it begins after line %d, and this device has %d", m.From, g.Hands.Lines)
	}
	list, err := t.linesFrom(ctx, m.From)
	if err != nil {
		return 0, err
	}
	fresh, err := t.unknownEntries(m, list)
	if err != nil {
		return 0, err
	}
	if len(fresh) > 0 {
		if err := t.takeEntries(m, fresh); err != nil {
			return 0, err
		}
	}
	t.session.Theirs = max(t.session.Theirs, m.To)
	if len(fresh) > 0 {
		err = t.addRequiredLines()
	}
	if err == nil && m.Consent != "" && g.Hands.Lines == m.To && t.turnOfPhone() == own {
		err = t.addLine(t.hands.own[t.side(own)].Sign(g.Hands.Sum, hands.Entry{Kind: hands.Close, By: t.side(own), Consent: m.Consent}))
	}
	return len(fresh), err
}

// unknownEntries returns the entries of a message that this device lacks. list has its lines from
// m.From on.
func (t *liveMatch) unknownEntries(m *message.Message, list []handLine) ([]hands.Entry, error) {
	apart := messageProblem("apart", "this message goes another way than the match on this device: one of the two continued from an older copy")
	if message.SumOf(list[0].Sum) != m.Before {
		return nil, apart
	}
	rest := m.Entries
	for i := range rest {
		rest[i].By = t.side(m.Side)
	}
	for _, x := range list[1:] {
		switch {
		case x.Sig == "" || len(rest) == 0: // With no entry left, this device has gone on.
		case x.By != rest[0].By || x.Sig != rest[0].Sig:
			return nil, apart
		default:
			rest = rest[1:]
		}
	}
	if len(rest) == 0 && (m.To-m.From >= len(list) || message.SumOf(list[m.To-m.From].Sum) != m.After) {
		return nil, apart
	}
	return rest, nil
}

// takeEntries plays the entries of the other device. Each must be made in its turn, signed by its seat, and
// legal; and both devices must come to the same last line.
func (t *liveMatch) takeEntries(m *message.Message, list []hands.Entry) error {
	g := t.hands.game
	for _, e := range list {
		if t.turnOfPhone() != m.Side {
			return messageProblem("not-their-turn", "the message has a move of %s where it is not its turn", e.By)
		}
		if err := g.CheckEntry(e); err != nil {
			return errors.Join(messageProblem("illegal", "the message has a move that the rules forbid: %s", InWords(err)), err)
		}
		if err := t.addLine(e); err != nil {
			return messageProblem("false-line", "the message does not hold: %s", InWords(err))
		}
		for next, ok := g.Next(); ok; next, ok = g.Next() {
			if err := t.addLine(next); err != nil {
				return err
			}
		}
	}
	if g.Hands.Lines != m.To || message.SumOf(g.Hands.Sum) != m.After {
		return messageProblem("other-result", "by the rules on this device the match stands elsewhere than on the other one: both need the same version of the program")
	}
	return nil
}
