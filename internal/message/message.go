package message

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"loophole/hands"
)

// A Kind is the purpose of a message.
type Kind uint8

// The kinds of messages.
const (
	Invitation Kind = 1 // describes a match and has the hand of its author
	Joining    Kind = 2 // has the hand of the other side, and perhaps its first entries
	Turn       Kind = 3 // has entries
)

// A Sum is the beginning of a checksum.
type Sum [8]byte

// SumOf returns the beginning of a checksum in hexadecimal digits.
func SumOf(sum string) (s Sum) {
	hex.Decode(s[:], []byte(sum[:min(len(sum), 2*len(s))]))
	return s
}

// A Message is what one device sends to the other.
type Message struct {
	Kind    Kind
	ID      string // of the match
	Match   Sum    // of the match's name, [hands.MatchOf] its terms
	Side    int    // of the sender, 0 or 1
	Offer   []byte // of an invitation: the description of the match
	Key     hands.Value
	End     hands.Value // with Key the hand of the sender: of an invitation and a joining
	From    int         // the number of lines before the first entry; 0 in an invitation
	Before  Sum         // of line From
	To      int         // the number of lines after the last entry and what follows from it
	After   Sum         // of line To
	Entries []hands.Entry
	Consent string // to the end, by the other side after line To; or ""
}

// The limits of a message.
const (
	mostOffer   = 1 << 18
	mostText    = 1100 // bytes of an act
	mostEntries = 4096
	mostFaces   = 1 << 12
	mostLines   = 1 << 24
)

// The first byte of an entry.
const (
	isAct = 1 + iota
	isReveal
	isTyped
	isClose
)

// bytes returns the message without its checksum. The error wraps [ErrLong] beyond the limits.
func (m *Message) bytes() ([]byte, error) {
	if len(m.Offer) > mostOffer || len(m.Entries) > mostEntries || m.To > mostLines {
		return nil, ErrLong
	}
	b := []byte{byte(m.Kind)}
	b = appendText(b, m.ID)
	b = append(b, m.Match[:]...)
	b = append(b, byte(m.Side))
	if m.Kind == Invitation {
		b = appendText(b, string(m.Offer))
	}
	if m.Kind != Turn {
		b = append(append(b, m.Key[:]...), m.End[:]...)
	}
	if m.Kind == Invitation {
		return b, nil
	}
	b = append(binary.AppendUvarint(b, uint64(m.From)), m.Before[:]...)
	b = append(binary.AppendUvarint(b, uint64(m.To)), m.After[:]...)
	b = binary.AppendUvarint(b, uint64(len(m.Entries)))
	for i := range m.Entries {
		var err error
		if b, err = appendEntry(b, &m.Entries[i]); err != nil {
			return nil, err
		}
	}
	return appendSignature(b, m.Consent, true)
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// appendSignature appends a signature. One that may be missing has a byte before it.
func appendSignature(b []byte, sig string, optional bool) ([]byte, error) {
	if optional {
		if sig == "" {
			return append(b, 0), nil
		}
		b = append(b, 1)
	}
	raw, err := hex.DecodeString(sig)
	if err != nil || len(raw) != 64 {
		return nil, fmt.Errorf("message: %.20q is no signature", sig)
	}
	return append(b, raw...), nil
}

func appendEntry(b []byte, e *hands.Entry) ([]byte, error) {
	if len(e.Text) > mostText || len(e.Faces) > mostFaces {
		return nil, ErrLong
	}
	switch e.Kind {
	case hands.Act:
		b = appendText(append(b, isAct), e.Text)
	case hands.Reveal:
		v, err := hands.ParseValue(e.Value)
		if err != nil {
			return nil, err
		}
		b = append(append(b, isReveal), v[:]...)
	case hands.Typed:
		b = binary.AppendUvarint(append(b, isTyped), uint64(len(e.Faces)))
		for _, f := range e.Faces {
			b = append(b, byte(f)) // At most hands.MostFaces.
		}
	case hands.Close:
		var err error
		if b, err = appendSignature(append(b, isClose), e.Consent, false); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("message: an entry of kind %q has no place in a message", e.Kind)
	}
	return appendSignature(b, e.Sig, false)
}

// errForm is the error of bytes that are not a message, though their checksum holds.
var errForm = errors.New("this is not a message of a match: another program wrote it")

// A reader reads the bytes of a message. After the first error it returns zero values.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) take(n int) []byte {
	if r.bad = r.bad || n < 0 || n > len(r.rest); r.bad {
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

// number reads a number up to most.
func (r *reader) number(most int) int {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > uint64(most) {
		r.bad = true
		return 0
	}
	r.take(size)
	return int(n)
}

func (r *reader) text(most int) string { return string(r.take(r.number(most))) }

func (r *reader) hex(n int) string { return hex.EncodeToString(r.take(n)) }

func (r *reader) sum() (s Sum) {
	copy(s[:], r.take(len(s)))
	return s
}

func (r *reader) value() (v hands.Value) {
	copy(v[:], r.take(len(v)))
	return v
}

// decode reads what bytes returns, and nothing else.
func decode(b []byte) (*Message, error) {
	r := &reader{rest: b}
	m := &Message{Kind: Kind(r.byte()), ID: r.text(64), Match: r.sum(), Side: int(r.byte())}
	if m.Kind < Invitation || m.Kind > Turn || m.Side > 1 || m.ID == "" {
		return nil, errForm
	}
	if m.Kind == Invitation {
		m.Offer = []byte(r.text(mostOffer))
	}
	if m.Kind != Turn {
		m.Key, m.End = r.value(), r.value()
	}
	if m.Kind != Invitation {
		m.From, m.Before = r.number(mostLines), r.sum()
		m.To, m.After = r.number(mostLines), r.sum()
		for n := r.number(mostEntries); n > 0 && !r.bad; n-- {
			m.Entries = append(m.Entries, r.entry())
		}
		if r.byte() == 1 {
			m.Consent = r.hex(64)
		}
	}
	if r.bad || len(r.rest) > 0 || m.From > m.To {
		return nil, errForm
	}
	// Numbers and texts have one form only.
	if again, err := m.bytes(); err != nil || !bytes.Equal(again, b) {
		return nil, errForm
	}
	return m, nil
}

func (r *reader) entry() (e hands.Entry) {
	switch r.byte() {
	case isAct:
		e.Kind, e.Text = hands.Act, r.text(mostText)
	case isReveal:
		e.Kind, e.Value = hands.Reveal, r.hex(32)
	case isTyped:
		e.Kind = hands.Typed
		for n := r.number(mostFaces); n > 0 && !r.bad; n-- {
			e.Faces = append(e.Faces, int(r.byte()))
		}
	case isClose:
		e.Kind, e.Consent = hands.Close, r.hex(64)
	default:
		r.bad = true
	}
	e.Sig = r.hex(64)
	return e
}
