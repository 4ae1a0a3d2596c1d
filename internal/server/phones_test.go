package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"loophole/hands"
	"loophole/internal/message"
	"loophole/internal/store/memory"
	"loophole/internal/twohands"
	"loophole/rulesets"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A device is a program without a server with one seat of a match.
type device struct {
	t     *testing.T
	srv   *Server
	id    string
	side  string
	token string
	dice  *rand.Rand
}

func newDevice(t *testing.T, n uint64) *device {
	d := &device{t: t, srv: NewLocal(memory.New(nil), Options{Program: "test"}), dice: rand.New(rand.NewPCG(n, 1))}
	t.Cleanup(d.srv.Close)
	return d
}

// phones makes a request about two devices.
func (d *device) phones(r PhoneRequest) (*PhoneAnswer, error) {
	d.t.Helper()
	text, err := json.Marshal(r)
	must(d.t, err)
	text, err = d.srv.Phones(d.t.Context(), text)
	if err != nil {
		return nil, err
	}
	a := &PhoneAnswer{}
	must(d.t, json.Unmarshal(text, a))
	return a, nil
}

// sits takes the match that was begun or joined.
func (d *device) sits(b *Brought) {
	d.id = b.ID
	for side, token := range b.Tokens {
		d.side, d.token = side, token
	}
}

// gives returns the message of the device.
func (d *device) gives() string {
	d.t.Helper()
	a, err := d.phones(PhoneRequest{Do: "give", ID: d.id})
	must(d.t, err)
	if joined := strings.Join(a.Parts, "\n"); len(a.Parts) > 1 {
		for _, p := range a.Parts {
			if len(p) > mostInPart {
				d.t.Errorf("a part has %d characters", len(p))
			}
		}
		return joined
	}
	return a.Text
}

// takes takes a message and returns the number of new moves.
func (d *device) takes(text string) int {
	d.t.Helper()
	a, err := d.phones(PhoneRequest{Do: "take", Text: text, Join: true})
	must(d.t, err)
	if a.Match != nil {
		d.sits(a.Match)
	}
	return a.Added
}

// refuses fails the test unless the device refuses a message with an error that contains why, and
// stands where it was.
func (d *device) refuses(text, why string) {
	d.t.Helper()
	was := d.lines()
	if a, err := d.phones(PhoneRequest{Do: "take", Text: text, Join: true}); err == nil || !strings.Contains(err.Error(), why) {
		d.t.Errorf("%+v, %v; want %q", a, err, why)
	}
	if now := d.lines(); now != was {
		d.t.Errorf("a refused message (%s) changed the match: %d bytes of lines, were %d", why, len(now), len(was))
	}
}

// asks sends a request of the seat to the API.
func (d *device) asks(want int, into any, method, path string, body any) {
	d.t.Helper()
	var text []byte
	if body != nil {
		var err error
		text, err = json.Marshal(body)
		must(d.t, err)
	}
	headers := map[string]string{"Authorization": "Bearer " + d.token, "Content-Type": "application/json"}
	address := root + "/matches/" + d.id + path
	a := d.srv.Answer(d.t.Context(), LocalRequest{Method: method, Address: address, Header: func(name string) string { return headers[name] }, Body: text})
	var b bytes.Buffer
	must(d.t, a.WriteBody(&b))
	if a.Status != want {
		d.t.Fatalf("%s %s: %d %s", method, path, a.Status, b.String())
	}
	if a.Status == http.StatusOK {
		w := httptest.NewRecorder()
		w.Header().Set("Content-Type", "application/json")
		w.Body = bytes.NewBuffer(b.Bytes())
		documented(d.t, d.srv, httptest.NewRequest(method, address, nil), text, w)
	}
	if into != nil {
		must(d.t, json.Unmarshal(b.Bytes(), into))
	}
}

func (d *device) state() (s State) {
	d.t.Helper()
	d.asks(http.StatusOK, &s, "GET", "", nil)
	return s
}

// lines returns the lines of two-hands dice as a file, or "" if there is no match.
func (d *device) lines() string {
	d.t.Helper()
	if d.id == "" {
		return ""
	}
	var x HandLines
	d.asks(http.StatusOK, &x, "GET", "/hands", nil)
	return strings.Join(x.Lines, "\n") + "\n"
}

