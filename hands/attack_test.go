package hands

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// Each known attack is a test, which fails if the attack works.

// player is a client of a seat whose engine asks one question after every "fire".
func (p *party) player(seat string, m Memory) *Player {
	return NewPlayer(p.secrets[seat], func(t *Table) (Entry, error) {
		return question(fmt.Sprintf("p%d", t.Lines), 9, 6), nil
	}, m)
}

// asked adds the question that the engine of a player asks.
func (p *party) asked() { p.t.Helper(); p.add(question(fmt.Sprintf("p%d", p.table.Lines+1), 9, 6)) }

// follows gives a player all lines.
func (p *party) follows(x *Player) error {
	for _, l := range bytes.Split(bytes.TrimSuffix(p.text.Bytes(), []byte("\n")), []byte("\n")) {
		if err := x.Follow(l); err != nil {
			return err
		}
	}
	return nil
}

// TestAttackReload: a player reloads the page in the hope of other dice. The client gives the same
// value again.
func TestAttackReload(t *testing.T) {
	p := sat(t, terms, Forfeit)
	p.act(german, "fire")
	p.asked()
	a := p.player(german, Memory{})
	must(t, p.follows(a))
	one, err := a.Reveal()
	must(t, err)
	b := p.player(german, a.Memory())
	must(t, p.follows(b))
	if two, err := b.Reveal(); err != nil || fmt.Sprint(one) != fmt.Sprint(two) {
		t.Errorf("%v, %v and then %v", err, one, two)
	}
	p.no(question("p9", 9, 6), "no faces yet") // And nobody can ask anew.
}

// TestAttackRollAhead: a player tries actions against known dice. Nobody gives a value before the
// question is fixed.
func TestAttackRollAhead(t *testing.T) {
	p := sat(t, terms, Forfeit)
	p.no(p.value(soviet), "no value")
	p.act(german, "fire")
	x := p.player(soviet, Memory{})
	must(t, p.follows(x))
	if e, err := x.Reveal(); err == nil {
		t.Errorf("a value is given before the question: %v", e)
	}
	p.no(p.value(soviet), "no value")
	p.asked()
	p.no(p.by(Entry{Kind: Act, By: german, Text: "fire at somebody else"}), "no faces yet")
}

// TestAttackWithhold: a player withholds a value, before or after the other's is known. The match
// says who owes it, does not go on without it, and then does what was agreed.
func TestAttackWithhold(t *testing.T) {
	for _, away := range []string{Forfeit, Server} {
		p := sat(t, terms, away)
		p.act(german, "fire")
		p.asked()
		for _, owes := range []string{german, soviet} {
			if p.table.Owes() != owes {
				t.Fatalf("%q owes, not %s", p.table.Owes(), owes)
			}
			p.no(Entry{Kind: Roll, Faces: []int{6, 6, 6, 6, 6, 6, 6, 6, 6}}, owes+" owes")
			p.no(p.by(Entry{Kind: Act, By: soviet, Text: "x"}), "no faces yet")
			if owes == german {
				p.add(p.value(german))
			}
		}
		if away == Forfeit {
			p.no(p.by(Entry{Kind: Forfeited, By: soviet}), "German owes nothing")
			p.add(p.by(Entry{Kind: Forfeited, By: german}))
			p.no(p.value(soviet), "nothing follows the end")
			continue
		}
		p.no(p.by(Entry{Kind: Forfeited, By: german}), "owes nothing")
		p.add(p.value(Server))
		p.no(p.value(soviet), "no value") // What comes late changes nothing.
		p.no(p.value(Server), "and only one")
		e, _ := p.table.Next()
		p.add(e)
	}
}

