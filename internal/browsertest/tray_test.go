package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"loophole/internal/server"
	"loophole/internal/wire"
)

// facesOf returns the sorted faces of every roll of a record's last action.
func facesOf(entries []wire.Entry) (rolls []string) {
	at := 0
	for i, e := range entries {
		if e.Kind == "action" {
			at = i
		}
	}
	for _, e := range entries[at:] {
		if e.Kind == "roll" {
			faces := slices.Clone(e.Faces)
			slices.Sort(faces)
			rolls = append(rolls, fmt.Sprint(faces))
		}
	}
	return rolls
}

// lastTold returns the API's report of the last action.
func (h *house) lastTold(id, token string) server.Told {
	h.t.Helper()
	var all struct{ Actions []server.Told }
	h.ask("/matches/"+id+"/told", token, &all)
	return all.Actions[len(all.Actions)-1]
}

// trayShows waits for the tray of the last action, and compares it with the record and the API.
func (p *page) trayShows(id, token string) {
	p.t.Helper()
	told := p.house.lastTold(id, token)
	var record struct{ Entries []wire.Entry }
	p.house.ask("/matches/"+id+"/record", token, &record)
	p.until("the tray", fmt.Sprintf(`eyes.all('.tray-of-dice')[0]?.dataset.step === '%d' && eyes.text('.tray-brief') === %s`, told.N, quoted(brief(told))))
	shown := see[[][]int](p, "the dice", `eyes.all('.tray-of-dice .roll').map(r => [...r.querySelectorAll('.a-die')].flatMap(d => Array(Number(d.dataset.count || 1)).fill(Number(d.dataset.face))).sort((a, b) => a - b))`)
	var rolls []string
	for _, r := range shown {
		rolls = append(rolls, fmt.Sprint(r))
	}
	if want := facesOf(record.Entries); !slices.Equal(rolls, want) {
		p.t.Errorf("the tray shows %v; the record has %v", rolls, want)
	}
	says := p.text(".tray-says")
	if !strings.HasPrefix(says, told.Says) {
		p.t.Errorf("the tray says %q; it was %q", says, told.Says)
	}
	counted := p.text(".tray-count")
	if toll := strings.ToLower(told.Toll); !strings.Contains(strings.ToLower(p.text(".tray-brief")+" "+counted), toll) || told.Dice != told.Brief && !strings.HasPrefix(counted, told.Dice) || len(told.Losses) > 0 != (told.Toll != "" || strings.Contains(told.Brief, " lost ")) {
		p.t.Errorf("the tray counts %q; it was %q, and %q", counted, told.Dice, told.Toll)
	}
	if left := p.text(".tray-left"); len(told.Left) > 0 && !strings.HasPrefix(strings.ToLower(left), strings.ToLower(told.Left[0])) {
		p.t.Errorf("the tray says that %q; %q", left, told.Left)
	}
	if told.Luck != nil {
		well, rare := told.Luck.AsWell.Float, p.text(".tray-of-dice .rare")
		if rare != told.Luck.Badge || *told.Zone > 0 && (well < 1./6) != strings.HasPrefix(rare, "1-in-") {
			p.t.Errorf("the tray calls it %q, the API %q; as well is %v", rare, told.Luck.Badge, well)
		}
	}
	if n := len(strings.Fields(told.Brief)); n > 6 {
		p.t.Errorf("%q has %d words", told.Brief, n)
	}
}

func brief(x server.Told) string {
	if x.Brief == "" {
		return "Rolled"
	}
	return x.Brief
}

