package tabletop

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"loophole/wire"
)

// loaded is how many matches are played at once; make soak asks for more.
func loaded() int {
	if n, err := strconv.Atoi(os.Getenv("LOOPHOLE_MATCHES")); err == nil {
		return n
	}
	return 40
}

// actionsEach is how many actions are played in each match.
const actionsEach = 25

// Many matches are played at once over real connections, each by two players
// who listen as a spectator does. Nothing is lost and nothing comes out of order, and
// every record holds.
func TestLoad(t *testing.T) {
	srv := served(t, Options{})
	web := httptest.NewServer(srv)
	defer web.Close()
	web.Config.SetKeepAlivesEnabled(true)
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = 2000
	var times sample
	var all sync.WaitGroup
	scenarios := [][2]string{{"tideofiron", "row"}, {"konflikt47", "farmhouse"}, {"oldworld", "troll-barn"}, {"lasergrenadiers", "farm"}, {"d20skirmish", "wxyz"}}
	began := time.Now()
	for i := range loaded() {
		of := scenarios[i%len(scenarios)]
		all.Go(func() { loadOne(t, srv, web.URL, of, uint64(i), &times) })
	}
	all.Wait()
	took := time.Since(began)
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	t.Logf("%d matches, %d actions in %v: %.0f a second; an action takes %v (p50), %v (p99), %v (most); %d MiB of heap, %d KiB a match; %d listeners",
		loaded(), len(times.list), took.Round(time.Millisecond), float64(len(times.list))/took.Seconds(), times.at(0.5), times.at(0.99), times.at(1),
		m.HeapAlloc>>20, int(m.HeapAlloc)>>10/loaded(), 3*loaded())
	if len(times.list) < loaded()*actionsEach/2 {
		t.Error("too little was played")
	}
}

// thinking is how long a player thinks at most before he acts; make soak has
// people think.
func thinking() time.Duration {
	d, _ := time.ParseDuration(os.Getenv("LOOPHOLE_THINKING"))
	return d
}

// loadOne plays one match while both players and a spectator listen.
func loadOne(t *testing.T, srv *Server, base string, of [2]string, seed uint64, times *sample) {
	p := began(t, srv, Wanted{Ruleset: of[0], Scenario: of[1], HotSeat: true})
	var heard []<-chan int
	for _, role := range []string{roleSpectator, p.Sides[0], p.Sides[1]} {
		s := listen(t, base, p.path+"/events", p.Tokens[role])
		defer s.cancel()
		heard = append(heard, follow(t, s))
	}
	x := &hand{t: t, base: base + "/api/v1" + p.path, tokens: [2]string{p.Tokens[p.Sides[0]], p.Tokens[p.Sides[1]]}, sides: p.Sides, dice: rand.New(rand.NewPCG(seed, 1)), times: times}
	n := x.play()
	x.tokens[0] = p.Tokens[roleTable]
	x.ask(0, "POST", "/undo", nil, &struct{}{})
	for _, one := range heard {
		select {
		case last := <-one:
			if last != n {
				t.Errorf("a listener was told up to %d of %d", last, n)
			}
		case <-time.After(30 * time.Second):
			t.Error("a listener was not told of the end")
		}
	}
	kept, err := srv.store.Load(context.Background(), p.ID)
	if err != nil || len(kept.Lines) != n+2 {
		t.Fatal(err, len(kept.Lines), n)
	}
	holds(t, bytes.Join(kept.Lines, nil))
}

// follow tells the number of the last entry that a listener was told before
// the last action was taken back, and sees that they come in order.
func follow(t *testing.T, s *stream) <-chan int {
	heard := make(chan int, 1)
	go func() {
		last := 0
		for {
			e, ok := s.next()
			if !ok || e.name == "entry" && strings.Contains(e.data, `"kind":"undo"`) {
				break // Taking back is the end of the match.
			}
			var x wire.Entry
			if e.name != "entry" || json.Unmarshal([]byte(e.data), &x) != nil {
				continue
			}
			// What was unseen may come again when there is more of it.
			if x.Seq != last+1 && (x.Kind != "unseen" || x.Seq > last) {
				t.Errorf("a listener is told entry %d after %d", x.Seq, last)
			}
			last, _ = strconv.Atoi(e.id)
		}
		heard <- last
	}()
	return heard
}

// A hand plays a match over real connections, each side with its own token.
type hand struct {
	t      *testing.T
	base   string
	tokens [2]string
	sides  []string
	dice   *rand.Rand
	times  *sample
}

// play plays some actions and returns the number of the last entry.
func (h *hand) play() int {
	sequence := 0
	for range actionsEach {
		var s State
		if !h.ask(0, "GET", "", nil, &s) {
			return sequence
		}
		by := slices.Index(h.sides, s.Turn)
		if s.Begun != nil {
			by = slices.Index(h.sides, s.Begun.Question.By)
		}
		if by == 1 && !h.ask(1, "GET", "", nil, &s) {
			return sequence
		}
		if s.Sequence != sequence {
			h.t.Errorf("the record ends with %d; acknowledged was %d", s.Sequence, sequence)
		}
		if s.Over != nil {
			return sequence
		}
		path, body := "/actions", any(nil)
		if s.Begun != nil {
			path, body = "/answers", answerTo(s.Begun.Question, h.dice)
		} else {
			var a Actions
			if !h.ask(by, "GET", "/actions", nil, &a) {
				return sequence
			}
			g := a.Groups[h.dice.IntN(len(a.Groups))].Actions
			body = map[string]string{"action": g[h.dice.IntN(len(g))].Line, "position": s.Position}
		}
		if d := thinking(); d > 0 {
			time.Sleep(time.Duration(h.dice.Int64N(int64(d))))
		}
		var out Played
		began := time.Now()
		if h.ask(by, "POST", path, body, &out) {
			h.times.add(time.Since(began))
			sequence = out.Sequence
		}
	}
	return sequence
}

// ask asks; it reports false if the rules refused.
func (h *hand) ask(by int, method, path string, body, into any) bool {
	b, _ := json.Marshal(body)
	if body == nil {
		b = nil
	}
	r, err := http.NewRequest(method, h.base+path, bytes.NewReader(b))
	if err != nil {
		h.t.Error(err)
		return false
	}
	r.Header.Set("Authorization", "Bearer "+h.tokens[by])
	r.Header.Set("Content-Type", "application/json")
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Error(err)
		return false
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err != nil || w.StatusCode != http.StatusOK && w.StatusCode != http.StatusUnprocessableEntity {
		h.t.Errorf("%s %s: %d %s %v", method, path, w.StatusCode, text, err)
	}
	return w.StatusCode == http.StatusOK && json.Unmarshal(text, into) == nil
}

// A sample is how long requests took.
type sample struct {
	mu   sync.Mutex
	list []time.Duration
}

func (s *sample) add(d time.Duration) {
	s.mu.Lock()
	s.list = append(s.list, d)
	s.mu.Unlock()
}

// at is a quantile.
func (s *sample) at(q float64) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == 0 {
		return 0
	}
	slices.Sort(s.list)
	return s.list[min(len(s.list)-1, int(q*float64(len(s.list))))].Round(time.Microsecond)
}