// TestAttackStandIn: somebody replaces the value of a player who has just sent it. The value may be
// known, so it is skipped, and the player continues with the next one.
func TestAttackStandIn(t *testing.T) {
	p := sat(t, terms, Server)
	p.act(german, "fire")
	p.asked()
	p.add(p.value(german))
	x := p.player(soviet, Memory{})
	must(t, p.follows(x))
	sent, err := x.Reveal()
	must(t, err)
	p.add(p.value(Server))
	p.no(sent, "no value")
	e, _ := p.table.Next()
	p.add(e)
	p.act(german, "fire")
	p.asked()
	p.add(p.value(german))
	late := p.by(Entry{Kind: Reveal, By: soviet, Value: sent.Value})
	p.no(late, "not the next one in the chain")
	x = p.player(soviet, x.Memory())
	must(t, p.follows(x))
	next, err := x.Reveal()
	must(t, err)
	if two, err := p.secrets[soviet].Value(2); err != nil || next.Value != two.String() {
		t.Errorf("%v; he gives %s, not his second value %s", err, next.Value, two)
	}
	p.add(next)
	e, _ = p.table.Next()
	p.add(e)
	p.act(german, "fire")
	p.asked()
	p.add(p.value(german))
	p.add(p.value(soviet)) // One step again.
}

// TestAttackReplay: somebody uses a value, or a line, of another match or another seat.
func TestAttackReplay(t *testing.T) {
	p, other := sat(t, terms, Forfeit), sat(t, `{"scenario":"another"}`, Forfeit)
	for _, x := range []*party{p, other} {
		x.act(german, "fire")
		x.asked()
	}
	p.no(other.value(german), "not the next one in the chain")
	p.no(p.value(soviet), "no value")
	first := p.value(german)
	p.add(first)
	mine := first
	mine.By = soviet
	p.no(p.by(mine), "not the next one in the chain") // His value, as mine.
	p.add(p.value(soviet))
	e, _ := p.table.Next()
	p.add(e)
	was := p.table.Lines
	p.act(german, "fire")
	line := lineAt(p, 2)
	if err := p.table.Take(line); lineOf(err) != was+2 {
		t.Errorf("an old line: %v", err)
	}
	object, _, _ := unseal(line)
	sealed, _ := seal(p.table.Sum, object)
	if err := p.table.Take(sealed); err == nil || !strings.Contains(err.Error(), "not signed") {
		t.Errorf("an old line with a new checksum: %v", err)
	}
}

// lineAt is a line of the text, from 1.
func lineAt(p *party, n int) []byte { return bytes.Split(p.text.Bytes(), []byte("\n"))[n-1] }

// TestAttackMirror: a player copies the end, the key or the chain of the other player.
func TestAttackMirror(t *testing.T) {
	p := sat(t, terms, Forfeit)
	for name, change := range map[string]func(h *Header){
		"end":  func(h *Header) { h.Hands[1].End = h.Hands[0].End },
		"key":  func(h *Header) { h.Hands[1].Key = h.Hands[0].Key },
		"seat": func(h *Header) { h.Hands[1].Seat = h.Hands[0].Seat },
	} {
		h := p.header
		h.Hands = append([]Hand(nil), h.Hands...)
		change(&h)
		if _, _, err := Begin(h); err == nil {
			t.Errorf("%s: passed", name)
		}
	}
	p.roll("p0", 3, 6)
	for _, x := range []string{p.header.Hands[0].End, p.header.Hands[1].End, p.table.hand(german).last.String()} {
		p.no(p.by(Entry{Kind: Rekey, By: soviet, End: x}), "was already revealed")
	}
}

// TestAttackIndex: a player skips a value, or uses one twice.
func TestAttackIndex(t *testing.T) {
	p := sat(t, terms, Forfeit)
	p.roll("p0", 3, 6)
	p.add(question("p1", 3, 6))
	for _, n := range []int{0, 1, 3, 4, ChainLength} {
		v, err := p.secrets[german].Value(n)
		must(t, err)
		p.no(p.by(Entry{Kind: Reveal, By: german, Value: v.String()}), "not the next one in the chain")
	}
	p.add(p.value(german))
}