// TestTray: the tray shows the dice of the record and the API, for every rulebook, on a desktop and
// on a phone.
func TestTray(t *testing.T) {
	t.Parallel()
	h := served(t)
	for _, g := range []struct{ ruleset, scenario string }{
		{"tideofiron", "row"}, {"konflikt47", "farmhouse"}, {"lasergrenadiers", "farm"}, {"d20skirmish", "merville"}, {"oldworld", "last-stand"},
	} {
		t.Run(g.ruleset, func(t *testing.T) {
			b := h.begin(map[string]any{"ruleset": g.ruleset, "scenario": g.scenario, "hotseat": true})
			token := b.Tokens["table"]
			p := h.of(t).open("/m/"+b.ID+"#"+token, desk)
			p.forgives(`\b422\b`) // Requests for odds of actions that are no longer legal fail.
			p.until("the table", `eyes.all('.plan-drawing .piece')[0]`)
			shown := 0
			for range 40 {
				if shown == 3 || !p.house.someone(b.ID, token) {
					break
				}
				if !p.house.diced(b.ID, token) {
					continue
				}
				p.trayShows(b.ID, token)
				p.goesOn()
				shown++
			}
			if shown == 0 {
				t.Error("no die was seen")
			}
		})
	}
}

// goesOn closes the tray. If the button names the only action, it plays it.
func (p *page) goesOn() {
	p.t.Helper()
	was := evaluate[[3]string](p, "the tray", `Promise.resolve([eyes.text('.tray-go'), eyes.all('.tray-of-dice')[0].dataset.step, eyes.all('main.table')[0].dataset.position])`)
	p.keys(" ")
	p.until("the table to go on", fmt.Sprintf(`eyes.all('.tray-of-dice')[0]?.dataset.step !== '%s'`, was[1]))
	if !strings.HasPrefix(was[0], "Go on") && !strings.HasPrefix(was[0], "See") {
		p.until("the only action to be done", fmt.Sprintf(`(at => at && at !== '%s')(eyes.all('main.table')[0].dataset.position)`, was[2]))
	}
}

// TestTypedTray: players press and paste faces, also on a phone, for every kind of die. The tray
// then shows them, and the record has them.
func TestTypedTray(t *testing.T) {
	t.Parallel()
	h := served(t)
	for _, g := range []struct{ ruleset, scenario string }{{"tideofiron", "row"}, {"lasergrenadiers", "farm"}, {"d20skirmish", "merville"}} {
		t.Run(g.ruleset, func(t *testing.T) {
			b := h.begin(map[string]any{"ruleset": g.ruleset, "scenario": g.scenario, "hotseat": true, "dice": []string{"typed", "typed"}})
			token := b.Tokens["table"]
			p := h.of(t).open("/m/"+b.ID+"#"+token, phone)
			p.forgives(`\b422\b`)
			p.until("the table", `eyes.all('.plan-drawing .piece')[0]`)
			given := []string{}
			for len(given) == 0 || !p.house.diced(b.ID, token) {
				var state server.State
				p.house.ask("/matches/"+b.ID, token, &state)
				if state.Begun == nil || state.Begun.Question.Kind != "roll" {
					p.house.someone(b.ID, token)
					continue
				}
				given = append(given, p.givesDice(state.Begun.Question, len(given)%2 == 0))
			}
			p.trayShows(b.ID, token)
			var record struct{ Entries []wire.Entry }
			p.house.ask("/matches/"+b.ID+"/record", token, &record)
			if got := facesOf(record.Entries); !slices.Equal(got, given) {
				t.Errorf("%v was given; the record has %v", given, got)
			}
		})
	}
}

