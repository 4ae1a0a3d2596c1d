package game

import (
	"fmt"
	"slices"
	"strings"

	"loophole/rule"
	"loophole/scene"
)

// A DiceWording is the wording of the dice of a roll that count, by the clause of the roll.
type DiceWording struct {
	// One and Many name one die that counts, and several: "hit", "hits". Many is also the verb of
	// one die: "5 or 6 hits".
	One, Many string
	// From is the lowest band of a tally that counts, from 0 for the lowest band. 0 stands for 1.
	From int
	// Which selects the bands of a tally that count, if the house rules or the bands decide that.
	Which func(h *rule.HouseRules, b rule.Bands) [4]bool
	// Does is the verb of a die that counts, if Many is not: "13 or more hurts".
	Does string
	// Bands are the effects of the bands of a tally, from the lowest: "hurts the crew".
	Bands []string
	// Passes is the sum that passes, if that is not a fixed number: "a sum of morale less pins, or
	// lower, passes". Tries is set if the roll decides whether the action takes place.
	Passes string
	Tries  bool
	// Yes and No are the results of a test: "the shot hits", "the shot misses".
	Yes, No string
}

// A Narrative is the result of an action in the words of players.
type Narrative struct {
	Head      string   // six words at most, such as "The building in D4 is weakened"; empty if there is no result
	Dice      string   // the dice counted: "19 dice: 8 hits, 2 stopped, 6 left; 9 were needed"
	Results   []string // the results, a clause each, the most important first
	Losses    string   // "The Soviet side lost eight"; empty without losses, or if the head counts all
	Remaining []string // the state of the affected pieces: "four are left of the green squad"
	Success   int      // as [Instance.SuccessLevel]
	Lost      [2]int   // models, by side
}

// mostHead is the largest number of words of a head.
const mostHead = 6

// Narrate describes the result of an action. It takes the entries that a viewer may know, and the
// positions before and after the action as that viewer knows them.
func (f *Instance) Narrate(a Action, before, after Position, entries []rule.Entry) Narrative {
	by := f.Status(before).Side
	holds := func(e int) bool { return f.Holds(e, before, after, a) }
	news := func(e int) bool {
		lasting := f.Game.Wording.Events[f.Game.Events[e].Name].Lasting
		return holds(e) && !(lasting && f.Holds(e, before, before, a))
	}
	x := Narrative{Results: f.eventSentences(a, by, news), Success: f.SuccessLevel(before, a)(holds), Dice: f.diceText(entries)}
	_, was := f.CountModels(before)
	_, is := f.CountModels(after)
	for side := range f.Sides {
		x.Lost[side] = max(0, is[side]-was[side])
	}
	if end := f.Status(after); end.Over {
		x.Results = slices.DeleteFunc(x.Results, func(s string) bool { return s == f.EventSentence(f.Game.event(Winning), by) })
		x.Results = append(x.Results, f.Verdict(end))
	}
	x.Losses = f.lossesOfSides(x.Lost)
	all := f.changedPieces(before, after, x.Lost)
	x.Head = f.head(a, by, &x, all, entries)
	if x.headCounts() {
		x.Losses = ""
	}
	for _, h := range all {
		if s := h.remaining(f); !h.gone && x.Head != Capital(s) || h.gone && x.Head != Capital(h.fate()) && x.Head != Capital(h.lostAll()) {
			x.Remaining = append(x.Remaining, s)
		}
	}
	if x.Dice == x.Head {
		x.Dice = "" // A test has one result, which is stated once.
	}
	if t := f.actionWording(a); x.Success > 0 && t.Ends[x.Success] != "" && x.Head == f.fillTemplate(a, t.Ends[x.Success]).String() {
		told := f.EventSentence([]int{f.Game.event(t.Some), f.Game.event(t.All)}[x.Success-1], by)
		x.Results = slices.DeleteFunc(x.Results, func(s string) bool { return s == told }) // The head says it.
	}
	return x
}

