package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"loophole/hands"
	"loophole/internal/site"
)

// A liar is a server between a page and the true one. It changes what the page gets, and counts the
// values that the page reveals. Every change keeps the length, except in a stream.
type liar struct {
	next http.Handler
	of   func(path string, answer []byte) []byte

	mu       sync.Mutex
	revealed int
}

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/hands") {
		text, _ := io.ReadAll(r.Body)
		if bytes.Contains(text, []byte(`"kind":"reveal"`)) {
			l.mu.Lock()
			l.revealed++
			l.mu.Unlock()
		}
		r.Body = io.NopCloser(bytes.NewReader(text))
	}
	if !strings.HasPrefix(r.URL.Path, "/api/v1/matches/") {
		l.next.ServeHTTP(w, r)
		return
	}
	r.Header.Del("Accept-Encoding")
	l.next.ServeHTTP(&lyingWriter{w, l, r.URL.Path}, r)
}

// reveals returns the number of values that the page has revealed.
func (l *liar) reveals() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.revealed
}

type lyingWriter struct {
	http.ResponseWriter
	liar *liar
	path string
}

func (w *lyingWriter) Write(b []byte) (int, error) {
	w.liar.mu.Lock()
	lie := w.liar.of(w.path, b)
	w.liar.mu.Unlock()
	if _, err := w.ResponseWriter.Write(lie); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Unwrap lets streams flush.
func (w *lyingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

var (
	entryEvent = regexp.MustCompile(`(event: entry\ndata: \{"seq":)(\d+)(.*\n\n)`)
	firstFace  = regexp.MustCompile(`"faces":\[(\d)`)
	readings   = regexp.MustCompile(`"reading":"\d\+`)
	askLine    = regexp.MustCompile(`"(\{\\"kind\\":\\"ask\\".*?\\"sum\\":\\"[0-9a-f]{64}\\"\})"`)
)

// inState changes answers and events, but not the lines of two hands.
func inState(of func([]byte) []byte) func(string, []byte) []byte {
	return func(path string, b []byte) []byte {
		if strings.HasSuffix(path, "/hands") || strings.HasSuffix(path, ".jsonl") {
			return b
		}
		return of(b)
	}
}

// anotherQuestion asks for another number of dice, with checksums that hold.
func anotherQuestion() func(string, []byte) []byte {
	sums := map[string]string{}
	before := ""
	return func(_ string, b []byte) []byte {
		b = askLine.ReplaceAllFunc(b, func(quoted []byte) []byte {
			var line string
			var e struct {
				hands.Entry
				Sum string `json:"sum"`
			}
			if json.Unmarshal(quoted, &line) != nil || json.Unmarshal([]byte(line), &e) != nil {
				return quoted
			}
			at := bytes.Index(b, quoted)
			if m := regexp.MustCompile(`\\"sum\\":\\"([0-9a-f]{64})\\"\}",$`).FindSubmatch(b[:at]); m != nil {
				before = string(m[1])
			}
			e.N = e.N%9 + 1
			forged := hands.Seal(before, e.Entry)
			sums[e.Sum] = string(forged[len(forged)-66 : len(forged)-2])
			text, _ := json.Marshal(string(forged)) // Texts are always JSON.
			return text
		})
		for was, is := range sums {
			b = bytes.ReplaceAll(b, []byte(was), []byte(is))
		}
		return b
	}
}

// programFiles returns the files of the program that a server gives to pages.
func programFiles(t *testing.T) map[string][]byte {
	t.Helper()
	fullBrowser.runs(t) // Without a browser the test is skipped before the program is built.
	at, err := program()
	if err != nil {
		t.Fatal(err)
	}
	files, err := site.Program(os.DirFS(at))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestLyingServer: a page that checks every roll on its device plays with an honest server, also if its state
// comes late. When a server changes a question, a modifier in it, a result or the round, or invents an entry of
// the record, the page shows what differs and reveals nothing more.
func TestLyingServer(t *testing.T) {
	t.Parallel()
	files := programFiles(t)
	t.Run("late state", func(t *testing.T) {
		t.Parallel()
		accusesNobody(t, files)
	})
	for _, c := range []struct {
		name  string
		of    func(string, []byte) []byte
		says  string
		first bool // it is found before the first value
	}{
		{"honest", func(_ string, b []byte) []byte { return b }, "", false},
		{"question", anotherQuestion(), "the rules ask", true},
		{"modifier", inState(func(b []byte) []byte {
			return readings.ReplaceAllFunc(b, func(x []byte) []byte { x = bytes.Clone(x); x[len(x)-2] = '1' + x[len(x)-2]%6; return x })
		}), "the question", true},
		{"result", inState(func(b []byte) []byte {
			return firstFace.ReplaceAllFunc(b, func(x []byte) []byte { x = bytes.Clone(x); x[len(x)-1] = '1' + x[len(x)-1]%6; return x })
		}), "this device has “", false},
		{"turn", inState(func(b []byte) []byte {
			return bytes.ReplaceAll(b, []byte(`"round":1`), []byte(`"round":2`))
		}), "the server has German, round 2, Action phase; this device has German, round 1, Action phase", true},
		{"invented", func(path string, b []byte) []byte {
			if !strings.HasSuffix(path, "/events") {
				return b
			}
			return entryEvent.ReplaceAll(b, []byte("${1}${2}${3}${1}9${2}${3}"))
		}, "no lines of the server lead to it", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := &liar{of: c.of}
			h := servedBy(t, files, func(next http.Handler) http.Handler { l.next = next; return l })
			b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row", "terms": map[string]any{"dice": "two hands"}, "seats": []any{map[string]any{}, map[string]any{"policy": "random"}}})
			x := newPlayer(h.open("/", desk))
			x.evaluates(`localStorage.setItem('loophole.check', 'yes')`)
			x.visit("/m/" + b.ID + "#" + b.Tokens[b.Sides[0]])
			x.until("the table with a key of its own", fmt.Sprintf(`eyes.all('.plan-drawing')[0] && location.hash !== %s`, quoted("#"+b.Tokens[b.Sides[0]])))
			if c.name == "turn" { // It is found before the first action.
				x.until("the difference", `eyes.all('.differs')[0]`)
			}
			for n := 0; n < 60 && !x.sees(".differs"); n++ {
				if c.says == "" && h.rolls(b) >= 2 {
					break
				}
				x.until("the table or a difference", `eyes.all('.differs')[0] || eyes.stand('halves')`)
				if x.sees(".differs") {
					break
				}
				if s := x.settles("anybody", "eyes.settled(%d, 'halves')"); s.Kind != "others" && s.Kind != "over" {
					x.does(s)
				}
			}
			if c.says == "" {
				x.click("[data-about]", "")
				x.until("the count", `eyes.text('.dice-settings').includes('lines are checked')`)
				return
			}
			x.until("the difference", `eyes.text('.differs').includes(`+quoted(c.says)+`)`)
			was := l.reveals()
			if c.first && was > 0 || was > 1 {
				t.Errorf("%d values are revealed", was)
			}
			x.until("the page to say that it has stopped", `eyes.text('.pill') === 'Stopped' && !eyes.text('.owed').includes('Sending')`)
			x.filmed("differs-"+c.name, desk)
			x.evaluates(`dispatchEvent(new Event('online'))`)
			x.do(chromedp.Sleep(500 * time.Millisecond))
			if l.reveals() != was {
				t.Error("a value is revealed after the difference")
			}
		})
	}
}

// accusesNobody: a page that checks every roll is loaded again while it waits for the other's half. The other
// gives it while the program starts, and the state comes later than the entries of the record. The page accuses
// nobody, and goes on.
func accusesNobody(t *testing.T, files map[string][]byte) {
	var d delays
	h := servedBy(t, files, func(next http.Handler) http.Handler { d.next = next; return &d })
	b, host, guest := h.twoHands(nil)
	host.evaluates(`localStorage.setItem('loophole.check', 'yes')`)
	host.script(`{
		const Own = Worker;
		globalThis.Worker = class extends Own {
			constructor(...all) {
				super(...all);
				this.addEventListener('message', e => (globalThis.followed ||= e.data.answer !== undefined));
			}
		};
	}`)
	address := guest.address()
	guest.leaves()
	host.asks(b)
	host.until("the other to be waited for", `eyes.text('.owed').includes('Waiting for Soviet')`)

	program := d.holds(func(r *http.Request) bool { return strings.Contains(r.URL.Path, ".wasm") })
	host.reloads()
	within(t, "the program to be asked for", program.asked)
	_, token, _ := strings.Cut(host.address(), "#")
	state := d.holds(func(r *http.Request) bool {
		return r.Method == http.MethodGet && r.URL.Path == "/api/v1/matches/"+b.ID && r.Header.Get("Authorization") == "Bearer "+token
	})
	guest.visit(address)
	within(t, "the state to be asked for, after the entries", state.asked)
	program.release()
	host.until("the program to have followed the lines", `globalThis.followed`)
	host.do(chromedp.Sleep(500 * time.Millisecond))
	if host.sees(".differs") {
		t.Fatalf("an honest server is accused: %s", host.text(".differs"))
	}
	state.release()
	host.until("nothing to be owed", `!eyes.all('.owed')[0]`)
	host.click("[data-about]", "")
	host.until("the count", `eyes.text('.dice-settings').includes('lines are checked')`)
	host.click("dialog button", "✕")
	rolls := h.rolls(b)
	takesTurns(t, func() bool { return h.rolls(b) > rolls }, host, guest)
	if host.sees(".differs") {
		t.Errorf("an honest server is accused: %s", host.text(".differs"))
	}
}

// TestCheckedToTheEnd: two pages that check every roll play a fight at a server to its end. One is loaded again
// on the way. Both then have checked every line, but for the one with which the other signs the end.
func TestCheckedToTheEnd(t *testing.T) {
	if !long {
		t.Skip("it plays a whole fight: set LOOPHOLE_LONG")
	}
	t.Parallel()
	files := programFiles(t)
	h := servedBy(t, files, func(next http.Handler) http.Handler { return next })
	b, host, guest := h.twoHands(nil)
	for _, p := range []*player{host, guest} {
		p.evaluates(`localStorage.setItem('loophole.check', 'yes')`)
		p.reloads()
	}
	takesTurns(t, func() bool { return h.rolls(b) >= 3 }, host, guest)
	host.reloads()
	takesTurns(t, func() bool { return h.state(b).Over != nil }, host, guest)
	lines := bytes.Count(h.lines(b), []byte("\n"))
	for _, p := range []*player{host, guest} {
		if p.sees(".differs") {
			t.Fatalf("an honest server is accused: %s", p.text(".differs"))
		}
		p.until("the end", `eyes.all('.banner h2')[0]`)
		p.click("[data-about]", "")
		n := see[int](p.page, "how many lines are checked", `Number(/([\d,]+) lines are checked/.exec(eyes.text('.dice-settings'))?.[1].replace(',', ''))`)
		if n < lines-1 || n > lines {
			t.Errorf("%d of %d lines are checked", n, lines)
		}
	}
}

// delays is a server whose answers to some requests are held back.
type delays struct {
	next http.Handler

	mu   sync.Mutex
	held []*held
}

// A held is a kind of request that is held back until it is released.
type held struct {
	of       func(*http.Request) bool
	asked    chan struct{} // closed by the first request
	first    sync.Once
	released chan struct{}
}

// release lets the requests go on.
func (h *held) release() { close(h.released) }

// holds holds back the requests that of accepts.
func (d *delays) holds(of func(*http.Request) bool) *held {
	h := &held{of: of, asked: make(chan struct{}), released: make(chan struct{})}
	d.mu.Lock()
	d.held = append(d.held, h)
	d.mu.Unlock()
	return h
}

func (d *delays) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	list := d.held
	d.mu.Unlock()
	for _, h := range list {
		if !h.of(r) {
			continue
		}
		h.first.Do(func() { close(h.asked) })
		select {
		case <-h.released:
		case <-r.Context().Done():
			return
		}
	}
	d.next.ServeHTTP(w, r)
}

// within waits for something that a browser does.
func within(t *testing.T, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(2 * writeTime):
		t.Fatalf("no sign of %s", what)
	}
}

// TestTwoHandsWithoutTags: something between page and server takes the tags of states away. The page gives
// its halves all the same.
func TestTwoHandsWithoutTags(t *testing.T) {
	t.Parallel()
	h := servedBy(t, nil, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(&tagless{w}, r) })
	})
	b, host, guest := h.twoHands(nil)
	takesTurns(t, func() bool { return h.given(b, hands.Reveal, "German") >= 3 && h.given(b, hands.Reveal, "Soviet") >= 3 }, host, guest)
}

type tagless struct{ http.ResponseWriter }

func (w *tagless) WriteHeader(status int) {
	w.Header().Del("Etag")
	w.ResponseWriter.WriteHeader(status)
}

func (w *tagless) Write(b []byte) (int, error) {
	w.Header().Del("Etag")
	return w.ResponseWriter.Write(b)
}

// Unwrap lets streams flush.
func (w *tagless) Unwrap() http.ResponseWriter { return w.ResponseWriter }
