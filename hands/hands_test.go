package hands

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the vectors in testdata")

const german, soviet = "German", "Soviet"

// root returns random bytes that are the same each time.
func root(n byte) Value { return hash([]byte("test"), []byte{n}) }

// A party is a match with both secrets, and the server's.
type party struct {
	t       testing.TB
	header  Header
	secrets map[string]*Secret
	table   *Table
	text    bytes.Buffer
}

// sat begins a match with these terms. away says what follows if a value is owed. A second word in it
// says what the values are for.
func sat(t testing.TB, terms, away string) *party {
	away, values, _ := strings.Cut(away, " ")
	p := &party{t: t, secrets: map[string]*Secret{}}
	match := MatchOf([]byte(terms))
	p.header = Header{Loophole: "hands", Format: Format, Terms: json.RawMessage(terms), Match: match.String(), Away: away, Wait: 86400, Values: values}
	for i, seat := range append([]string{german, soviet}, p.header.standIn()...) {
		p.secrets[seat] = NewSecret(match, seat, root(byte(i)))
		p.header.Hands = append(p.header.Hands, p.secrets[seat].Hand())
	}
	table, line, err := Begin(p.header)
	must(t, err)
	p.table = table
	p.wrote(line)
	return p
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (p *party) wrote(line []byte) {
	p.text.Write(line)
	p.text.WriteByte('\n')
}

// add appends an entry that must be valid.
func (p *party) add(e Entry) {
	p.t.Helper()
	line, err := p.table.Append(e)
	must(p.t, err)
	p.wrote(line)
}

// no fails unless the table refuses an entry for a reason that contains why.
func (p *party) no(e Entry, why string) {
	p.t.Helper()
	was := p.table.Sum
	if _, err := p.table.Append(e); err == nil || !strings.Contains(err.Error(), why) {
		p.t.Errorf("%s: %v; want %q", e.object(), err, why)
	}
	if p.table.Sum != was {
		p.t.Fatal("a line that was refused changed the table")
	}
}

// by signs an entry with the secret of its seat.
func (p *party) by(e Entry) Entry { return p.secrets[e.By].Sign(p.table.Sum, e) }

func (p *party) act(seat, text string) {
	p.t.Helper()
	p.add(p.by(Entry{Kind: Act, By: seat, Text: text}))
}

func question(at string, n, die int) Entry {
	return Entry{Kind: Ask, By: german, Text: "attack dice", At: at, Clause: "strength.dice", N: n, Die: die, Reading: "count 5+"}
}

// value returns the next value of a seat, signed.
func (p *party) value(seat string) Entry {
	p.t.Helper()
	v, err := p.secrets[seat].Value(p.table.hand(seat).used + 1)
	must(p.t, err)
	kind := Reveal
	if seat == Server {
		kind = Away
	}
	return p.by(Entry{Kind: kind, By: seat, Value: v.String()})
}

// roll asks a question and has it answered by both, and returns the faces.
func (p *party) roll(at string, n, die int) []int {
	p.t.Helper()
	p.add(question(at, n, die))
	for p.table.Owes() != "" {
		p.add(p.value(p.table.Owes()))
	}
	e, ok := p.table.Next()
	if !ok {
		p.t.Fatal("no faces")
	}
	p.add(e)
	return e.Faces
}

// closes lets both players sign the end.
func (p *party) closes() {
	p.t.Helper()
	e := Entry{Kind: Close, By: german}
	e.Consent = p.secrets[soviet].Consent(p.table.Sum, e)
	p.add(p.by(e))
}

const terms = `{"ruleset":"tideofiron","scenario":"block","rules":"88eabaeef81ef09b"}`

// whole returns a match in which everything happens once.
func whole(t testing.TB) *party {
	p := sat(t, terms, Server)
	p.act(german, "fire panzer-iii at squad-a normal")
	first := p.roll("p0 fire", 9, 6)
	p.act(german, "undo")
	p.act(soviet, "consent")
	p.act(german, "fire panzer-iii at squad-a normal")
	if again := p.roll("p0 fire", 9, 6); fmt.Sprint(again) != fmt.Sprint(first) {
		t.Fatalf("%v, and after it was taken back %v", first, again)
	}
	p.act(soviet, "move squad-b to E5")
	p.roll("p1 move", 1, 100)
	p.act(german, "fire mg-squad at maxim normal")
	p.add(question("p2 fire", 3, 20))
	p.add(p.value(german))
	p.add(p.value(Server)) // The Soviet is away.
	e, _ := p.table.Next()
	p.add(e)
	lost := NewSecret(p.table.match, soviet, root(77))
	e = Entry{Kind: Rekey, By: soviet, Key: lost.Hand().Key, End: lost.Hand().End}
	e.Consent = p.secrets[german].Consent(p.table.Sum, e)
	p.secrets[soviet] = lost
	p.add(p.by(e))
	p.act(soviet, "rest squad-b")
	p.roll("p3 rest", 40, 10)
	for range 2 {
		p.act(german, "fire mg-squad at maxim normal")
		p.add(question(fmt.Sprint("p", p.table.Lines, " fire"), 2, 6))
		p.add(p.value(german))
		p.add(p.value(Server)) // He is away again, twice.
		e, _ = p.table.Next()
		p.add(e)
	}
	p.act(soviet, "fire maxim at mg-squad normal")
	p.roll("p5 fire", 2, 6) // He gives the fourth of his chain: two were passed over.
	p.closes()
	return p
}

// TestVectors: the lines are the same each time, and a reader accepts them.
func TestVectors(t *testing.T) {
	p := whole(t)
	golden(t, "testdata/match.jsonl", p.text.Bytes())
	x, err := Read(p.text.Bytes())
	if err != nil || x.Sum != p.table.Sum || !x.Closed() {
		t.Errorf("%v, checksum %s of %d lines", err, x.Sum, x.Lines)
	}
	lost := sat(t, terms, Forfeit)
	lost.act(soviet, "fire maxim at mg-squad normal")
	lost.add(question("p0 fire", 6, 6))
	lost.add(lost.value(german))
	lost.add(lost.by(Entry{Kind: Forfeited, By: german}))
	golden(t, "testdata/forfeit.jsonl", lost.text.Bytes())

	type link struct {
		Seat  string `json:"seat"`
		Match string `json:"match"`
		Value string `json:"value"`
		Step  string `json:"step"`
	}
	type shown struct {
		Question string   `json:"question"`
		N        int      `json:"n"`
		Die      int      `json:"die"`
		Values   []string `json:"values"` // an empty one was not given
		Faces    []int    `json:"faces"`
	}
	var v struct {
		Hash  string  `json:"hash"` // of the fields "a", "" and "bc"
		Steps []link  `json:"steps"`
		Faces []shown `json:"faces"`
	}
	v.Hash = hash([]byte("a"), nil, []byte("bc")).String()
	match := MatchOf([]byte(terms))
	for i, seat := range []string{german, soviet, Server, "Grün"} {
		x := root(byte(20 + i))
		v.Steps = append(v.Steps, link{seat, match.String(), x.String(), step(match, seat, x).String()})
	}
	for i, d := range []int{2, 3, 4, 6, 8, 10, 12, 20, 100, 97} {
		values := []Value{root(byte(40 + i)), root(byte(60 + i)), {}}
		if i%3 == 1 {
			values[1], values[2] = Value{}, root(byte(80+i))
		}
		if i%3 == 2 {
			values = values[:2]
		}
		s := shown{Question: root(byte(i)).String(), N: 1 + 13*i, Die: d, Faces: Faces(root(byte(i)).String(), 1+13*i, d, values)}
		for _, x := range values {
			if x == (Value{}) {
				s.Values = append(s.Values, "")
			} else {
				s.Values = append(s.Values, x.String())
			}
		}
		v.Faces = append(v.Faces, s)
	}
	text, err := json.MarshalIndent(v, "", " ")
	must(t, err)
	golden(t, "testdata/vectors.json", append(text, '\n'))
}

func golden(t *testing.T, name string, have []byte) {
	t.Helper()
	if *update {
		must(t, os.MkdirAll("testdata", 0o777))
		must(t, os.WriteFile(name, have, 0o666))
	}
	want, err := os.ReadFile(name)
	must(t, err)
	if !bytes.Equal(have, want) {
		t.Errorf("%s differs; it is now\n%s", name, have)
	}
}

// TestChain: a chain leads from its last value to its end, and has no further values.
func TestChain(t *testing.T) {
	match := MatchOf([]byte(terms))
	s := NewSecret(match, german, root(1))
	end, err := s.Value(0)
	must(t, err)
	for _, n := range []int{1, 2, keptEvery - 1, keptEvery, keptEvery + 1, 77, 2 * keptEvery, ChainLength - keptEvery, ChainLength - 1, ChainLength} {
		v, err := s.Value(n)
		must(t, err)
		for range n {
			v = step(match, german, v)
		}
		if v != end {
			t.Errorf("value %d does not lead to the end", n)
		}
	}
	for _, n := range []int{-1, ChainLength + 1} {
		if _, err := s.Value(n); err == nil {
			t.Errorf("value %d is one", n)
		}
	}
	if NewSecret(match, german, root(1)).Hand() != s.Hand() {
		t.Error("the same root does not make the same secret again")
	}
	if NewSecret(match, soviet, root(1)).Hand() == s.Hand() || NewSecret(MatchOf(nil), german, root(1)).Hand() == s.Hand() {
		t.Error("the secret does not depend on the seat and the match")
	}
}

// TestFacesAreFair: every face of every die is equally likely: equally many of the bytes that count
// stand for each.
func TestFacesAreFair(t *testing.T) {
	for die := 2; die <= MaxFaces; die++ {
		counts := make([]int, die)
		for b := range 256 - 256%die {
			counts[b%die]++
		}
		for _, n := range counts {
			if n != counts[0] {
				t.Errorf("D%d: %v", die, counts)
			}
		}
	}
	// And the dice show it, as far as 60,000 of them can.
	seen := [6]float64{}
	for i := range 60 {
		for _, f := range Faces(root(byte(i)).String(), 1000, 6, []Value{root(1), root(2)}) {
			seen[f-1]++
		}
	}
	chi := 0.0
	for _, n := range seen {
		chi += (n - 10000) * (n - 10000) / 10000
	}
	if chi > 30 { // Of five degrees of freedom: once in 70,000.
		t.Errorf("%v: chi square %.1f", seen, chi)
	}
}

// TestFacesNeedAll: any change of the input changes the faces, and so does a change of one hand
// alone.
func TestFacesNeedAll(t *testing.T) {
	q, a, b := root(1).String(), root(2), root(3)
	base := fmt.Sprint(Faces(q, 40, 6, []Value{a, b}))
	for name, other := range map[string][]int{
		"question": Faces(root(4).String(), 40, 6, []Value{a, b}),
		"first":    Faces(q, 40, 6, []Value{root(4), b}),
		"second":   Faces(q, 40, 6, []Value{a, root(4)}),
		"order":    Faces(q, 40, 6, []Value{b, a}),
		"missing":  Faces(q, 40, 6, []Value{a, {}}),
		"server":   Faces(q, 40, 6, []Value{a, b, {}}),
	} {
		if fmt.Sprint(other) == base {
			t.Errorf("%s: the same faces", name)
		}
	}
}

// TestTampering: the reader finds every altered bit of a match in its line, and every line that is
// dropped, doubled or moved.
func TestTampering(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	lines := bytes.SplitAfter(whole(t).text.Bytes(), []byte("\n"))
	lines = lines[:len(lines)-1]
	x := &Table{}
	for n, l := range lines {
		l = bytes.TrimSuffix(l, []byte("\n"))
		for i := range l {
			altered := bytes.Clone(l)
			altered[i] ^= 1 << (i % 8)
			if err := x.Take(altered); lineOf(err) != n+1 {
				t.Fatalf("byte %d of line %d: %v", i, n+1, err)
			}
		}
		// The first line out of place is refused, whatever follows it.
		for m, other := range lines {
			if m == n {
				continue
			}
			if err := x.Take(bytes.TrimSuffix(other, []byte("\n"))); lineOf(err) != n+1 {
				t.Errorf("line %d in place of line %d: %v", m+1, n+1, err)
			}
		}
		must(t, x.Take(l)) // What was refused has changed nothing.
	}
	for i := range lines[1:] {
		swapped := slices.Clone(lines)
		swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
		if _, err := Read(bytes.Join(swapped, nil)); lineOf(err) != i+1 {
			t.Errorf("lines %d and %d swapped: %v", i+1, i+2, err)
		}
	}
}

func lineOf(err error) int {
	var f *Fault
	errors.As(err, &f)
	if f == nil {
		return 0
	}
	return f.Line
}

// FuzzRead: nothing upsets the reader, sealed or not.
func FuzzRead(f *testing.F) {
	p := whole(f)
	f.Add(p.text.Bytes(), false)
	f.Add([]byte(strings.Replace(p.text.String(), `"n":9`, `"n":90000`, 1)), true)
	f.Add([]byte(strings.Replace(p.text.String(), `"die":6`, `"die":-6`, 1)), true)
	f.Add([]byte(`{"loophole":"hands"}`), true)
	f.Fuzz(func(t *testing.T, text []byte, reseal bool) {
		if reseal {
			text = resealed(text)
		}
		x, err := Read(text)
		if err == nil && x.Lines != bytes.Count(text, []byte("\n")) {
			t.Errorf("%d lines of %d", x.Lines, bytes.Count(text, []byte("\n")))
		}
	})
}

// resealed makes all checksums anew, as a forger would.
func resealed(text []byte) []byte {
	var out bytes.Buffer
	sum := ""
	for _, l := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		object, _, ok := unseal(l)
		if !ok {
			object = append(bytes.Clone(l), '}')
		}
		l, sum = seal(sum, object)
		out.Write(l)
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// TestRenewed: a renewed chain has the same key and other values, made from the same root. A player
// with that root continues with the new chain, whichever client has renewed it.
func TestRenewed(t *testing.T) {
	p := sat(t, terms, Forfeit)
	first := p.secrets[german]
	next := first.Renewed()
	last := hash([]byte("chain"), []byte(german), p.table.match[:], first.root[:], []byte("1"))
	if v, err := next.Value(ChainLength); err != nil || v != last {
		t.Errorf("found %v %v, want %v", v, err, last)
	}
	if a, b := first.Hand(), next.Hand(); a.Key != b.Key || a.End == b.End || next.Renewed().Hand().End == b.End {
		t.Errorf("%+v and %+v", a, b)
	}
	p.add(p.by(Entry{Kind: Rekey, By: german, End: next.Hand().End}))
	x := p.player(german, Memory{})
	must(t, p.follows(x))
	if h, _ := x.Table.Hand(german); x.Secret.Hand() != h || h != next.Hand() {
		t.Errorf("%+v plays on with %+v", x.Secret.Hand(), h)
	}
	foreign := NewSecret(p.table.match, german, root(77)).Hand() // Another root: that is not followed.
	p.add(p.by(Entry{Kind: Rekey, By: german, End: foreign.End}))
	x = p.player(german, Memory{})
	must(t, p.follows(x))
	if x.Secret.Hand() != next.Hand() {
		t.Errorf("%+v is followed", x.Secret.Hand())
	}
}

// TestChainRunsOut: a chain is good for exactly 4,096 rolls. A player sees it run low, and
// continues with the next chain.
func TestChainRunsOut(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	p := sat(t, terms, Forfeit)
	values := map[string][]Value{}
	for _, seat := range []string{german, soviet} {
		s := p.secrets[seat]
		chain := make([]Value, ChainLength+1)
		chain[ChainLength], _ = s.Value(ChainLength)
		for n := ChainLength; n > 0; n-- {
			chain[n-1] = step(s.match, seat, chain[n])
		}
		values[seat] = chain
	}
	x := NewPlayer(p.secrets[german], func(t *Table) (Entry, error) { return question(t.Last.At, 1, 6), nil }, Memory{})
	seen := 0
	hears := func() {
		t.Helper()
		text := p.text.Bytes()[seen:]
		seen += len(text)
		for _, l := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
			must(t, x.Follow(l))
		}
	}
	rolled := func(n int) {
		p.add(question(fmt.Sprint("p", p.table.Lines), 1, 6))
		for _, seat := range []string{german, soviet} {
			p.add(p.by(Entry{Kind: Reveal, By: seat, Value: values[seat][n].String()}))
		}
		e, _ := p.table.Next()
		p.add(e)
	}
	for n := 1; n <= ChainLength; n++ {
		rolled(n)
		if hears(); x.Left() != ChainLength-n {
			t.Fatalf("after %d rolls %d are left", n, x.Left())
		}
	}
	if _, err := p.table.Value(p.secrets[german]); err == nil || !strings.Contains(err.Error(), "used up") {
		t.Errorf("value 4,097: %v", err)
	}
	p.add(x.Secret.Sign(p.table.Sum, x.Renewal()))
	if hears(); x.Left() != ChainLength {
		t.Errorf("%d values are left of a new chain", x.Left())
	}
	p.add(question("p again", 1, 6))
	hears()
	e, err := x.Reveal()
	must(t, err)
	p.add(e)
	if e, _ := p.table.Asked(); e.N != 1 || p.table.Owes() != soviet {
		t.Errorf("%q owes a value of %+v", p.table.Owes(), e)
	}
	p.no(p.by(Entry{Kind: Rekey, By: german, End: root(98).String()}), "has given its value") // Not in the middle of a roll.
	hears()
}
