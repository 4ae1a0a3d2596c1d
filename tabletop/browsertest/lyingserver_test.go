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
// values that the page reveals. Every change keeps the length.
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
	return w.ResponseWriter.Write(lie)
}

// Unwrap lets streams flush.
func (w *lyingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

var (
	firstFace = regexp.MustCompile(`"faces":\[(\d)`)
	readings  = regexp.MustCompile(`"reading":"\d\+`)
	askLine   = regexp.MustCompile(`"(\{\\"kind\\":\\"ask\\".*?\\"sum\\":\\"[0-9a-f]{64}\\"\})"`)
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

// TestLyingServer: a page that checks every roll on its device plays with an honest server. When a
// server changes a question, a modifier in it, or a result, the page shows what differs and reveals
// nothing more.
func TestLyingServer(t *testing.T) {
	t.Parallel()
	fullBrowser.runs(t)
	at, err := program()
	if err != nil {
		t.Fatal(err)
	}
	files, err := site.Program(os.DirFS(at))
	if err != nil {
		t.Fatal(err)
	}
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
			x.filmed("differs-"+c.name, desk)
			x.evaluates(`dispatchEvent(new Event('online'))`)
			x.do(chromedp.Sleep(500 * time.Millisecond))
			if l.reveals() != was {
				t.Error("a value is revealed after the difference")
			}
		})
	}
}
