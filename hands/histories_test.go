package hands

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// A history is the lines of a match, with the number of the invalid line, or 0 if all lines are valid.
// Every reader of such lines must find the same: this package, the verifier in Python, and the page.
type history struct {
	Name  string   `json:"name"`
	Fault int      `json:"fault"`
	Lines []string `json:"lines"`
}

// An attempt is a valid or invalid last line after some play.
type attempt struct {
	name, away string
	play       func(p *party)
	last       func(p *party) Entry
	raw        func(line string) string // changes the text of the last line, if not nil
	why        string                   // a part of the error, or empty if the last line is valid
}

// asks lets the German fire at a place, and adds the question of the rules.
func (p *party) asks(at string) {
	p.t.Helper()
	p.act(german, "fire")
	p.add(question(at, 2, 6))
}

// gives adds the next value of each of some seats.
func (p *party) gives(seats ...string) {
	p.t.Helper()
	for _, seat := range seats {
		p.add(p.value(seat))
	}
}

// falls adds the faces of the open question.
func (p *party) falls() {
	p.t.Helper()
	e, ok := p.table.Next()
	if !ok {
		p.t.Fatal("no faces")
	}
	p.add(e)
}

// The other uses of a value, in a match without a substitute: one value for all dice of an act, and
// none at all, because the players type their dice.
const (
	perAct = Forfeit + " " + PerAct
	typed  = Forfeit + " " + TypedDice
)

// fired lets the German fire at "a", and the seats reveal their values in this order.
func (p *party) fired(seats ...string) {
	p.t.Helper()
	p.asks("a")
	p.gives(seats...)
	p.falls()
}

// missed lets the server substitute for the Soviet in some rolls.
func (p *party) missed(rolls int) {
	p.t.Helper()
	for n := range rolls {
		p.asks(fmt.Sprint("missed ", n))
		p.gives(german, Server)
		p.falls()
	}
}

// nth returns a signed entry with the value of a seat's chain by its number.
func (p *party) nth(kind, seat string, n int) Entry {
	p.t.Helper()
	v, err := p.secrets[seat].Value(n)
	must(p.t, err)
	return p.by(Entry{Kind: kind, By: seat, Value: v.String()})
}

// agreed returns an entry with the other seat's consent, signed.
func (p *party) agreed(e Entry) Entry {
	other := german
	if e.By == german {
		other = soviet
	}
	e.Consent = p.secrets[other].Consent(p.table.Sum, e)
	return p.by(e)
}

// renewed returns the entry of a new chain of a seat under its key.
func (p *party) renewed(seat string) Entry {
	p.secrets[seat] = p.secrets[seat].Renewed()
	return Entry{Kind: Rekey, By: seat, End: p.secrets[seat].Hand().End}
}

