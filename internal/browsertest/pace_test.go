package browsertest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// paced is the variable with the file for the measurements.
const paced = "LOOPHOLE_PACE"

// The targets of the pages.
const (
	mostWeight = 200_000                // bytes, compressed, of everything that a page loads
	latePaint  = 500 * time.Millisecond // the first paint
	lateAnswer = 100 * time.Millisecond // from the confirming press to the result
	lateLuck   = 500 * time.Millisecond // from dropping a record to the luck of its analysis
	lateFigure = 500 * time.Millisecond // from opening an analysis to its first figures
	lateFrame  = 17 * time.Millisecond  // between two frames while dice roll
	fewFrames  = 0.9                    // the minimum share of frames within that time
)

// A measure is a measurement with its target.
type measure struct {
	what, got, limit string
	holds            bool
}

// TestPace measures the pages in a browser, one after the other: their size, the time to the first
// paint, to an action's result and to the figures of an analysis, and the smoothness of dice. It reports the results with the
// targets and never fails, because they depend on the load of the machine.
func TestPace(t *testing.T) {
	file := os.Getenv(paced)
	if file == "" {
		t.Skipf("%s names no file for the measures", paced)
	}
	h := served(t).inWhole()
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "block", "hotseat": true})
	var list []measure
	for _, x := range []struct{ name, path, there string }{
		{"the lobby", "/", `eyes.all('.scenario-go button:not(.quiet):not(:disabled)').length > 20 && eyes.all('article.scenario svg')[0]`},
		{"the table", "/m/" + b.ID + "#" + b.Tokens["table"], `eyes.all('.plan-drawing .piece')[0] && eyes.all('.actions[aria-busy=false]')[0]`},
		{"the bench", worked, `eyes.all('.answer[aria-busy=false] .event')[0]`},
	} {
		list = append(list, h.loads(x.name, x.path, x.there)...)
	}
	for _, f := range fights {
		list = append(list, f.tells(t))
	}
	for _, f := range fights {
		list = append(list, f.analyses(t))
	}
	list = append(list, opens(t), opensInFolder(t))
	for _, f := range fights {
		list = append(list, f.frames(t))
	}
	if err := os.WriteFile(file, pageOf(list), 0o666); err != nil {
		t.Fatal(err)
	}
}

// loads measures the load time and the bytes of a first visit.
func (h *house) loads(name, path, there string) []measure {
	h.t.Helper()
	var paints []time.Duration
	weight := 0.
	for range 7 {
		p := h.open(path, desk) // A browser with an empty cache.
		p.until("the page", there)
		ms := see[float64](p, "the first paint", `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`)
		paints = append(paints, time.Duration(ms*float64(time.Millisecond)))
		p.mu.Lock()
		weight = p.weight
		p.mu.Unlock()
		p.closes()
	}
	paint := median(paints)
	return []measure{
		{"first paint of " + name, ms(paint), ms(latePaint), paint <= latePaint},
		{"weight of " + name + ", with all that it asks for", fmt.Sprintf("%.0f kB", weight/1000), fmt.Sprintf("%d kB", mostWeight/1000), weight <= mostWeight},
	}
}

// closes closes a page.
func (p *page) closes() {
	p.t.Helper()
	p.do(chromedp.Navigate("about:blank"))
}

// tells measures the time from the confirming press of an ordinary shot to its result: the headline
// above the dice, or the question to a player.
func (f fight) tells(t *testing.T) measure {
	t.Helper()
	var all []time.Duration
	f.shoots(t, 10, func(p *page, confirm func()) {
		evaluate[bool](p, "a watch", `(() => {
			globalThis.told = 0;
			addEventListener('click', e => {
				if (!e.target.closest('.confirm .main')) return;
				const from = performance.now(), look = () => {
					if (eyes.text('.tray-brief') || eyes.all('.decision:not(.waiting) .options, .slots')[0]) globalThis.told = performance.now() - from;
					else requestAnimationFrame(look);
				};
				requestAnimationFrame(look);
			}, { capture: true, once: true });
			return Promise.resolve(true);
		})()`)
		confirm()
		all = append(all, time.Duration(see[float64](p, "what came of it", `globalThis.told`)*float64(time.Millisecond)))
	})
	took := median(all)
	return measure{"from confirming a shot to what came of it, " + f.ruleset, ms(took), ms(lateAnswer), took <= lateAnswer}
}