// moves has the player act once, if this device goes on.
func (d *device) moves() bool {
	d.t.Helper()
	s := d.state()
	if s.Over != nil || s.Hands.Phones.Turn != d.side {
		return false
	}
	if s.Begun != nil {
		q := s.Begun.Question
		switch {
		case !s.Begun.Yours:
			d.t.Fatalf("%s goes on, and %+v is not for it", d.side, s.Begun)
		case q.Kind == "choice":
			d.asks(http.StatusOK, nil, "POST", "/answers", map[string]any{"question": q.ID, "option": d.dice.IntN(len(q.Options))})
		default:
			faces := make([]int, q.Many)
			for i := range faces {
				faces[i] = 1 + d.dice.IntN(q.Die)
			}
			d.asks(http.StatusOK, nil, "POST", "/answers", map[string]any{"question": q.ID, "faces": faces})
		}
		return true
	}
	var list Actions
	d.asks(http.StatusOK, &list, "GET", "/actions", nil)
	var lines []string
	for _, g := range list.Groups {
		for _, a := range g.Actions {
			if a.Allowed {
				lines = append(lines, a.Line)
			}
		}
	}
	d.asks(http.StatusOK, nil, "POST", "/actions", map[string]string{"action": lines[d.dice.IntN(len(lines))]})
	return true
}

// paired begins a match on two devices: the first has side 0.
func paired(t *testing.T, w *NewMatch, dice string) (a, b *device) {
	t.Helper()
	a, b = newDevice(t, 1), newDevice(t, 2)
	x, err := a.phones(PhoneRequest{Do: "begin", New: w, Dice: dice})
	must(t, err)
	a.sits(x.Match)
	b.takes(a.gives())
	return a, b
}

var weakened = &NewMatch{Ruleset: "tideofiron", Scenario: "row"}

// TestPhones plays whole matches on two devices by messages alone, with every message taken twice. Both
// end with the same record, which follows from the lines. No message is needed while a device goes on.
func TestPhones(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, c := range []struct {
		dice, ruleset, scenario string
	}{
		{"two hands", "tideofiron", "row"}, {"typed", "tideofiron", "row"}, {"two hands", "oldworld", "last-stand"},
		{"two hands", "konflikt47", "bunkers"}, {"typed", "d20skirmish", "merville"},
	} {
		t.Run(c.ruleset+" "+c.dice, func(t *testing.T) {
			t.Parallel()
			a, b := paired(t, &NewMatch{Ruleset: c.ruleset, Scenario: c.scenario, Hints: "on"}, c.dice)
			messages, moves := 1, 0
			for b.moves() {
				moves++
			}
			for from, to := b, a; messages < 4000; from, to = to, from {
				if turn := from.state().Hands.Phones.Turn; turn == from.side {
					t.Fatal("a message leaves although this device goes on")
				}
				text := from.gives()
				if to.takes(text) == 0 {
					break // The end is signed.
				}
				messages++
				if again := to.takes(text); again != 0 {
					t.Fatalf("the same message brings %d moves", again)
				}
				for to.moves() {
					moves++
				}
			}
			sa, sb := a.state(), b.state()
			if sa.Over == nil || sb.Over == nil || !sa.Hands.Closed || !sb.Hands.Closed {
				t.Fatalf("after %d messages: %+v %+v", messages, sa.Hands.Phones, sb.Hands.Phones)
			}
			if a.lines() != b.lines() || sa.Position != sb.Position {
				t.Error("the devices end with different lines")
			}
			verifies(t, a, b)
			t.Logf("%d messages, %d moves, %d lines", messages, moves, sa.Hands.Lines)
		})
	}
}

// verifies plays the lines of a match again, and compares the record with those of the devices.
func verifies(t *testing.T, devices ...*device) {
	t.Helper()
	var record bytes.Buffer
	g := twohands.New(rulesets.Game, &record)
	for line := range strings.SplitSeq(strings.TrimSuffix(devices[0].lines(), "\n"), "\n") {
		must(t, g.Take([]byte(line)))
	}
	for _, d := range devices {
		x, err := d.srv.store.Load(t.Context(), d.id)
		must(t, err)
		if !bytes.Equal(bytes.Join(x.Lines, nil), record.Bytes()) {
			t.Errorf("the record of %s is not that of the lines", d.side)
		}
	}
}

