package message

import (
	"encoding/base32"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"loophole/hands"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// random returns a message of random content.
func random(r *rand.Rand) *Message {
	some := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	digits := func(n int) string { return hex.EncodeToString(some(n)) }
	m := &Message{Kind: Kind(1 + r.IntN(3)), ID: "kq" + digits(5), Match: Sum(some(8)), Side: r.IntN(2)}
	if m.Kind == Invitation {
		m.Offer = some(1 + r.IntN(600))
	}
	if m.Kind != Turn {
		m.Key, m.End = hands.Value(some(32)), hands.Value(some(32))
	}
	if m.Kind == Invitation {
		return m
	}
	m.From, m.Before, m.After = r.IntN(1000), Sum(some(8)), Sum(some(8))
	m.To = m.From + r.IntN(60)
	for range r.IntN(5) {
		e := hands.Entry{Sig: digits(64)}
		switch r.IntN(4) {
		case 0:
			e.Kind, e.Text = hands.Act, "do fire "+strings.Repeat("x", r.IntN(40))+" é"
		case 1:
			e.Kind, e.Value = hands.Reveal, digits(32)
		case 2:
			e.Kind = hands.Typed
			for range 1 + r.IntN(20) {
				e.Faces = append(e.Faces, 1+r.IntN(100))
			}
		case 3:
			e.Kind, e.Consent = hands.Close, digits(64)
		}
		m.Entries = append(m.Entries, e)
	}
	if r.IntN(3) == 0 {
		m.Consent = digits(64)
	}
	return m
}

// TestRound: every message is read as it was written: as text, with a note and line breaks around and
// within it, in a link, in small letters, and in parts of any size and order.
func TestRound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		m := random(r)
		text, err := m.Text()
		must(t, err)
		parts, err := Parts(text, 60+r.IntN(600))
		must(t, err)
		r.Shuffle(len(parts), func(i, k int) { parts[i], parts[k] = parts[k], parts[i] })
		var broken strings.Builder
		for i, c := range text {
			if broken.WriteRune(c); i%64 == 63 {
				broken.WriteString([]string{"\n", "\r\n", " \t"}[n%3])
			}
		}
		for _, sent := range []string{
			text, "A loophole for you:\n\n" + text + "\nSee you. Bring dice.", "https://example.org/index.html#" + text, strings.ToLower(text),
			broken.String(), strings.Join(parts, "\n"), "Two. " + strings.Join(slices.Concat(parts, parts[:1]), " and "),
		} {
			got, err := Read(sent)
			must(t, err)
			if !reflect.DeepEqual(got, m) {
				t.Fatalf("%q is read as\n%+v; written was\n%+v", sent, got, m)
			}
		}
	}
}

// TestAltered: a message with one other character, without one, with one twice, or with two in the
// other order is refused, and so is each beginning of it.
func TestAltered(t *testing.T) {
	text, err := random(rand.New(rand.NewPCG(3, 4))).Text()
	must(t, err)
	for i := len(Prefix) + 1; i < len(text)-1; i++ {
		other := string(digits[(strings.IndexByte(digits, text[i])+1+i%31)%32])
		for _, x := range []string{text[:i] + other + text[i+1:], text[:i] + text[i+1:], text[:i+1] + text[i:]} {
			if x != text {
				if _, err := Read(x); !errors.Is(err, ErrSum) {
					t.Fatalf("character %d: %v", i, err)
				}
			}
		}
		if swapped := text[:i] + text[i+1:i+2] + text[i:i+1] + text[i+2:]; i < len(text)-2 && swapped != text {
			if _, err := Read(swapped); !errors.Is(err, ErrSum) {
				t.Fatalf("characters %d and %d: %v", i, i+1, err)
			}
		}
	}
	for i := range len(text) {
		want := ErrCut
		if i < len(Prefix) {
			want = ErrNone
		}
		if _, err := Read(text[:i]); !errors.Is(err, want) {
			t.Fatalf("the first %d characters: %v; want %v", i, err, want)
		}
	}
}

// TestDigits: the digits are those of the standard encoding.
func TestDigits(t *testing.T) {
	for n := range 40 {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(37*i + 11*n)
		}
		if want := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b); encoded(b) != want {
			t.Errorf("%x is %s; want %s", b, encoded(b), want)
		}
	}
}

