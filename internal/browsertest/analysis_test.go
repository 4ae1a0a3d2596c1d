package browsertest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"loophole/internal/server"
	"loophole/internal/wire"
)

var narrow = look{wide: 390, high: 844, touch: true}

// finished plays a match of two policies to its end, and returns its id and a spectator token.
func (h *house) finished(ruleset, scenario string) (id, token string) {
	h.t.Helper()
	return h.finishedBy(ruleset, scenario, "cautious", "random")
}

// finishedBy is finished with other policies.
func (h *house) finishedBy(ruleset, scenario, first, second string) (id, token string) {
	h.t.Helper()
	b := h.begin(map[string]any{"ruleset": ruleset, "scenario": scenario, "seats": []map[string]string{{"policy": first}, {"policy": second}}})
	token = b.Tokens["spectator"]
	for end := time.Now().Add(writeTime); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		var s server.State
		if h.ask("/matches/"+b.ID, token, &s); s.Over != nil {
			return b.ID, token
		}
	}
	h.t.Fatal("the match does not end")
	return "", ""
}

// recordOf fetches the record of a finished match.
func (h *house) recordOf(id, token string) []byte {
	h.t.Helper()
	r, err := http.NewRequest(http.MethodGet, h.url("/api/v1/matches/"+id+"/record.jsonl"), nil)
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		h.t.Fatal(answer.Status, err)
	}
	return text
}

// analysed waits until the page shows the whole analysis.
func (p *page) analysed() {
	p.t.Helper()
	p.until("the whole analysis", `eyes.all('.luck-table')[0] && !eyes.text('.luck-table').includes('…') && eyes.text('.luck-state') === ''`)
}

// pictured takes screenshots of the page, light and dark, if their folder is set.
func (p *page) pictured(name string, l look) {
	p.t.Helper()
	dir := os.Getenv(pictures)
	if dir == "" {
		return
	}
	for _, l.dark = range []bool{false, true} {
		p.look(l)
		p.shot(filepath.Join(dir, fmt.Sprintf("%s-%d-%v.png", name, l.wide, map[bool]string{false: "light", true: "dark"}[l.dark])), false)
	}
	l.dark = false
	p.look(l)
}

// TestAnalysisOfMatch follows the link at the end of a match, moves along the curve by keys, opens
// an action and its replay, and saves the file to share.
func TestAnalysisOfMatch(t *testing.T) {
	t.Parallel()
	h := served(t)
	id, token := h.finished("tideofiron", "block")
	p := h.open("/m/"+id+"#"+token, desk)
	p.until("the end", `eyes.all('.was-it-luck')[0]`)
	if dir := os.Getenv(pictures); dir != "" {
		p.shot(filepath.Join(dir, "end-1440.png"), true)
	}
	p.click(".was-it-luck", "")
	p.until("the analysis", `location.pathname.endsWith('/analysis') && eyes.all('.luck-adjusted')[0]`)
	p.analysed()
	var want wire.Analysis
	h.ask("/matches/"+id+"/analysis", token, &want)
	if said := p.text(".luck-adjusted"); !strings.HasPrefix(said, "Adjusted for luck, the result is "+want.Sides[0].Side) {
		t.Errorf("the adjusted result is %q; want %q", said, want.Says.Adjusted)
	}
	if n := see[int](p, "the actions", `eyes.all('.luck-action').length`); n != len(want.Actions) {
		t.Errorf("%d of %d actions are listed", n, len(want.Actions))
	}
	p.pictured("match", desk)
	p.everywhere("analysis")
	p.look(desk)
	p.audited("the analysis", desk)
	p.look(desk)

	evaluate[bool](p, "the curve", `(document.querySelector('.luck-slider').focus(), Promise.resolve(true))`)
	p.keys(kb.Home)
	p.until("the start", `document.querySelector('.luck-slider').getAttribute('aria-valuenow') === '0'`)
	p.keys(kb.ArrowRight + kb.ArrowRight)
	p.until("action 2", `document.querySelector('.luck-slider').getAttribute('aria-valuetext').startsWith('Action 2, ')`)
	p.keys("\r")
	p.until("action 2 in the list", `document.activeElement.closest('details')?.open && document.activeElement.textContent.trim().startsWith('2')`)
	p.click(".turning a", "Show in the replay")
	p.until("the replay", fmt.Sprintf(`location.search === '?step=%d' && eyes.text('.replay-at').startsWith('After %d of ')`, want.Turning[0], want.Turning[0]))
	p.visit("/m/" + id + "/analysis#" + token)
	p.analysed()
	p.click(".save-page", "")
	sharesWell(t, p.downloaded(".html"), token, &want)

	p.forgives("40[139]")
	p.visit("/m/" + id + "/analysis")
	p.until("the lack of a key", `eyes.text('.trouble').includes('This link has no key to the match.')`)
	open := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "block"})
	p.visit("/m/" + open.ID + "/analysis#" + open.Tokens["spectator"])
	p.until("when it is there", `eyes.text('.trouble').includes('it is available when the game is over')`)
}