// analyses measures the time from dropping the record of a whole game to the result adjusted for
// luck. Each server has never analysed anything before.
func (f fight) analyses(t *testing.T) measure {
	t.Helper()
	var all []time.Duration
	for range 5 {
		h := served(t).inWhole()
		text := h.recordOf(h.finished(f.ruleset, f.scenario))
		p := h.open("/analysis", desk)
		p.until("the page for a record", `eyes.all('input[type=file]')[0]`)
		all = append(all, drops(p, text, ".luck-adjusted"))
		p.closes()
	}
	took := median(all)
	return measure{"from dropping a record to the luck of its analysis, " + f.ruleset, ms(took), ms(lateLuck), took <= lateLuck}
}

// drops drops a record on a page, and returns the time until the page shows what a selector finds.
func drops(p *page, record []byte, selector string) time.Duration {
	evaluate[bool](p, "a watch", `((selector) => {
		globalThis.shown = 0;
		addEventListener('drop', () => {
			const from = performance.now(), look = () => {
				if (eyes.all(selector)[0]) globalThis.shown = performance.now() - from;
				else requestAnimationFrame(look);
			};
			requestAnimationFrame(look);
		}, { capture: true, once: true });
		return Promise.resolve(true);
	})(`+strconv.Quote(selector)+`)`)
	p.drops("game.jsonl", record)
	return millis(see[float64](p, "what the record brings", `globalThis.shown`))
}

// watchesFigures makes a page note when it shows the first figures of an analysis.
const watchesFigures = `(() => {
	const look = () => {
		if (document.querySelector('.luck-results td')) globalThis.figures = performance.now();
		else setTimeout(look, 5);
	};
	if (self === top) look();
})()`

// opens measures the time from opening the analysis of a long match to its first figures. Each server has
// never analysed anything before.
func opens(t *testing.T) measure {
	t.Helper()
	var all []time.Duration
	actions := 0
	for range 5 {
		h := served(t).inWhole()
		id, token := h.finishedBy("tideofiron", "block", "random", "random")
		actions = bytes.Count(h.recordOf(id, token), []byte(`"kind":"action"`))
		p := h.open("/analysis", desk) // The browser has the scripts of a page that it has shown before.
		p.until("the page for a record", `eyes.all('input[type=file]')[0]`)
		p.script(watchesFigures)
		p.visit("/m/" + id + "/analysis#" + token)
		all = append(all, millis(see[float64](p, "the first figures", `globalThis.figures`)))
		p.closes()
	}
	took := median(all)
	return measure{fmt.Sprintf("from opening the analysis of a match of %d actions to its first figures", actions), ms(took), ms(lateFigure), took <= lateFigure}
}

// opensInFolder measures the time from dropping the record of a long match to its first figures where the
// program runs in the browser. The record comes a second after the program has started.
func opensInFolder(t *testing.T) measure {
	t.Helper()
	h := served(t).inWhole()
	text := h.recordOf(h.finishedBy("tideofiron", "block", "random", "random"))
	f := inFolder(t, nil)
	var all []time.Duration
	for range 5 {
		p := f.open("/analysis.html", desk)
		p.until("the program", `document.querySelector('.engine-version') && eyes.all('input[type=file]')[0]`)
		time.Sleep(time.Second) // A player needs longer to choose a file, and the page analyses its sample meanwhile.
		all = append(all, drops(p, text, ".luck-results td"))
		p.closes()
	}
	took := median(all)
	return measure{fmt.Sprintf("the same without a server, from dropping the record of %d actions a second after the start of the program", bytes.Count(text, []byte(`"kind":"action"`))), ms(took), ms(lateFigure), took <= lateFigure}
}