// TestRefused: other texts are refused with a reason that helps.
func TestRefused(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	a, err := random(r).Text()
	must(t, err)
	b, err := random(r).Text()
	must(t, err)
	of, err := Parts(a, 80)
	must(t, err)
	with, err := Parts(b, 80)
	must(t, err)
	var missing *MissingPartsError
	if _, err := Read(strings.Join(of[2:], " ")); !errors.As(err, &missing) || !slices.Equal(missing.Missing, []int{1, 2}) || missing.Of != len(of) {
		t.Errorf("without parts 1 and 2: %v", err)
	}
	for _, x := range []struct {
		text string
		want error
	}{
		{"", ErrNone}, {"Is there a loophole in the rules?", ErrNone}, {"https://example.org/loophole/", ErrNone},
		{strings.Replace(a, Prefix, name+"2", 1), ErrOther}, {Prefix + "..", ErrSum}, {Prefix + ".AAAA.", ErrSum}, {Prefix + ".0189.", ErrSum},
		{of[0] + with[1], ErrMixed}, {Prefix + "-1-1-AAAAAAAA.BBBB.", ErrSum},
	} {
		if _, err := Read(x.text); !errors.Is(err, x.want) {
			t.Errorf("%.60q: %v; want %v", x.text, err, x.want)
		}
	}
	if _, err := Read(strings.Repeat("A", mostAll+1)); err == nil {
		t.Error("a text of more than a megabyte is read")
	}
	for _, e := range []hands.Entry{{Kind: hands.Rekey}, {Kind: hands.Act}, {Kind: hands.Reveal, Value: "x"}, {Kind: hands.Close, Consent: "00"}} {
		m := &Message{Kind: Turn, ID: "x", Entries: []hands.Entry{e}}
		if text, err := m.Text(); err == nil {
			t.Errorf("%+v: %q", e, text)
		}
	}
}

// TestLong: whatever is written can be read. A message beyond the limits of reading is an error.
func TestLong(t *testing.T) {
	offer := func(n int) *Message { return &Message{Kind: Invitation, ID: "x", Offer: make([]byte, n)} }
	turn := func(n, act int) *Message {
		e := hands.Entry{Kind: hands.Act, Text: strings.Repeat("x", act), Sig: strings.Repeat("0", 128)}
		return &Message{Kind: Turn, ID: "x", Entries: slices.Repeat([]hands.Entry{e}, n)}
	}
	faces := turn(1, 0)
	faces.Entries[0].Kind, faces.Entries[0].Faces = hands.Typed, make([]int, mostFaces+1)
	for _, x := range []struct {
		what string
		m    *Message
		fits bool
	}{
		{"the longest offer", offer(mostOffer), true}, {"a longer one", offer(mostOffer + 1), false},
		{"as many entries as can be", turn(mostEntries, 80), true}, {"another", turn(mostEntries+1, 80), false},
		{"the longest act", turn(1, mostText), true}, {"a longer act", turn(1, mostText+1), false}, {"too many faces", faces, false},
		{"half a megabyte of acts", turn(500, mostText), true}, {"more than a megabyte", turn(600, mostText), false},
	} {
		text, err := x.m.Text()
		if x.fits {
			must(t, err)
			_, err = Read(text)
		}
		if x.fits && err != nil || !x.fits && !errors.Is(err, ErrLong) {
			t.Errorf("%s: %d characters: %v", x.what, len(text), err)
		}
	}
	text, err := offer(1000).Text()
	must(t, err)
	long, err := turn(555, mostText).Text()
	must(t, err)
	for _, x := range []struct {
		text string
		most int
		fits bool
	}{{text, 31, true}, {text, 29, false}, {text, 100, true}, {long, 640, false}, {long, 2000, false}, {long, 1 << 19, true}} {
		parts, err := Parts(x.text, x.most)
		if err == nil {
			_, err = Read(strings.Join(parts, "\n"))
		}
		if x.fits && err != nil || !x.fits && !errors.Is(err, ErrLong) {
			t.Errorf("%d parts of %d characters: %v", len(parts), x.most, err)
		}
	}
}

// FuzzRead: whatever is read is written in the same way again.
func FuzzRead(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 8 {
		text, err := random(r).Text()
		must(f, err)
		f.Add(text)
		parts, err := Parts(text, 90)
		must(f, err)
		f.Add(strings.Join(parts, " "))
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Read(text)
		if err != nil {
			return
		}
		again, err := m.Text()
		must(t, err)
		if got, err := Read(again); err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("%q is read as %+v; as text again %q: %v", text, m, again, err)
		}
	})
}

// FuzzDecode: bytes that are a message are its only form.
func FuzzDecode(f *testing.F) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 8 {
		b, err := random(r).bytes()
		must(f, err)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := decode(b)
		if err != nil {
			return
		}
		again, err := m.bytes()
		must(t, err)
		if string(again) != string(b) {
			t.Errorf("%x and %x are one message", b, again)
		}
	})
}
