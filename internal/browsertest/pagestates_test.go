package browsertest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"loophole/internal/server"
)

// A fight has the scenarios for a walk through a rulebook: one for its states, and one that soon
// has a decision.
type fight struct {
	ruleset, scenario, asking string
}

var fights = []fight{
	{"tideofiron", "block", "block"},
	{"konflikt47", "farmhouse", "farmhouse"},
	{"lasergrenadiers", "farm", "bunker-line"},
	{"d20skirmish", "la-fiere", "ortona"},
	{"oldworld", "farmhouse", "farmhouse"},
}

// states are the states of the pages for a rulebook, in the order of a game.
var states = []string{"lobby", "options", "guide", "set-up", "choose", "aim", "storeys", "type", "roll", "theirs", "ask", "record", "replay", "end", "bench", "bench-answer", "bench-compared"}

// A walk leads one page through the states of a rulebook, in a window of one kind. The dice and the
// contents of the page are the same every time.
type walk struct {
	*player
	fight
	l       look
	came    int // number of match pages so far
	visited func(state string)
}

// walks leads a page through the states of a rulebook, and calls looked for each.
func walks(t *testing.T, h *house, f fight, l look, looked func(p *page, state string)) {
	t.Helper()
	p := h.of(t).open("/", l)
	p.forgives(`\b4(22|09)\b`) // for questions too large for exact answers, or answered by another client
	x := newPlayer(p)
	if l.touch {
		x.press = p.tapNth
	}
	w := &walk{player: x, fight: f, l: l}
	var seen []string
	w.visited = func(state string) { seen = append(seen, state); looked(p, state) }
	w.lobby()
	w.table()
	w.rolls()
	w.others()
	w.asked()
	w.past()
	w.bench()
	slices.SortFunc(seen, func(a, b string) int { return slices.Index(states, a) - slices.Index(states, b) })
	want := slices.DeleteFunc(slices.Clone(states), func(s string) bool { return s == "storeys" && !storeyed(f.ruleset) })
	if !slices.Equal(seen, want) {
		t.Errorf("%s, %d wide: of %v only %v were seen", f.ruleset, l.wide, want, seen)
	}
}

// storeyed reports whether a rulebook's buildings have floors.
func storeyed(ruleset string) bool { return ruleset != "oldworld" }

// begun begins a match and opens it.
func (w *walk) begun(scenario string, more map[string]any) *server.CreatedMatch {
	w.t.Helper()
	wanted := map[string]any{"ruleset": w.ruleset, "scenario": scenario, "seed": "20"}
	for k, v := range more {
		wanted[k] = v
	}
	return w.house.begin(wanted)
}

var hotseat = map[string]any{"hotseat": true}

func (w *walk) shows(b *server.CreatedMatch, token string) {
	w.t.Helper()
	w.came++ // Without this, an address that differs only after # would not be loaded again.
	w.visit(fmt.Sprintf("/m/%s?%d#%s", b.ID, w.came, token))
	w.until("the table", `eyes.all('.plan-drawing .piece')[0]`)
}

// lobby opens the first scenario of the rulebook by the lobby's offer to a new player.
func (w *walk) lobby() {
	w.t.Helper()
	w.until("the scenarios", `eyes.all('article.scenario').length > 20 && eyes.all('.hero .token')[0]`)
	w.press(".other-firsts button", w.bookName(), 0)
	w.until("its first fight", fmt.Sprintf("eyes.text('.other-firsts [aria-pressed=true]').includes(%s) && eyes.all('.hero .token')[0]", quoted(w.bookName())))
	evaluate[bool](w.page, "the head of the lobby", `(scrollTo(0, 0), Promise.resolve(true))`)
	w.visited("lobby")
	w.press(w.card(w.ruleset, w.scenario), "Options", 0)
	w.until("the options", "eyes.text('dialog').includes('Rulings')")
	w.visited("options")
	w.press("dialog button[aria-label=Close]", "", 0)
	w.press(".hero-go", "Play now", 0)
	w.until("the guide", `eyes.all('.guide[data-step=goal]')[0] && eyes.all('.plan-drawing')[0]`)
	w.visited("guide")
}

// bookName returns a word that identifies the rulebook among the lobby's offers.
func (w *walk) bookName() string {
	return map[string]string{"tideofiron": "Tide of Iron", "konflikt47": "Konflikt", "d20skirmish": "D20", "oldworld": "Old World", "lasergrenadiers": "LaserGrenadiers"}[w.ruleset]
}