// headCounts reports whether the head gives the number of losses, and nobody else was lost.
func (x *Narrative) headCounts() bool {
	n := max(x.Lost[0], x.Lost[1])
	_, many, _ := strings.Cut(x.Head, " lost ")
	return n == x.Lost[0]+x.Lost[1] && (many == spelled(n) || many == "all "+spelled(n) || n == 2 && many == "both")
}

// head returns the first description of an action that is short enough.
func (f *Instance) head(a Action, by int, x *Narrative, all []changedPiece, entries []rule.Entry) string {
	t := f.actionWording(a)
	rolled := false
	for i := range entries {
		rolled = rolled || entries[i].Kind == rule.Rolled
	}
	ends := ""
	if t.Some != "" || t.All != "" {
		ends = t.Ends[x.Success]
	}
	if x.Success == 0 && x.Lost != [2]int{} {
		ends = "" // There are losses, but not the intended ones.
	}
	var candidates []string
	if ends != "" && x.Success == 0 && len(all) > 0 {
		candidates, ends = append(candidates, all[0].remaining(f)), "" // There are no losses, but another result.
	}
	if ends != "" && (x.Success > 0 || rolled) && f.within(a) == nil {
		candidates = append(candidates, f.fillTemplate(a, ends).String())
	}
	candidates = append(candidates, f.losers(by, x.Lost, all)...)
	if len(x.Results) > 0 {
		candidates = append(candidates, x.Results[0])
	}
	if rolled {
		candidates = append(candidates, f.failed(entries), f.lastNote(entries))
		if x.Success == 0 && (t.Some != "" || t.All != "") {
			candidates = append(candidates, "nothing came of it")
		}
	}
	for _, s := range candidates {
		if s != "" && len(strings.Fields(s)) <= mostHead {
			return Capital(s)
		}
	}
	return ""
}

// losers returns sentences about who lost how many, the most informative first.
func (f *Instance) losers(by int, lost [2]int, all []changedPiece) (sentences []string) {
	loser := 1 - by
	if lost[by] > lost[loser] {
		loser = by
	}
	if lost[loser] == 0 {
		return nil
	}
	if lost[0] == lost[1] {
		return []string{"each side lost " + spelled(lost[0])}
	}
	if lost[1-loser] > 0 {
		return []string{"both sides have losses"} // Losses says how many.
	}
	for _, h := range all {
		switch {
		case h.side != loser || h.lost != lost[loser]:
		case !h.gone:
			sentences = append(sentences, h.called+" lost "+spelled(h.lost))
		case h.lost > 1:
			sentences = append(sentences, h.lostAll())
		default:
			sentences = append(sentences, h.fate())
		}
	}
	return append(sentences, f.Sides[loser].Called()+" lost "+spelled(lost[loser]))
}

// lossesOfSides returns the text of what each side lost, the greater loss first.
func (f *Instance) lossesOfSides(lost [2]int) string {
	a, b := 0, 1
	if lost[b] > lost[a] {
		a, b = b, a
	}
	switch {
	case lost[a] == 0:
		return ""
	case lost[b] == 0:
		return Capital(f.Sides[a].Called() + " lost " + spelled(lost[a]))
	}
	if lost[a] == lost[b] {
		return "Each side lost " + spelled(lost[a])
	}
	return Capital(fmt.Sprintf("%s lost %s and %s %s", f.Sides[a].Called(), spelled(lost[a]), f.Sides[b].Called(), spelled(lost[b])))
}

// changedPiece is a piece that an action has changed.
type changedPiece struct {
	called   string
	side     int
	lost, is int      // models
	marks    []string // new markers
	gone     bool
	kind     scene.Kind
}

// lostAll returns a clause for the loss of the whole piece.
func (h changedPiece) lostAll() string {
	if h.lost == 2 {
		return h.called + " lost both"
	}
	return h.called + " lost all " + spelled(h.lost)
}