// TestAttackSwap: somebody swaps the hands of two rolls and makes all checksums anew.
func TestAttackSwap(t *testing.T) {
	p := sat(t, terms, Forfeit)
	p.roll("p0", 3, 6)
	p.roll("p1", 3, 6)
	lines := bytes.Split(bytes.TrimSuffix(p.text.Bytes(), []byte("\n")), []byte("\n"))
	for _, pair := range [][2]int{{2, 6}, {3, 7}, {2, 3}, {4, 8}} {
		swapped := append([][]byte(nil), lines...)
		swapped[pair[0]], swapped[pair[1]] = swapped[pair[1]], swapped[pair[0]]
		if _, err := Read(resealed(bytes.Join(swapped, []byte("\n")))); lineOf(err) != pair[0]+1 {
			t.Errorf("%v: %v", pair, err)
		}
	}
}

// TestAttackQuestion: somebody changes the question. The client's own engine asks another one, so
// the client gives nothing. Once values are signed for a question, nobody can change it, even with
// all checksums made anew.
func TestAttackQuestion(t *testing.T) {
	for _, c := range []struct{ old, new string }{{`"n":9`, `"n":8`}, {`"die":6`, `"die":8`}, {"count 5+", "count 4+"}, {"attack dice", "defence dice"}, {"strength.dice", "strength.none"}} {
		p := sat(t, terms, Forfeit)
		p.act(german, "fire")
		was := p.text.String()
		p.asked()
		forged := was + strings.Replace(strings.TrimPrefix(p.text.String(), was), c.old, c.new, 1)
		x := p.player(german, Memory{})
		var err error
		for _, l := range strings.Split(strings.TrimSuffix(string(resealed([]byte(forged))), "\n"), "\n") {
			if err = x.Follow([]byte(l)); err != nil {
				break
			}
		}
		if err == nil || !strings.Contains(err.Error(), "by my own engine") {
			t.Errorf("%s: %v", c.new, err)
		}
		for p.table.Owes() != "" {
			p.add(p.value(p.table.Owes()))
		}
		if _, err := Read(resealed([]byte(strings.Replace(p.text.String(), c.old, c.new, 1)))); lineOf(err) != 4 {
			t.Errorf("%s, signed: %v", c.new, err)
		}
	}
}

// TestAttackForge: somebody acts, consents or gives a value in the name of another player.
func TestAttackForge(t *testing.T) {
	p := sat(t, terms, Forfeit)
	e := Entry{Kind: Act, By: german, Text: "rest"}
	p.no(e, "not signed")
	p.no(p.secrets[soviet].Sign(p.table.Sum, e), "not signed")
	p.no(p.secrets[german].Sign(hash().String(), e), "not signed") // For another place.
	signed := p.by(e)
	signed.Text = "fire"
	p.no(signed, "not signed")
	signed = p.by(e)
	signed.Sig = strings.ToUpper(signed.Sig)
	p.no(signed, "not signed")
	end := Entry{Kind: Close, By: german}
	p.no(p.by(end), "has not signed the end")
	end.Consent = p.secrets[german].Consent(p.table.Sum, end)
	p.no(p.by(end), "has not signed the end")
	p.no(Entry{Kind: Act, By: "Roman", Text: "rest"}, "no seat")
	extra := p.by(Entry{Kind: Act, By: german, Text: "rest", Faces: []int{6}})
	p.no(extra, "other fields")
}