// table checks a match from its beginning to an action before it is played.
func (w *walk) table() {
	w.t.Helper()
	b := w.begun(w.scenario, hotseat)
	token := b.Tokens["table"]
	w.shows(b, token)
	if s := w.stands(); w.ruleset == "konflikt47" { // The others begin with all pieces on the map.
		w.picks(s.Able[0])
		w.stands()
	}
	w.visited("set-up")
	who, line := w.shooter(b, token)
	w.shows(b, token)
	w.stands()
	w.picks(who)
	w.stands()
	w.visited("choose")
	w.way(line)
	w.until("the odds", `eyes.all('.preview .line')[0] && !eyes.text('.preview').includes('Working out')`)
	w.stands()
	w.visited("aim")
	w.press(".preview .cancel", "", 0)
	if !storeyed(w.ruleset) {
		return
	}
	if !w.sees(".storeys") {
		w.keys("f")
	}
	w.until("the storeys", `eyes.all('.storeys')[0]`)
	w.visited("storeys")
}

// shooter plays until a piece can aim at a target with a chance. It returns the piece with the most
// targets, and its likeliest uncertain shot.
func (w *walk) shooter(b *server.CreatedMatch, token string) (who, line string) {
	w.t.Helper()
	for range 40 {
		var list server.Actions
		w.house.ask("/matches/"+b.ID+"/actions", token, &list)
		var state server.State
		w.house.ask("/matches/"+b.ID, token, &state)
		most := 0
		for _, name := range able(&list) {
			var tags server.Tags
			w.house.ask("/matches/"+b.ID+"/tags?piece="+url.QueryEscape(name)+"&position="+state.Position, token, &tags)
			n, best, first := 0, 0., ""
			for _, tag := range tags.Tags {
				if tag.Zones == nil || tag.P < 0.02 || tag.P > 0.98 {
					continue
				}
				if n++; tag.P > best {
					best, first = tag.P, tag.Line
				}
			}
			if n > most {
				most, who, line = n, name, first
			}
		}
		if most > 0 && state.Begun == nil {
			return who, line
		}
		if !w.house.someone(b.ID, token) {
			break
		}
	}
	w.t.Fatalf("%s %s: nobody can shoot", w.ruleset, w.scenario)
	return "", ""
}

// able returns the pieces that can act, in the order of the list.
func able(list *server.Actions) (names []string) {
	for _, g := range list.Groups {
		for _, a := range g.Actions {
			for _, p := range a.Says.Parts {
				if a.Allowed && p.Role == "actor" && len(p.Names) > 0 && !slices.Contains(names, p.Names[0]) {
					names = append(names, p.Names[0])
				}
			}
		}
	}
	return names
}

// rolls types the dice of an action, and lets the program roll those of another.
func (w *walk) rolls() {
	w.t.Helper()
	b := w.begun(w.scenario, map[string]any{"hotseat": true, "dice": []string{"typed", "typed"}})
	token := b.Tokens["table"]
	_, line := w.shooter(b, token)
	w.house.post("/matches/"+b.ID+"/actions", token, map[string]any{"action": line})
	for {
		var state server.State
		w.house.ask("/matches/"+b.ID, token, &state)
		if state.Begun == nil {
			w.t.Fatalf("%s asks for no dice", line)
		}
		if state.Begun.Question.Kind == "roll" {
			w.shows(b, token)
			w.until("the dice", `eyes.all('.slots button')[0]`)
			for i := range state.Begun.Question.Many / 2 {
				w.press(fmt.Sprintf(".keypad button[aria-label='The next die shows %d']", 1+(5*i+3)%state.Begun.Question.Die), "", 0)
				w.until("the die", fmt.Sprintf("eyes.all('.slots .a-die').length === %d", i+1))
			}
			break
		}
		w.house.someone(b.ID, token)
	}
	w.visited("type")

	b = w.begun(w.scenario, hotseat)
	token = b.Tokens["table"]
	_, line = w.shooter(b, token)
	w.shows(b, token)
	w.stands()
	w.house.post("/matches/"+b.ID+"/actions", token, map[string]any{"action": line})
	for !w.house.diced(b.ID, token) {
		if !w.house.someone(b.ID, token) {
			break
		}
	}
	w.until("the tray", `eyes.all('.tray-of-dice .roll')[0] && eyes.text('.tray-brief')`)
	w.visited("roll")
}