// fate returns a clause for the end of the piece: a vehicle is destroyed, a single model is lost,
// nothing is left of a unit.
func (h changedPiece) fate() string {
	many := isPlural(h.called)
	is := map[bool]string{false: " is ", true: " are "}[many]
	switch {
	case h.kind == scene.Vehicle:
		return h.called + is + "destroyed"
	case h.lost == 1 && !many:
		return h.called + is + "lost"
	}
	return "nothing is left of " + h.called
}

// remaining describes what is left of the piece, and its new markers.
func (h changedPiece) remaining(f *Instance) string {
	many := isPlural(h.called)
	var list []string
	for _, m := range h.marks {
		list = append(list, f.markerPredicate(m, many))
	}
	predicates, it := joinWords(list), "it "
	if many {
		it = "they "
	}
	rest := ""
	if predicates != "" {
		rest = "; " + it + predicates
	}
	switch {
	case h.gone:
		return h.fate()
	case h.lost > 0 && h.is == 1:
		return "one is left of " + h.called + rest
	case h.lost > 0:
		return spelled(h.is) + " are left of " + h.called + rest
	}
	return h.called + " " + predicates
}

// changedPieces lists the pieces with losses, and the pieces of the other side with new markers. A
// piece that the viewer does not see is not lost: a side has lost only what CountModels says.
func (f *Instance) changedPieces(before, after Position, lost [2]int) (list []changedPiece) {
	a, drawn := f.Scene(before)
	b, _ := f.Scene(after)
	if !drawn {
		return nil
	}
	by, is := f.Status(before).Side, b.ByName()
	was := a.ByName()
	for i := range b.Waiting {
		is[b.Waiting[i].Name] = &b.Waiting[i]
	}
	for _, name := range a.PieceNames() {
		p, now := was[name], is[name]
		h := changedPiece{called: f.Called(name), side: p.Side, kind: p.Kind}
		if now == nil {
			if h.gone, h.lost = true, max(1, p.Strength); h.lost <= lost[p.Side] {
				list = append(list, h)
				lost[p.Side] -= h.lost
			}
			continue
		}
		h.is, h.lost = now.Strength, max(0, p.Strength-now.Strength)
		for _, m := range now.Markers {
			if p.Side != by && !slices.Contains(p.Markers, m) {
				h.marks = append(h.marks, m)
			}
		}
		if h.lost > 0 || len(h.marks) > 0 {
			list = append(list, h)
		}
	}
	return list
}

// diceText describes the dice of an action: for each roll that has a wording, how many dice count,
// how many of them were stopped, and how many were needed.
func (f *Instance) diceText(entries []rule.Entry) string {
	w := &f.Game.Wording
	var list []string
	for i := 0; i < len(entries) && len(list) < mostCounted; i++ {
		e := &entries[i]
		c, there := w.Dice[e.Cite]
		if e.Kind != rule.Rolled || !there || c.Many == "" {
			continue
		}
		n, ok := c.count(f.House, e)
		if !ok {
			continue
		}
		s := fmt.Sprintf("%s: %s", plural(e.Pool.N(), "die", "dice"), plural(n, c.One, c.Many))
		if stopped, found := f.stopped(entries, i); found && n > 0 {
			s += fmt.Sprintf(", %d stopped, %d left", stopped, max(0, n-stopped))
		}
		list = append(list, s)
	}
	for i := len(entries) - 1; i >= 0 && len(list) > 0; i-- {
		if e := &entries[i]; e.Kind == rule.Applied && slices.Contains(w.Needs, e.Cite) {
			list = append(list, fmt.Sprintf("%d were needed", e.Value))
			break
		}
	}
	if len(list) == 0 {
		for i := range entries {
			if s := f.TestResult(&entries[i]); s != "" && len(list) < mostCounted {
				list = append(list, s)
			}
		}
	}
	return Capital(strings.Join(list, "; "))
}

// mostCounted is the largest number of rolls in one sentence.
const mostCounted = 4