// TestAttackTwoHistories: somebody shows two histories to two players. A client gives a value for
// one question only, even after a restart, and wants to see every line again that it has seen.
func TestAttackTwoHistories(t *testing.T) {
	p := sat(t, terms, Forfeit)
	p.act(german, "fire")
	p.asked()
	x := p.player(german, Memory{})
	must(t, p.follows(x))
	_, err := x.Reveal()
	must(t, err)
	other := sat(t, terms, Forfeit)
	other.act(german, "fire at somebody else")
	other.asked()
	back := other.player(german, x.Memory())
	if err := other.follows(back); err == nil || !strings.Contains(err.Error(), "not the history") {
		t.Errorf("another history is followed: %v", err)
	}
	longer := sat(t, terms, Forfeit)
	longer.act(german, "fire at somebody else")
	longer.act(german, "fire")
	longer.asked()
	m := x.Memory()
	m.Lines, m.Sum = 0, "" // Even where the line that was seen is not remembered.
	back = longer.player(german, m)
	must(t, longer.follows(back))
	if e, err := back.Reveal(); err == nil {
		t.Errorf("a value is given for two questions: %v", e)
	}
}

// TestAttackCutTail: somebody cuts off the last lines. A client that has seen more gives nothing,
// and a complete match ends in a line that both players have signed.
func TestAttackCutTail(t *testing.T) {
	p := sat(t, terms, Forfeit)
	p.act(german, "fire")
	p.asked()
	short := p.text.String()
	for p.table.Owes() != "" {
		p.add(p.value(p.table.Owes()))
	}
	x := p.player(german, Memory{})
	must(t, p.follows(x))
	back := p.player(german, x.Memory())
	p.text.Reset()
	p.text.WriteString(short)
	must(t, p.follows(back))
	if _, err := back.Reveal(); err == nil || !back.Behind() {
		t.Errorf("a value is given on a shorter history: %v", err)
	}
	done := whole(t)
	cut, err := Read(done.text.Bytes()[:bytes.LastIndexByte(bytes.TrimSuffix(done.text.Bytes(), []byte("\n")), '\n')+1])
	if err != nil || cut.Closed() {
		t.Errorf("a match without its end is closed: %v", err)
	}
}

// TestAttackRekey: a player takes a new chain when the other's value is known. That needs the
// other's consent.
func TestAttackRekey(t *testing.T) {
	p := sat(t, terms, Forfeit)
	p.act(german, "fire")
	p.asked()
	p.add(p.value(german))
	fresh := NewSecret(p.table.match, soviet, root(99))
	e := Entry{Kind: Rekey, By: soviet, End: fresh.Hand().End}
	p.no(p.by(e), "has not consented")
	e.Consent = p.secrets[soviet].Consent(p.table.Sum, e)
	p.no(p.by(e), "has not consented")
	p.no(p.by(Entry{Kind: Rekey, By: german, End: root(98).String()}), "has given its value")
	other := Entry{Kind: Rekey, By: soviet, End: root(97).String()}
	e.Consent = p.secrets[german].Consent(p.table.Sum, other) // For another chain.
	p.no(p.by(e), "has not consented")
	anew := Entry{Kind: Rekey, By: soviet, Key: fresh.Hand().Key, End: fresh.Hand().End}
	p.no(fresh.Sign(p.table.Sum, anew), "has not consented") // A new key as well.
	e.Consent = p.secrets[german].Consent(p.table.Sum, e)
	p.add(p.by(e))
}

// TestAttackUndo: a player undoes an action and tries again. The same question has the same faces,
// and no chain goes back.
func TestAttackUndo(t *testing.T) {
	p := sat(t, terms, Forfeit)
	p.act(german, "fire")
	first := p.roll("p0 fire", 9, 6)
	used := p.table.hand(german).used
	for range 3 {
		p.act(german, "undo")
		p.act(german, "fire")
		p.add(question("p0 fire", 9, 6))
		p.no(p.value(german), "no value")
		p.no(Entry{Kind: Roll, Faces: first}, "expected again")
		p.no(Entry{Kind: Again, Faces: []int{6, 6, 6, 6, 6, 6, 6, 6, 6}}, "expected again")
		p.add(Entry{Kind: Again, Faces: first})
	}
	p.roll("p1 rest", 1, 6)
	if n := p.table.hand(german).used; n != used+1 {
		t.Errorf("the chain is at %d after %d", n, used)
	}
}