// frames measures the share of frames in time while dice roll, on processors slowed to a quarter.
func (f fight) frames(t *testing.T) measure {
	t.Helper()
	var all []time.Duration
	f.shoots(t, 5, func(p *page, confirm func()) {
		p.moves(true)
		p.slowed(4)
		evaluate[bool](p, "a watch", `(() => {
			globalThis.frames = null;
			let last = 0, end = 0;
			const seen = [], look = now => {
				if (!end && document.querySelector('.tray-of-dice')) end = now + 600;
				if (end && last) seen.push(now - last);
				last = end ? now : 0;
				if (end && now > end) globalThis.frames = seen;
				else requestAnimationFrame(look);
			};
			requestAnimationFrame(look);
			return Promise.resolve(true);
		})()`)
		confirm()
		for {
			if s := evaluate[string](p, "the dice, or a question", `eyes.until(() => globalThis.frames ? 'dice' : eyes.all('.decision:not(.waiting) .options button:not(:disabled)')[0] ? 'asked' : '', 'the dice', 60000)`); s == "dice" {
				break
			}
			asked := p.text(".decision")
			p.click(".decision .options button", "")
			p.until("the answer to be taken", "globalThis.frames || eyes.text('.decision') !== "+quoted(asked))
		}
		for _, x := range see[[]float64](p, "the frames", `globalThis.frames`) {
			all = append(all, time.Duration(x*float64(time.Millisecond)))
		}
		p.slowed(1)
	})
	within := 0
	for _, x := range all {
		if x <= lateFrame {
			within++
		}
	}
	share := float64(within) / float64(len(all))
	return measure{
		"frames while dice roll, four times slowed, " + f.ruleset,
		fmt.Sprintf("%.0f %% within %s; median %s", 100*share, ms(lateFrame), ms(median(all))), fmt.Sprintf("%.0f %%", 100*fewFrames), share >= fewFrames,
	}
}

// slowed slows the page's processor down by a factor.
func (p *page) slowed(by float64) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: by})
		return err
	})
}

// shoots prepares ordinary shots of a rulebook repeatedly, up to their confirmation.
func (f fight) shoots(t *testing.T, times int, measured func(p *page, confirm func())) {
	t.Helper()
	h := served(t).inWhole()
	p := h.open("/", desk)
	p.forgives(`\b4(22|09)\b`)
	w := &walk{player: newPlayer(p), fight: f, l: desk}
	for range times {
		b := w.begun(f.scenario, hotseat)
		who, line := w.shooter(b, b.Tokens["table"])
		w.shows(b, b.Tokens["table"])
		w.stands()
		w.picks(who)
		w.stands()
		w.way(line)
		w.until("the odds", `eyes.all('.preview .line')[0] && !eyes.text('.preview').includes('Working out') && eyes.all('.confirm .main:not(:disabled)')[0]`)
		measured(p, func() { p.click(".confirm .main", "") })
	}
	p.closes()
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

func ms(d time.Duration) string {
	if d < 20*time.Millisecond {
		return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}

// pageOf returns the measurements as a page.
func pageOf(list []measure) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Pace\n\nMade by `make pace`, which anyone can repeat, in chromium on the machine that serves\nthe pages. First paints are medians of 7 visits of a browser that has nothing of the\npage, answers medians of 10 shots, frames those of 5 rolls.\n\n")
	fmt.Fprintf(&b, "- machine: %s, %d threads, %s/%s, %s\n- commit: %s, measured %s\n\n", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), commit(), time.Now().UTC().Format(time.DateOnly))
	fmt.Fprint(&b, "| | measured | limit | |\n|---|---|---|---|\n")
	missed := 0
	for _, m := range list {
		verdict := "holds"
		if !m.holds {
			verdict = "**misses**"
			missed++
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", m.what, m.got, m.limit, verdict)
	}
	if missed == 0 {
		fmt.Fprintf(&b, "\nAll %d limits hold.\n", len(list))
	} else {
		fmt.Fprintf(&b, "\nOf %d limits %d are missed.\n", len(list), missed)
	}
	return b.Bytes()
}

func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if name, ok := strings.CutPrefix(s.Text(), "model name"); ok {
			return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
		}
	}
	return "unknown"
}

func commit() string {
	out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