var attempts = []attempt{
	// A value for which the server substituted is passed over.
	{"late in the same roll", Server, func(p *party) { p.asks("a"); p.gives(german, Server) },
		func(p *party) Entry { return p.nth(Reveal, soviet, 1) }, nil, "no value"},
	{"late in the next roll", Server, func(p *party) { p.missed(1); p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.nth(Reveal, soviet, 1) }, nil, "not the next"},
	{"the one after it", Server, func(p *party) { p.missed(1); p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.nth(Reveal, soviet, 2) }, nil, ""},
	{"one too far", Server, func(p *party) { p.missed(1); p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.nth(Reveal, soviet, 3) }, nil, "not the next"},
	{"the same again", Server, func(p *party) { p.missed(1); p.roll("a", 2, 6); p.asks("b"); p.gives(german) },
		func(p *party) Entry { return p.nth(Reveal, soviet, 2) }, nil, "not the next"},
	{"three missed, and the first is given", Server, func(p *party) { p.missed(3); p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.nth(Reveal, soviet, 1) }, nil, "not the next"},
	{"three missed, and the last of them is given", Server, func(p *party) { p.missed(3); p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.nth(Reveal, soviet, 3) }, nil, "not the next"},
	{"ten missed, and back", Server, func(p *party) {
		p.missed(10)
		p.asks("a")
		p.gives(german, soviet)
		p.falls()
		p.asks("b")
		p.gives(german)
	},
		func(p *party) Entry { return p.nth(Reveal, soviet, 12) }, nil, ""},
	{"the first hand is missed", Server, func(p *party) { p.asks("a"); p.gives(Server, soviet); p.falls(); p.asks("b") },
		func(p *party) Entry { return p.nth(Reveal, german, 2) }, nil, ""},
	{"the first hand is missed, and late", Server, func(p *party) { p.asks("a"); p.gives(Server, soviet); p.falls(); p.asks("b") },
		func(p *party) Entry { return p.nth(Reveal, german, 1) }, nil, "not the next"},
	{"faces as if the late value counted", Server, func(p *party) { p.asks("a"); p.gives(german, Server) },
		func(p *party) Entry {
			one, err := p.secrets[soviet].Value(1)
			must(p.t, err)
			return Entry{Kind: Roll, Faces: Faces(p.table.asked, 2, 6, []Value{p.table.values[0], one, p.table.values[2]})}
		}, nil, "expected roll"},
	// The server substitutes for one hand of a roll, and only if that hand owes a value.
	{"the server stands in for both", Server, func(p *party) { p.asks("a"); p.gives(Server) },
		func(p *party) Entry { return p.value(Server) }, nil, "and only one"},
	{"the server stands in twice for one", Server, func(p *party) { p.asks("a"); p.gives(german, Server) },
		func(p *party) Entry { return p.value(Server) }, nil, "and only one"},
	{"the server gives one value twice", Server, func(p *party) { p.missed(1); p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.nth(Away, Server, 1) }, nil, "not the next"},
	{"the server stands in for nothing", Server, func(p *party) {},
		func(p *party) Entry { return p.value(Server) }, nil, "and only one"},
	{"a side stands in", Server, func(p *party) { p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.nth(Away, soviet, 1) }, nil, "allow no substitute"},
	{"the server reveals", Server, func(p *party) { p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.nth(Reveal, Server, 1) }, nil, "no value"},
	{"the server acts", Server, func(p *party) {},
		func(p *party) Entry { return p.by(Entry{Kind: Act, By: Server, Text: "fire"}) }, nil, "no seat"},
	// Undo after it: the same faces, for which nobody gives a value.
	{"taken back after it", Server, func(p *party) {
		p.missed(1)
		p.act(german, "undo")
		p.act(soviet, "consent")
		p.asks("missed 0")
		p.falls()
		p.asks("a")
		p.gives(german)
	},
		func(p *party) Entry { return p.nth(Reveal, soviet, 2) }, nil, ""},
	{"taken back, and a value is given for it", Server, func(p *party) { p.missed(1); p.act(german, "undo"); p.act(soviet, "consent"); p.asks("missed 0") },
		func(p *party) Entry { return p.value(german) }, nil, "no value"},
	{"taken back, and the one who was missed gives now", Server, func(p *party) { p.missed(1); p.act(german, "undo"); p.act(soviet, "consent"); p.asks("missed 0") },
		func(p *party) Entry { return p.nth(Reveal, soviet, 1) }, nil, "no value"},
	{"taken back, and the server stands in again", Server, func(p *party) { p.missed(1); p.act(german, "undo"); p.act(soviet, "consent"); p.asks("missed 0") },
		func(p *party) Entry { return p.value(Server) }, nil, "and only one"},
	{"taken back, and rolled anew", Server, func(p *party) { p.missed(1); p.act(german, "undo"); p.act(soviet, "consent"); p.asks("missed 0") },
		func(p *party) Entry { return Entry{Kind: Roll, Faces: []int{6, 6}} }, nil, "expected again"},
	// A new chain after it.
	{"a new chain after it", Server, func(p *party) { p.missed(2); p.add(p.by(p.renewed(soviet))); p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.nth(Reveal, soviet, 1) }, nil, ""},
	{"a new chain after it, and its second value", Server, func(p *party) { p.missed(2); p.add(p.by(p.renewed(soviet))); p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.nth(Reveal, soviet, 2) }, nil, "not the next"},
	{"a new chain after it, and a value of the old", Server, func(p *party) {
		p.missed(2)
		old := p.secrets[soviet]
		p.add(p.by(p.renewed(soviet)))
		p.asks("a")
		p.gives(german)
		p.secrets[soviet] = old
	}, func(p *party) Entry { return p.nth(Reveal, soviet, 3) }, nil, "not the next"},
	{"a new chain while the server stands in", Server, func(p *party) { p.asks("a"); p.gives(german, Server) },
		func(p *party) Entry { return p.agreed(p.renewed(soviet)) }, nil, "has given its value"},
	{"a new chain while a value is owed, and it is missed", Server, func(p *party) {
		p.asks("a")
		p.gives(german)
		p.add(p.agreed(p.renewed(soviet)))
		p.gives(Server)
		p.falls()
		p.asks("b")
		p.gives(german)
	}, func(p *party) Entry { return p.nth(Reveal, soviet, 2) }, nil, ""},
	{"a new chain while a value is owed, unasked", Server, func(p *party) { p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.by(p.renewed(soviet)) }, nil, "has not consented"},
	{"the chain that was already", Server, func(p *party) { p.missed(1) },
		func(p *party) Entry { return p.by(Entry{Kind: Rekey, By: soviet, End: p.header.Hands[1].End}) }, nil, "was already revealed"},
	{"a chain that ends in a value of the server", Server, func(p *party) { p.missed(1) },
		func(p *party) Entry {
			return p.by(Entry{Kind: Rekey, By: soviet, End: p.table.hand(Server).last.String()})
		}, nil, "was already revealed"},
	{"a new chain of the server", Server, func(p *party) {},
		func(p *party) Entry { return p.by(p.renewed(Server)) }, nil, "no seat"},
	{"the other's key", Forfeit, func(p *party) {},
		func(p *party) Entry {
			e := Entry{Kind: Rekey, By: soviet, Key: p.header.Hands[0].Key, End: root(9).String()}
			e.Consent = p.secrets[german].Consent(p.table.Sum, e)
			e.Sig = p.secrets[german].Sign(p.table.Sum, e).Sig
			return e
		}, nil, "two hands have the same key"},
	{"a key by which anybody signs", Forfeit, func(p *party) {},
		func(p *party) Entry {
			// With the neutral point as key, R = 0·B and s = 0 is a signature of everything.
			e := Entry{Kind: Rekey, By: soviet, Key: weak[1], End: root(9).String()}
			e.Consent = p.secrets[german].Consent(p.table.Sum, e)
			e.Sig = weak[1] + weak[0]
			return e
		}, nil, "anybody can sign"},
	// Out of turn.
	{"the second gives first", Forfeit, func(p *party) { p.asks("a") },
		func(p *party) Entry { return p.value(soviet) }, nil, "no value"},
	{"the first gives twice", Forfeit, func(p *party) { p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.nth(Reveal, german, 2) }, nil, "no value"},
	{"acted in the middle of a roll", Forfeit, func(p *party) { p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.by(Entry{Kind: Act, By: soviet, Text: "undo"}) }, nil, "no faces yet"},
	{"closed in the middle of a roll", Forfeit, func(p *party) { p.asks("a"); p.gives(german) },
		func(p *party) Entry { return p.agreed(Entry{Kind: Close, By: german}) }, nil, "no faces yet"},
	{"asked anew in the middle of a roll", Forfeit, func(p *party) { p.asks("a") },
		func(p *party) Entry { return question("b", 3, 6) }, nil, "no faces yet"},
	{"rolled unasked", Forfeit, func(p *party) {},
		func(p *party) Entry { return Entry{Kind: Roll, Faces: []int{6}} }, nil, "faces cannot be known"},
	{"claimed by whoever owes", Forfeit, func(p *party) { p.asks("a") },
		func(p *party) Entry { return p.by(Entry{Kind: Forfeited, By: german}) }, nil, "Soviet owes nothing"},
	{"claimed where the server stands in", Server, func(p *party) { p.asks("a") },
		func(p *party) Entry { return p.by(Entry{Kind: Forfeited, By: soviet}) }, nil, "owes nothing"},
	{"more after the end", Forfeit, func(p *party) { p.add(p.agreed(Entry{Kind: Close, By: german})) },
		func(p *party) Entry { return p.by(Entry{Kind: Act, By: soviet, Text: "fire"}) }, nil, "nothing follows the end"},
	{"too many dice", Forfeit, func(p *party) { p.act(german, "fire") },
		func(p *party) Entry { return question("a", 1<<16+1, 6) }, nil, "cannot be rolled"},
	{"a die of one face", Forfeit, func(p *party) { p.act(german, "fire") },
		func(p *party) Entry { return question("a", 1, 1) }, nil, "cannot be rolled"},
	// Written in another way.
	{"written in another order", Forfeit, func(p *party) { p.act(german, "fire") },
		func(p *party) Entry { return question("a", 2, 6) }, func(l string) string { return strings.Replace(l, `"n":2,"die":6`, `"die":6,"n":2`, 1) }, "it is not an entry in exactly"},
	{"written twice", Forfeit, func(p *party) { p.act(german, "fire") },
		func(p *party) Entry { return question("a", 2, 6) }, func(l string) string { return strings.Replace(l, `"n":2`, `"n":20,"n":2`, 1) }, "it is not an entry in exactly"},
	{"written with a point", Forfeit, func(p *party) { p.act(german, "fire") },
		func(p *party) Entry { return question("a", 2, 6) }, func(l string) string { return strings.Replace(l, `"n":2`, `"n":2.0`, 1) }, "number 2.0"},
	{"written with a space", Forfeit, func(p *party) { p.act(german, "fire") },
		func(p *party) Entry { return question("a", 2, 6) }, func(l string) string { return strings.Replace(l, `"n":2`, `"n": 2`, 1) }, "it is not an entry in exactly"},
	{"a text that is none", Forfeit, func(p *party) { p.act(german, "fire") },
		func(p *party) Entry { return question("a", 2, 6) }, func(l string) string { return strings.Replace(l, `"attack dice"`, `["attack dice"]`, 1) }, "cannot unmarshal"},
	// One value of each hand for all dice of an act.
	{"one value for two questions", perAct, func(p *party) { p.fired(german, soviet); p.add(question("b", 3, 6)) },
		func(p *party) Entry {
			return Entry{Kind: Roll, Faces: Faces(p.table.asked, 3, 6, p.table.values)}
		}, nil, ""},
	{"the second question has the faces of the first", perAct, func(p *party) { p.fired(german, soviet); p.add(question("b", 2, 6)) },
		func(p *party) Entry {
			return Entry{Kind: Roll, Faces: p.table.rolled[question("a", 2, 6).question()].Faces}
		}, nil, "expected roll"},
	{"a second value for one act", perAct, func(p *party) { p.fired(german, soviet); p.add(question("b", 2, 6)) },
		func(p *party) Entry { return p.value(german) }, nil, "no value"},
	{"another act needs other values", perAct, func(p *party) { p.fired(german, soviet); p.asks("b") },
		func(p *party) Entry { return Entry{Kind: Roll, Faces: Faces(p.table.asked, 2, 6, p.table.given)} }, nil, "German owes a value"},
	{"a decision needs other values", perAct, func(p *party) {
		p.fired(german, soviet)
		p.act(soviet, "choose 0")
		p.add(question("b", 2, 6))
	}, func(p *party) Entry { return p.value(soviet) }, nil, ""},
	{"the author of a decision gives first", perAct, func(p *party) {
		p.fired(german, soviet)
		p.act(soviet, "choose 0")
		p.add(question("b", 2, 6))
	}, func(p *party) Entry { return p.value(german) }, nil, "no value"},
	{"whoever acts gives first", perAct, func(p *party) { p.act(soviet, "fire"); p.add(question("a", 2, 6)) },
		func(p *party) Entry { return p.value(german) }, nil, "no value"},
	{"taken back, and the same faces", perAct, func(p *party) { p.fired(german, soviet); p.act(german, "undo"); p.asks("a") },
		func(p *party) Entry {
			return Entry{Kind: Again, Faces: p.table.rolled[question("a", 2, 6).question()].Faces}
		}, nil, ""},
	{"taken back, and then another question", perAct, func(p *party) {
		p.fired(german, soviet)
		p.act(german, "undo")
		p.asks("a")
		p.falls()
		p.add(question("b", 2, 6))
	}, func(p *party) Entry { return p.value(german) }, nil, ""},
	{"dice that are typed among those of two hands", perAct, func(p *party) { p.fired(german, soviet); p.add(question("b", 2, 6)) },
		func(p *party) Entry { return p.by(Entry{Kind: Typed, By: german, Faces: []int{6, 6}}) }, nil, "no typed dice are expected"},
	// Dice that the players type.
	{"typed", typed, func(p *party) { p.asks("a") },
		func(p *party) Entry { return p.by(Entry{Kind: Typed, By: german, Faces: []int{6, 1}}) }, nil, ""},
	{"typed by the other side", typed, func(p *party) { p.asks("a") },
		func(p *party) Entry { return p.by(Entry{Kind: Typed, By: soviet, Faces: []int{1, 1}}) }, nil, "it is for German to type"},
	{"typed by nobody", typed, func(p *party) { p.asks("a") },
		func(p *party) Entry { return Entry{Kind: Typed, By: german, Faces: []int{6, 1}} }, nil, "not signed"},
	{"a die too few", typed, func(p *party) { p.asks("a") },
		func(p *party) Entry { return p.by(Entry{Kind: Typed, By: german, Faces: []int{6}}) }, nil, "expected 2 faces"},
	{"a face too high", typed, func(p *party) { p.asks("a") },
		func(p *party) Entry { return p.by(Entry{Kind: Typed, By: german, Faces: []int{6, 7}}) }, nil, "expected 2 faces"},
	{"a value where dice are typed", typed, func(p *party) { p.asks("a") },
		func(p *party) Entry { return p.value(german) }, nil, "no value"},
	{"rolled where dice are typed", typed, func(p *party) { p.asks("a") },
		func(p *party) Entry { return Entry{Kind: Roll, Faces: []int{6, 6}} }, nil, "faces cannot be known"},
	{"typed, taken back, and typed anew", typed, func(p *party) {
		p.asks("a")
		p.add(p.by(Entry{Kind: Typed, By: german, Faces: []int{1, 1}}))
		p.act(german, "undo")
		p.asks("a")
	}, func(p *party) Entry { return p.by(Entry{Kind: Typed, By: german, Faces: []int{6, 6}}) }, nil, "the faces are the same"},
	{"a field of its own", Forfeit, func(p *party) { p.act(german, "fire") },
		func(p *party) Entry { return question("a", 2, 6) }, func(l string) string { return strings.Replace(l, `"n":2`, `"n":2,"m":3`, 1) }, "unknown field"},
}