// sharesWell checks the file to share.
func sharesWell(t *testing.T, file []byte, token string, want *wire.Analysis) {
	t.Helper()
	for _, part := range []string{want.Sides[0].Side, "Turning points", "Every action", "High dice are not luck", `id="action-1"`} {
		if !bytes.Contains(file, []byte(part)) {
			t.Errorf("the file to share lacks %q", part)
		}
	}
	for _, part := range []string{"<script", "http:", "https:", "/page/", token} {
		if bytes.Contains(file, []byte(part)) {
			t.Errorf("the file to share contains %q", part)
		}
	}
}

// TestAnalysisOfRecord drops a record onto the page, which shows luck before decisions, then a damaged
// record, and the sample at last.
func TestAnalysisOfRecord(t *testing.T) {
	t.Parallel()
	h := served(t)
	id, token := h.finished("d20skirmish", "arnhem")
	text := h.recordOf(id, token)
	p := h.open("/analysis", desk)
	p.audited("the page for a record", desk)
	if said := p.text(".drop"); !strings.Contains(said, "ends in .jsonl: ") || !strings.Contains(said, "and loophole play") {
		t.Errorf("words run into each other: %q", said)
	}
	letValues := p.slow(`luck=later$`)
	p.drops("game.jsonl", text)
	p.until("the result and the dice", `eyes.all('.luck-result')[0] && eyes.all('.luck-dice tbody tr')[0] && !eyes.all('.luck-table')[0] && eyes.text('.luck-state') !== ''`)
	p.audited("the dice alone", desk)
	p.look(desk)
	letGo := p.slow(`/analysis$`)
	letValues()
	p.until("luck alone", `eyes.all('.luck-adjusted')[0] && eyes.text('.luck-table').includes('…') && eyes.text('.luck-state').includes('Comparing') && eyes.all('.luck-slider .dice-dot').length > 1`)
	p.pictured("luck-only", desk)
	before := p.tops(".luck-slider, .luck-table tbody tr")
	letGo()
	p.analysed()
	if after := p.tops(".luck-slider, .luck-table tbody tr"); after != before {
		t.Errorf("the page jumps when decisions are compared: %s, then %s", before, after)
	}
	p.pictured("record", desk)
	if n := see[int](p, "no replay", `eyes.all('a', 'Show in the replay').length + 1`); n != 1 {
		t.Errorf("%d links lead to the replay of a match that the server does not have", n-1)
	}
	p.click(".save-page", "")
	file := p.downloaded(".html")
	if !bytes.Contains(file, []byte("Turning points")) || bytes.Contains(file, []byte("<script")) {
		t.Error("the file to share is not whole")
	}
	p.reads(file)
	p.visit("/analysis")
	p.forgives("422")
	p.drops("damaged.jsonl", text[:len(text)/2])
	p.until("what is wrong", `eyes.text('.trouble').includes('is cut off in line') && eyes.text('.trouble').includes('get the file again')`)
	p.click(".analyse-whole", "")
	p.until("the game up to there", `eyes.text('.luck-head').includes('The record ends before the game does')`)
	p.visit("/analysis")
	p.drops("empty.jsonl", nil)
	p.until("the name of the file", `eyes.text('.trouble').includes('The file empty.jsonl is empty')`)
	p.visit("/analysis")
	p.click(".sample", "")
	p.analysed()
	if said := p.text(".analysis"); strings.Contains(said, "loophole resume") {
		t.Error("the sample is called a file that the player has")
	}
	p.pictured("sample", desk)
}