// TestPhonesRefuse: messages that are altered, of another match, out of order, from another history, of
// the wrong seat or against the rules are refused, and change nothing.
func TestPhonesRefuse(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	a, b := paired(t, weakened, "two hands")
	invitation, joining := a.gives(), b.gives()
	a.refuses(invitation, "of this device")
	b.refuses(joining, "from this device")
	b.takes(invitation) // again
	late := newDevice(t, 3)
	late.takes(invitation)
	a.takes(joining)
	a.refuses(late.gives(), "another device has joined")
	late.refuses(a.gives(), "another way")
	newDevice(t, 4).refuses(a.gives(), "not on this device")
	c, d := paired(t, weakened, "two hands")
	c.takes(d.gives())
	b.refuses(c.gives(), "not on this device")

	// Each device has moved and sent four messages.
	var sent []string
	for from, to := b, a; len(sent) < 8; from, to = to, from {
		for to.moves() {
		}
		sent = append(sent, to.gives())
		if len(sent) < 8 {
			from.takes(sent[len(sent)-1])
		}
	}
	from, to := a, b // a has still to take the last message.
	last := sent[len(sent)-1]
	for i := range sent[:len(sent)-1] { // Older messages, in any order.
		for _, d := range []*device{a, b} {
			if _, err := d.phones(PhoneRequest{Do: "take", Text: sent[len(sent)-2-i]}); err != nil && !strings.Contains(err.Error(), "from this device") {
				t.Errorf("message %d again: %v", len(sent)-2-i, err)
			}
		}
	}
	m, err := message.Read(last)
	must(t, err)
	altered := func(change func(*message.Message)) string {
		x := *m
		x.Entries = slices.Clone(m.Entries)
		change(&x)
		text, err := x.Text()
		must(t, err)
		return text
	}
	flip := func(hex string) string { return map[bool]string{true: "1", false: "0"}[hex[0] == '0'] + hex[1:] }
	for _, c := range []struct {
		why    string
		change func(*message.Message)
	}{
		{"another match", func(x *message.Message) { x.Match[0]++ }},
		{"from this device", func(x *message.Message) { x.Side = 1 - x.Side }},
		{"goes another way", func(x *message.Message) { x.Before[7]++ }},
		{"stands elsewhere", func(x *message.Message) { x.After[7]++ }},
		{"stands elsewhere", func(x *message.Message) { x.To++ }},
		{"goes another way", func(x *message.Message) { x.From-- }},
		{"missing", func(x *message.Message) { x.From += 100; x.To += 100 }},
		{"", func(x *message.Message) { x.Entries[0].Sig = flip(x.Entries[0].Sig) }},
		{"", func(x *message.Message) { x.Entries = x.Entries[1:] }},
		{"", func(x *message.Message) { x.Entries = append(x.Entries, x.Entries[0]) }},
		{"", func(x *message.Message) {
			x.Entries[0] = hands.Entry{Kind: hands.Act, Text: "do fly", Sig: x.Entries[0].Sig}
		}},
		{"", func(x *message.Message) {
			x.Entries[0] = hands.Entry{Kind: hands.Typed, Faces: []int{6}, Sig: x.Entries[0].Sig}
		}},
	} {
		from.refuses(altered(c.change), c.why)
	}
	whole := altered(func(*message.Message) {})
	for i := 20; i < len(whole)-1; i += 7 {
		from.refuses(whole[:i]+whole[i+1:], "changed on its way")
	}
	if from.takes(last) == 0 || to == from {
		t.Error("the true message brings nothing")
	}
	if from.lines() != to.lines() && !strings.HasPrefix(from.lines(), to.lines()) {
		t.Error("the devices differ")
	}
}

// TestPhonesOlderCopy: a device that goes back to an older copy of the match and moves in another way is
// found out, and gets no value from the other one.
func TestPhonesOlderCopy(t *testing.T) {
	a, b := paired(t, weakened, "two hands")
	a.takes(b.gives())
	one, other := a, b
	if a.state().Hands.Phones.Turn != a.side {
		one, other = b, a
	}
	copied, err := one.srv.store.Copy(t.Context(), one.id)
	must(t, err)
	older := newDevice(t, 9)
	must(t, older.srv.store.Insert(copied))
	older.id, older.side, older.token = one.id, one.side, one.token
	for one.moves() {
	}
	other.takes(one.gives())
	for range 40 {
		if !older.moves() {
			break
		}
	}
	if older.lines() == one.lines() {
		t.Fatal("the older copy has gone the same way")
	}
	was := other.lines()
	other.refuses(older.gives(), "another way")
	older.refuses(other.gives(), "")
	if other.lines() != was {
		t.Error("something was revealed")
	}
}