// TestHistories: each attempt is valid, or fails with its error. The file of the attempts is
// unchanged, because other verifiers are tested with it.
func TestHistories(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	golden(t, "testdata/histories.json", histories(t))
}

func histories(t *testing.T) []byte {
	var b bytes.Buffer
	for i, a := range attempts {
		p := sat(t, terms, a.away)
		a.play(p)
		line, sum := seal(p.table.Sum, a.last(p).object())
		if a.raw != nil {
			object, _, _ := unseal(line)
			changed := a.raw(string(object))
			if changed == string(object) {
				t.Errorf("%s: nothing is changed", a.name)
			}
			line, sum = seal(p.table.Sum, []byte(changed))
		}
		h := history{Name: a.name}
		err := p.table.Take(line)
		switch {
		case a.why == "" && (err != nil || p.table.Sum != sum):
			t.Errorf("%s: %v", a.name, err)
		case a.why != "" && (err == nil || !strings.Contains(err.Error(), a.why)):
			t.Errorf("%s: %v; want %q", a.name, err, a.why)
		case a.why != "":
			h.Fault = p.table.Lines + 1
		}
		p.wrote(line)
		h.Lines = strings.Split(strings.TrimSuffix(p.text.String(), "\n"), "\n")
		text, err := json.Marshal(h)
		must(t, err)
		b.WriteString(map[bool]string{true: "[\n", false: ",\n"}[i == 0])
		b.Write(text)
	}
	b.WriteString("\n]\n")
	return b.Bytes()
}