// TestAttackGrind: somebody looks for a header with good dice. The match has its name before there
// are chains, and no chain fits other terms.
func TestAttackGrind(t *testing.T) {
	p := sat(t, terms, Forfeit)
	h := p.header
	h.Terms = []byte(`{"ruleset":"tideofiron","scenario":"block","rules":"88eabaeef81ef09b","note":1}`)
	if _, _, err := Begin(h); err == nil {
		t.Error("other terms under the same name")
	}
	h.Match = MatchOf(h.Terms).String()
	table, _, err := Begin(h)
	must(t, err)
	p.table = table
	p.add(question("p0", 3, 6))
	p.no(p.value(german), "not the next one in the chain")
	q := sat(t, terms, Forfeit)
	for name, change := range map[string]func(*Header){
		"away":   func(h *Header) { h.Away = "whatever" },
		"wait":   func(h *Header) { h.Wait = -1 },
		"format": func(h *Header) { h.Format = 2 },
		"server": func(h *Header) { h.Away = Server },
		"hand":   func(h *Header) { h.Hands = h.Hands[:1] },
	} {
		h := q.header
		change(&h)
		if _, _, err := Begin(h); err == nil {
			t.Errorf("%s: passed", name)
		}
	}
}

// TestAttackShortSums: somebody looks for two texts with one checksum. Checksums have 256 bits, and
// shorter ones are invalid.
func TestAttackShortSums(t *testing.T) {
	p := sat(t, terms, Forfeit)
	line := lineAt(p, 1)
	at := bytes.LastIndex(line, []byte(sumField)) + len(sumField)
	for _, digits := range []int{0, 16, 32, 63} {
		short := append(append([]byte(nil), line[:at+digits]...), `"}`...)
		if err := new(Table).Take(short); err == nil {
			t.Errorf("a checksum of %d digits passed", digits)
		}
	}
}

// TestAttackClock: somebody has the server stand in, or lets a clock run out, although nothing is
// owed or the terms say otherwise.
func TestAttackClock(t *testing.T) {
	p := sat(t, terms, Server)
	p.no(p.value(Server), "value that is owed")
	p.no(p.by(Entry{Kind: Forfeited, By: german}), "owes nothing")
	p.act(german, "fire")
	p.asked()
	fake := p.value(soviet)
	fake.Kind = Away
	p.no(p.by(fake), "allow no substitute")
	q := sat(t, terms, Forfeit)
	q.act(german, "fire")
	q.asked()
	v := root(5)
	q.no(Entry{Kind: Away, By: Server, Value: v.String()}, "allow no substitute")
	q.no(q.by(Entry{Kind: Forfeited, By: german}), "Soviet owes nothing")
}

// TestAttackFalseKey: somebody puts a key of their own in place of another player's, to sign for
// that seat. The other player sees that the seat is not theirs, and gives nothing.
func TestAttackFalseKey(t *testing.T) {
	p := sat(t, terms, Forfeit)
	thief := NewSecret(p.table.match, german, root(50))
	for name, change := range map[string]func(h *Hand){
		"key": func(h *Hand) { h.Key = thief.Hand().Key },
		"end": func(h *Hand) { h.End = thief.Hand().End },
	} {
		h := p.header
		h.Hands = append([]Hand(nil), h.Hands...)
		change(&h.Hands[0])
		q := &party{t: t, header: h, secrets: p.secrets}
		table, line, err := Begin(h)
		must(t, err)
		q.table = table
		q.wrote(line)
		q.asked()
		x := q.player(german, Memory{})
		must(t, q.follows(x))
		if e, err := x.Reveal(); err == nil || !strings.Contains(err.Error(), "does not match the key") {
			t.Errorf("%s: %v %v", name, e, err)
		}
	}
	other := sat(t, `{"scenario":"another"}`, Forfeit)
	if err := other.follows(p.player(german, Memory{})); err == nil {
		t.Error("a player follows another match than his")
	}
}