// TestPhonesTurn: only the device that is to go on can act. An undo that needs consent is asked for by a
// message, and refused or granted by the next.
func TestPhonesTurn(t *testing.T) {
	a, b := paired(t, weakened, "typed")
	b.asks(http.StatusConflict, nil, "POST", "/undo", nil)
	a.asks(http.StatusConflict, nil, "POST", "/actions", map[string]string{"action": fires})
	a.takes(b.gives())
	one, other := a, b
	if a.state().Hands.Phones.Turn != a.side {
		one, other = b, a
	}
	other.asks(http.StatusConflict, nil, "POST", "/undo", nil)
	for range 3 {
		one.moves()
	}
	for n := 0; !one.state().Undo.Possible && n < 60; n++ {
		if !one.moves() {
			other.takes(one.gives())
			one, other = other, one
		}
	}
	s := one.state()
	if !s.Undo.Possible {
		t.Skip("no action can be undone")
	}
	one.asks(http.StatusOK, nil, "POST", "/undo", nil)
	if s.Undo.Free {
		return
	}
	if turn := one.state().Hands.Phones.Turn; turn != other.side {
		t.Fatalf("%s goes on after a request to undo", turn)
	}
	other.takes(one.gives())
	if by := other.state().Undo.AskedBy; by != one.side {
		t.Errorf("%q asks", by)
	}
	other.asks(http.StatusOK, nil, "POST", "/undo/consent", map[string]bool{"agree": true})
	one.takes(other.gives())
	if got := one.state(); got.Position != other.state().Position || got.Undo.AskedBy != "" {
		t.Errorf("after the consent: %+v", got.Undo)
	}
}

// TestPhonesOffer: an invitation describes the match, sets up an own scenario with house rules, and is
// refused for a scenario with hidden pieces and by a program with other rules.
func TestPhonesOffer(t *testing.T) {
	a, b := newDevice(t, 1), newDevice(t, 2)
	if _, err := a.phones(PhoneRequest{Do: "begin", New: &NewMatch{Ruleset: "tideofiron", Scenario: "ambush"}}); err == nil || !strings.Contains(err.Error(), "know different things") {
		t.Errorf("hidden pieces: %v", err)
	}
	source, err := os.ReadFile("../../scenario/bundled/tideofiron/row.yaml")
	must(t, err)
	own := strings.Replace(string(source), "name: row", "name: my-row", 1)
	long, err := a.srv.offerOf(&NewMatch{YAML: own}, hands.PerAct)
	must(t, err)
	long.Gist = strings.Repeat("x", 300_000)
	if _, err := a.srv.newPhoneMatch(long, "long", 0, true); err == nil || !strings.Contains(err.Error(), "longer than any") {
		t.Errorf("a match with too long an invitation begins: %v", err)
	}
	x, err := a.phones(PhoneRequest{Do: "begin", Side: 1, Dice: "typed", New: &NewMatch{YAML: own, Hints: "on", Seats: []NewSeat{{}, {Player: "Ada"}}}})
	must(t, err)
	a.sits(x.Match)
	text := a.gives()
	got, err := b.phones(PhoneRequest{Do: "take", Text: text})
	must(t, err)
	o := got.Offer
	if o == nil || o.Side != a.state().Sides[0] || o.Player != "Ada" || o.Values != hands.TypedDice || !o.Hints || o.Title == "" || got.Match != nil {
		t.Errorf("%+v", o)
	}
	parts := strings.Split(text, "\n")
	if got, err = b.phones(PhoneRequest{Do: "take", Text: parts[0]}); err != nil || got.Of != len(parts) || len(got.Lacks) != len(parts)-1 {
		t.Errorf("one of %d parts: %+v, %v", len(parts), got, err)
	}
	b.takes(text)
	a.takes(b.gives())
	if sa, sb := a.state(), b.state(); sa.Position != sb.Position || sa.Title != sb.Title || !reflect.DeepEqual(sa.House, sb.House) {
		t.Error("the devices set up different matches")
	}
	m, err := message.Read(text)
	must(t, err)
	for _, change := range []struct{ old, new, why string }{
		{`"rules":"`, `"rules":"0`, "other rules"}, {`"values":"typed"`, `"values":"mine"`, "not known"}, {`"players":["`, `"players":["x`, "another way"},
		{`"ruleset":"`, `"ruleset":"x`, ""}, {`{`, `[`, "cannot be read"},
	} {
		x := *m
		x.ID, x.Offer = "another", bytes.Replace(m.Offer, []byte(change.old), []byte(change.new), 1)
		text, err := x.Text()
		must(t, err)
		newDevice(t, 5).refuses(text, change.why)
	}
	b.asks(http.StatusOK, nil, "DELETE", "", nil)
	if _, err := b.phones(PhoneRequest{Do: "give", ID: b.id}); err == nil {
		t.Error("a deleted match speaks")
	}
	for _, bad := range []PhoneRequest{{Do: "dance"}, {Do: "begin"}, {Do: "begin", New: weakened, Side: 2}, {Do: "give", ID: "none"}, {Do: "take", Text: "nothing"}} {
		if _, err := a.phones(bad); err == nil {
			t.Error(fmt.Sprint(bad))
		}
	}
}