// count returns how many dice of a roll count.
func (c DiceWording) count(h *rule.HouseRules, e *rule.Entry) (n int, ok bool) {
	switch e.Pool.Kind() {
	case rule.Count:
		return e.Value, true
	case rule.Tally:
		for b, counts := range c.which(h, e.Pool.Bands()) {
			if counts {
				n += rule.Counts(e.Value).In(b)
			}
		}
		return n, true
	}
	return 0, false
}

// which reports the bands of a tally that count.
func (c DiceWording) which(h *rule.HouseRules, b rule.Bands) [4]bool {
	if c.Which != nil {
		return c.Which(h, b)
	}
	from := max(1, c.From)
	return [4]bool{false, from <= 1, from <= 2, true}
}

// span returns the lowest and the highest face of a tally that count, or 0 and 0 if none does.
func (c DiceWording) span(h *rule.HouseRules, p rule.Pool) (low, high int) {
	which := c.which(h, p.Bands())
	for face := int(p.Die()); face >= 1; face-- {
		if which[p.Bands().Band(face)] {
			low, high = face, max(high, face)
		}
	}
	return low, high
}

// Span returns the lowest and the highest face of a tally that count, by its clause. It returns 0
// and 0 if none does, or without a wording.
func (f *Instance) Span(p rule.Pool, cite rule.Clause) (low, high int) {
	c := f.Game.Wording.Dice[cite]
	if p.Kind() != rule.Tally || c.Many == "" {
		return 0, 0
	}
	return c.span(f.House, p)
}

// stopped returns how many of the dice that count the next roll stops. It reports false if no roll
// stops any, or if several rolls save different models.
func (f *Instance) stopped(entries []rule.Entry, at int) (n int, found bool) {
	saves := 0 // rolls that stop dice
	for i := at + 1; i < len(entries); i++ {
		e := &entries[i]
		if e.Kind != rule.Rolled {
			continue
		}
		counts, stops := f.Game.Wording.Stops[e.Cite]
		if !stops {
			break
		}
		if saves++; saves > 1 || e.Pool.Kind() != rule.Count {
			return 0, false
		}
		if n = e.Value; !counts {
			n = e.Pool.N() - e.Value
		}
	}
	return n, saves == 1
}

// TestResult describes the result of a test, if it has a wording.
func (f *Instance) TestResult(e *rule.Entry) string {
	c := f.Game.Wording.Dice[e.Cite]
	if e.Kind == rule.Rolled && e.Pool.Kind() == rule.Tally && e.Pool.N() == 1 && len(c.Bands) > 0 && c.Many == "" {
		for b := range 4 {
			if rule.Counts(e.Value).In(b) > 0 {
				return "it " + c.band(b)
			}
		}
	}
	if e.Kind != rule.Rolled || c.Yes == "" && c.No == "" || e.Pool.Kind() != rule.Test && e.Pool.N() != 1 {
		return ""
	}
	if e.Pool.Kind() == rule.Tally && rule.Counts(e.Value).In(0) == 0 || e.Value == 0 {
		return c.No // The lowest band of a tally passes.
	}
	return c.Yes
}

// failed describes the result of the last test, if it failed.
func (f *Instance) failed(entries []rule.Entry) string {
	for i := len(entries) - 1; i >= 0; i-- {
		if e := &entries[i]; e.Kind == rule.Rolled {
			if e.Value == 0 {
				return f.TestResult(e)
			}
			return ""
		}
	}
	return ""
}

// lastNote returns the note of the ruleset about the last roll, such as whose die was drawn, up to its
// first comma.
func (f *Instance) lastNote(entries []rule.Entry) string {
	for i := len(entries) - 2; i >= 0; i-- {
		if entries[i].Kind != rule.Rolled {
			continue
		}
		if next := &entries[i+1]; next.Kind == rule.Noted && next.Cite == entries[i].Cite {
			s, _, _ := strings.Cut(f.Spoken(next.Text), ",")
			return s
		}
		return ""
	}
	return ""
}

var numerals = []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// spelled writes a small number as a word.
func spelled(n int) string {
	if n < len(numerals) {
		return numerals[n]
	}
	return fmt.Sprint(n)
}

// plural writes a number with the noun that it counts.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