// givesDice answers a roll, by presses or in one paste, and returns the sorted faces.
func (p *page) givesDice(q *wire.Question, pressed bool) string {
	p.t.Helper()
	p.until("the dice to be asked for", fmt.Sprintf("eyes.all('.slots button').length === %d && eyes.all('.slots .a-die').length === 0 && eyes.text('.dice-why').startsWith(%s)", q.Many, quoted(q.Why)))
	var faces []int
	for i := range q.Many {
		faces = append(faces, 1+(7*i+3)%q.Die)
	}
	least := 56
	if q.Die == 12 || q.Die == 20 { // All keys are visible, and none is too small for a finger.
		least = 44
	}
	for _, key := range evaluate[[]string](p, "the keys", fmt.Sprintf("Promise.resolve(eyes.all('.keypad button').filter(e => { const r = e.getBoundingClientRect(); return r.width < %[1]d || r.height < %[1]d; }).map(e => e.textContent))", least)) {
		p.t.Errorf("the key %q is less than %d pixels", key, least)
	}
	if pressed {
		for i, f := range faces {
			p.tap(fmt.Sprintf(".keypad button[aria-label='The next die shows %d']", f), "")
			p.until("the die", fmt.Sprintf("eyes.all('.slots .a-die').length === %d", i+1))
		}
	} else {
		text := strings.Trim(fmt.Sprint(faces), "[]")
		p.until("a paste", fmt.Sprintf(`(() => { const d = new DataTransfer(); d.setData('text', %s); document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: d, bubbles: true })); return true; })()`, quoted(text)))
	}
	p.until("all dice", fmt.Sprintf("eyes.all('.slots .a-die').map(e => e.dataset.face).join() === %s", quoted(strings.Trim(strings.ReplaceAll(fmt.Sprint(faces), " ", ","), "[]"))))
	p.tap("#dice-send", "")
	p.until("the dice to be taken", "!eyes.all('.slots .a-die')[0]")
	slices.Sort(faces)
	return fmt.Sprint(faces)
}

// diced reports whether the last action is completed and had dice.
func (h *house) diced(id, token string) bool {
	h.t.Helper()
	var state server.State
	h.ask("/matches/"+id, token, &state)
	var record struct{ Entries []wire.Entry }
	h.ask("/matches/"+id+"/record", token, &record)
	return state.Begun == nil && len(facesOf(record.Entries)) > 0
}

// someone plays an action with dice, if there is one, or chooses the first option of a question. It
// reports whether the game continues.
func (h *house) someone(id, token string) bool {
	h.t.Helper()
	var state server.State
	h.ask("/matches/"+id, token, &state)
	switch {
	case state.Over != nil:
		return false
	case state.Begun != nil && state.Begun.Question.Kind == "choice":
		h.post("/matches/"+id+"/answers", token, map[string]any{"question": state.Begun.Question.ID, "option": 0})
		return true
	case state.Begun != nil:
		h.post("/matches/"+id+"/answers", token, map[string]any{"question": state.Begun.Question.ID, "roll": true})
		return true
	}
	var list server.Actions
	h.ask("/matches/"+id+"/actions", token, &list)
	var lines []string
	for _, g := range list.Groups {
		for _, a := range g.Actions {
			if a.Allowed {
				lines = append(lines, a.Line)
			}
		}
	}
	slices.SortStableFunc(lines, func(a, b string) int { return rank(a) - rank(b) })
	h.post("/matches/"+id+"/actions", token, map[string]any{"action": lines[0]})
	return true
}

// post sends a request that changes a match.
func (h *house) post(path, token string, body any) {
	h.t.Helper()
	text, _ := json.Marshal(body) // Maps of strings are always valid JSON.
	r, err := http.NewRequest(http.MethodPost, h.url("/api/v1"+path), bytes.NewReader(text))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		h.t.Fatalf("%s %s: %s", path, text, answer.Status)
	}
}

// TestSoundWithoutStorage: in a browser without storage a player turns sounds on for as long as the page is open.
func TestSoundWithoutStorage(t *testing.T) {
	t.Parallel()
	h := served(t)
	p, id, token := h.hotseat("konflikt47", "farmhouse", desk)
	p.first(`Object.defineProperty(globalThis, 'localStorage', { get: () => { throw new DOMException('none', 'SecurityError'); } })`)
	p.do(chromedp.Reload())
	p.forgives(`\b422\b`)
	for _, said := range []string{"Sound off", "Sound on"} {
		p.until("the table", `eyes.all('.plan-drawing .piece')[0] && !eyes.all('.tray-of-dice')[0]`)
		for p.house.someone(id, token) && !p.house.diced(id, token) {
		}
		p.until("the tray", `eyes.all('.sound-switch')[0]`)
		if got := p.text(".sound-switch"); got != said {
			t.Errorf("the switch says %q; want %q", got, said)
		}
		p.click(".sound-switch", "")
		p.until("the other word", "eyes.text('.sound-switch') !== "+quoted(said))
		p.click(".tray-go", "")
	}
}