// others lets the program shoot or move, and checks the report.
func (w *walk) others() {
	w.t.Helper()
	b := w.begun(w.scenario, map[string]any{"seats": []map[string]string{{}, {"policy": "aggressive"}}})
	token := b.Tokens[b.Sides[0]]
	w.shows(b, token)
	for range 60 {
		w.stands() // It is the player's turn, or the end.
		if w.traced(b, token) {
			w.until("what they did", `eyes.all('.plan .trace')[0]`)
			w.visited("theirs")
			return
		}
		if !w.house.someone(b.ID, token) {
			break
		}
	}
	w.t.Error("the program never shot or moved")
}

// traced reports whether the other side has left traces since the player's last action, and it is
// the player's turn.
func (w *walk) traced(b *server.CreatedMatch, token string) bool {
	w.t.Helper()
	var state server.State
	w.house.ask("/matches/"+b.ID, token, &state)
	all := w.house.toldOf(b.ID, token)
	n := 0
	for i := len(all) - 1; i >= 0 && !all[i].Yours; i-- {
		n += len(all[i].Traces)
	}
	return n > 0 && state.Begun == nil && state.Over == nil && state.Turn == state.You.Side
}

// asked plays to a decision, with odds for the answers if the rulebook has any.
func (w *walk) asked() {
	w.t.Helper()
	weighed := w.ruleset != "d20skirmish" && w.ruleset != "tideofiron"
	b := w.begun(w.asking, hotseat)
	token := b.Tokens["table"]
	for range 80 {
		var state server.State
		w.house.ask("/matches/"+b.ID, token, &state)
		if state.Begun != nil && state.Begun.Question.Kind == "choice" && (state.Begun.Weighed || !weighed) {
			w.shows(b, token)
			w.until("the decision", `eyes.all('.decision .options button:not(:disabled)')[0]`)
			if weighed {
				w.until("the odds of the answers", `eyes.all('.option-odds')[0]`)
			}
			w.visited("ask")
			return
		}
		if !w.house.someone(b.ID, token) {
			break
		}
	}
	w.t.Error("nobody is asked anything")
}

// past checks the record of a game, an earlier position, and the end.
func (w *walk) past() {
	w.t.Helper()
	b := w.begun(w.scenario, hotseat)
	token := b.Tokens["table"]
	for n := 0; w.house.someone(b.ID, token) && n < 400; n++ {
	}
	w.shows(b, token)
	w.until("the end", `eyes.all('.banner h2')[0]`)
	w.visited("end")
	if w.l.wide < 1024 {
		w.keys("r")
	}
	w.until("the record", `eyes.all('.step-line')[0]`)
	w.visited("record")
	for i := range 3 {
		w.keys(",")
		w.until("the past", fmt.Sprintf("(eyes.text('.replay-at').match(/After (\\d+) of (\\d+)/) || []).slice(1).reduce((at, of) => of - at) === %d", i+1))
	}
	w.visited("replay")
}

// bench opens common questions of the rulebook: a single one, and two to compare.
func (w *walk) bench() {
	w.t.Helper()
	var topics []server.Topic
	w.house.ask("/topics", "", &topics)
	for _, state := range []string{"bench", "bench-answer", "bench-compared"} {
		w.visit("/odds")
		w.until("the questions by name", `eyes.all('a.topic').length > 20`)
		if state != "bench" {
			i := slices.IndexFunc(topics, func(t server.Topic) bool {
				return t.Ruleset == w.ruleset && (len(t.Asks) > 1) == (state == "bench-compared")
			})
			w.press("a.topic", topics[i].Title, 0)
			w.answers()
			w.until("the answer", `eyes.all('.verdict')[0] || !location.search.includes('compare')`)
			evaluate[bool](w.page, "the head of the page", `(document.querySelector('.answer')?.scrollTo(0, 0), scrollTo(0, 0), Promise.resolve(true))`)
		}
		w.visited(state)
	}
}

// rests waits until a page is stable.
func (p *page) rests() {
	p.t.Helper()
	evaluate[bool](p, "the page to come to rest", "eyes.rest().then(() => true)")
}

// shot writes a screenshot of the whole page, or of the window only.
func (p *page) shot(file string, window bool) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		how := chromedp.FullScreenshot(100)
		if window {
			how = chromedp.CaptureScreenshot()
		}
		image, err := chromedp.Run(ctx, how)
		if err != nil {
			return err
		}
		return os.WriteFile(file, image, 0o644)
	})
}