// drops drops a file onto the page.
func (p *page) drops(name string, text []byte) {
	p.t.Helper()
	evaluate[bool](p, "a dropped file", fmt.Sprintf(`(() => {
		const carried = new DataTransfer();
		carried.items.add(new File([%s], %s, { type: 'application/jsonl' }));
		for (const type of ['dragover', 'drop'])
			document.body.dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
		return Promise.resolve(true);
	})()`, quoted(string(text)), quoted(name)))
}

// reads opens the file to share from the disk, on a desktop and on a phone.
func (p *page) reads(file []byte) {
	p.t.Helper()
	name := filepath.Join(p.t.TempDir(), "luck.html")
	if err := os.WriteFile(name, file, 0o644); err != nil {
		p.t.Fatal(err)
	}
	p.forgives("left the host: file:")
	for _, l := range []look{desk, narrow} {
		p.look(l)
		p.do(chromedp.Navigate("file://" + name))
		p.until("the file", `eyes.all('.luck-action').length > 5 && eyes.all('svg.luck-curve').length === 1`)
		p.audited("the file to share", l)
		p.pictured("file", l)
		if wide := evaluate[string](p, "the file to share", "Promise.resolve(eyes.wide())"); wide != "" {
			p.t.Errorf("the file to share is wider than the window: %s", wide)
		}
		p.until("a mark of the curve", `eyes.all('.luck-curve .dot')[0]`)
		opened := evaluate[string](p, "an opened action", `(() => { const a = eyes.all('.luck-curve .dot')[0]; location.hash = a.getAttribute('href'); return eyes.until(() => document.querySelector(location.hash).closest('details').open && location.hash, 'an opened action', 5000); })()`)
		if !strings.HasPrefix(opened, "#action-") {
			p.t.Errorf("a mark leads to %q", opened)
		}
	}
	p.look(desk)
}

// TestAnalysisOnPhone uses the analysis on a phone by taps.
func TestAnalysisOnPhone(t *testing.T) {
	t.Parallel()
	h := served(t)
	id, token := h.finished("tideofiron", "stairs")
	p := h.open("/m/"+id+"#"+token, narrow)
	p.until("the end", `eyes.all('.was-it-luck')[0]`)
	p.tap(".was-it-luck", "")
	p.until("the analysis", `location.pathname.endsWith('/analysis') && eyes.all('.luck-adjusted')[0]`)
	p.analysed()
	p.pictured("phone", narrow)
	p.fits("the analysis")
	p.audited("the analysis on a phone", narrow)
	p.look(narrow)
	p.tap(".luck-slider", "")
	p.until("an action of the curve", `Number(document.querySelector('.luck-slider').getAttribute('aria-valuenow')) > 0`)
	p.tap(".luck-action summary", "")
	p.until("an open action", `eyes.all('.luck-open')[0]`)
	p.pictured("phone-open", narrow)
	p.fits("an open action")
	p.tap(".luck-open a.replay", "")
	p.until("the replay", `location.search === '?step=1' && eyes.all('.replay')[0]`)
}
