package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"loophole/internal/store"
	"loophole/internal/store/sqlite"
	"loophole/match"
	"loophole/rulesets"
)

// kills returns the number of kills; make soak sets more.
func kills() int {
	if n, err := strconv.Atoi(os.Getenv("LOOPHOLE_KILLS")); err == nil {
		return n
	}
	return 12
}

// TestKilledServer plays on a server that is killed repeatedly without warning. Afterwards every
// acknowledged action is in the record, no repeated request is in it twice, questions are open as
// before, and every record is valid.
func TestKilledServer(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	interrupted(t, "", kills(), (*child).kill)
}

// TestRestartedServer plays on a server that a service manager ends and restarts repeatedly on the
// same folder. It exits with status 0 within its time limit despite ongoing play, and passes the
// checks of a killed server.
func TestRestartedServer(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	interrupted(t, "", 5, func(s *child) {
		if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			s.kill() // Windows has no such signal.
			return
		}
		began := time.Now()
		if err := s.cmd.Wait(); err != nil {
			t.Error(err)
		}
		if d := time.Since(began); d > 12*time.Second { // open requests have ten
			t.Errorf("it took %v to end", d)
		}
	})
}

// interrupted plays on a server that is ended a number of times during play. The matches are in the
// PostgreSQL database at url, or in a folder if url is empty.
func interrupted(t *testing.T, url string, times int, end func(*child)) {
	dir := t.TempDir()
	program := built(t)
	data := filepath.Join(dir, "data")
	flags := []string{"--rate", "0"}
	if url != "" {
		flags = append(flags, "--store", url)
	}
	var players []*player
	heard := make(chan bool)
	for i, of := range [][2]string{{"tideofiron", "block"}, {"konflikt47", "farmhouse"}, {"oldworld", "troll-barn"}, {"lasergrenadiers", "street"}, {"d20skirmish", "wxyz"}, {"tideofiron", "row"}} {
		players = append(players, &player{t: t, of: of, dice: rand.New(rand.NewPCG(seed, uint64(i))), heard: heard})
	}
	chance := rand.New(rand.NewPCG(1+seed, 3))
	retried := 0
	for range times {
		s := start(t, program, data, flags...)
		ctx, cancel := context.WithCancel(context.Background())
		over := make(chan bool)
		go func() {
			var all sync.WaitGroup
			for _, p := range players {
				all.Go(func() { p.play(ctx, s.base) })
			}
			all.Wait()
			close(over)
		}()
		s.endAmid(t, chance, heard, over, func() { end(s); cancel() })
		cancel()
	}
	s := start(t, program, data, flags...)
	acknowledged := 0
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for _, p := range players {
		p.heard = nil
		p.play(over, s.base) // It only settles open requests.
		acknowledged += p.acknowledged
		retried += p.retried
	}
	s.kill()
	if url != "" {
		verifyStore(t, openedPostgres(t, url))
	} else {
		verifyAll(t, data)
	}
	t.Logf("%d kills, %d acknowledged, %d asked again", times, acknowledged, retried)
	if acknowledged < 10*times {
		t.Error("too little was played to prove anything")
	}
}

// endAmid ends a server after some answers, on a machine of any speed, at a random moment within
// the next ones, and waits for its players.
func (s *child) endAmid(t *testing.T, chance *rand.Rand, heard, over <-chan bool, end func()) {
	tooLong, left := time.After(time.Minute), 10+chance.IntN(60)
	ended := make(chan bool)
	for {
		select {
		case <-heard:
			if left--; left == 0 {
				time.AfterFunc(time.Duration(chance.IntN(3000))*time.Microsecond, func() { end(); close(ended) })
			}
		case <-tooLong:
			t.Error("the server answers no more")
			s.kill()
			end()
		case <-over:
			if left <= 0 {
				<-ended // The players are done when it stops listening, and it still has its folder.
			}
			return
		}
	}
}

// TestEndedServer: a server that is asked to end exits at once with status 0, even with listeners,
// and keeps all actions.
func TestEndedServer(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	dir := t.TempDir()
	program := built(t)
	s := start(t, program, filepath.Join(dir, "data"))
	p := &player{t: t, of: [2]string{"tideofiron", "row"}, dice: rand.New(rand.NewPCG(1, 1))}
	if !p.begin(s.base) {
		t.Fatal("no match")
	}
	r, err := http.NewRequest("GET", s.base+p.path+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	w, err := http.DefaultClient.Do(r)
	if err != nil || w.StatusCode != http.StatusOK {
		t.Fatal(w, err)
	}
	defer w.Body.Close()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Skip(err) // Windows has no such signal.
	}
	began := time.Now()
	if err := s.cmd.Wait(); err != nil {
		t.Error(err)
	}
	if d := time.Since(began); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
	verifyAll(t, filepath.Join(dir, "data"))
}

// A child is a server in a separate process.
type child struct {
	cmd    *exec.Cmd
	base   string
	faulty bool // it may log faults
}

func start(t *testing.T, program, data string, more ...string) *child {
	t.Helper()
	if len(more) == 0 {
		more = []string{"--rate", "0"}
	}
	cmd := exec.Command(program, append([]string{"serve", "--listen", "127.0.0.1:0", "--data", data, "--no-browser"}, more...)...)
	out, err := cmd.StdoutPipe()
	log, failed := os.Create(filepath.Join(t.TempDir(), "log"))
	if err = errors.Join(err, failed); err == nil {
		cmd.Stderr = log // It writes there directly; with a pipe, this process would have to copy.
		err = cmd.Start()
		log.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	x := &child{cmd: cmd}
	t.Cleanup(func() {
		cmd.Process.Kill()
		if said, err := os.ReadFile(log.Name()); err != nil || !x.faulty && bytes.Contains(said, []byte(`"ERROR"`)) {
			t.Errorf("the server logs faults: %v %s", err, said[:min(len(said), 2000)])
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	_, address, ok := strings.Cut(line, "http://")
	if err != nil || !ok {
		t.Fatalf("%q: %v", line, err)
	}
	x.base = "http://" + strings.TrimSpace(address) + "api/v1"
	return x
}

func (c *child) kill() {
	c.cmd.Process.Kill() // SIGKILL leaves no time to clean up.
	c.cmd.Wait()
}

// A player plays both sides of a match and stores the acknowledged entries.
type player struct {
	t            *testing.T
	of           [2]string
	dice         *rand.Rand
	path, token  string
	sequence     int // last acknowledged entry
	n            int
	flying       *request // without an answer yet
	acknowledged int
	heard        chan<- bool // receives a value for each acknowledgement, if not nil
	retried      int
	via          sending // how requests are sent, if not to one server
}

// A sending sends a request with a token to some server; ok is false if it is not answered.
type sending func(method, path string, body []byte, key, token string) (status int, text []byte, ok bool)

type request struct {
	path, key string
	body      []byte
}

type standing struct {
	Sequence int
	Position string
	Over     *struct{}
	Begun    *struct {
		Question struct {
			ID, Kind  string
			Die, Many int
			Options   []string
		}
	}
}

// play plays until the server is gone. Once the context is over, it only settles requests without
// an answer.
func (p *player) play(ctx context.Context, base string) {
	if p.path == "" {
		if ctx.Err() != nil || !p.begin(base) {
			return
		}
	}
	if p.flying != nil {
		p.retried++
		if !p.send(base, p.flying) {
			return
		}
	}
	for {
		var s standing
		if !p.get(base, "", &s) {
			return
		}
		if s.Sequence != p.sequence {
			p.t.Errorf("%v: the record ends with %d; acknowledged was %d", p.of, s.Sequence, p.sequence)
			p.sequence = s.Sequence
		}
		if ctx.Err() != nil || s.Over != nil && !p.begin(base) {
			return
		}
		if r := p.next(base, &s); r == nil || !p.send(base, r) {
			return
		}
	}
}

func (p *player) begin(base string) bool {
	var b struct {
		ID     string
		Tokens map[string]string
	}
	body, _ := json.Marshal(map[string]any{"ruleset": p.of[0], "scenario": p.of[1], "hotseat": true, "dice": []string{"program", "typed"}})
	status, text, ok := p.do("POST", base+"/matches", body, "")
	if !ok {
		return false // The match may exist, but nobody has its tokens.
	}
	if err := json.Unmarshal(text, &b); err != nil || status != http.StatusCreated {
		p.t.Errorf("%d %s", status, text)
		return false
	}
	p.path, p.token, p.sequence = "/matches/"+b.ID, b.Tokens["table"], 0
	return true
}

// next returns a random next request.
func (p *player) next(base string, s *standing) *request {
	p.n++
	r := &request{path: "/actions", key: fmt.Sprint("key-", p.n)}
	var body any
	if s.Begun != nil {
		r.path = "/answers"
		q := &s.Begun.Question
		if q.Kind == "choice" {
			body = map[string]any{"question": q.ID, "option": p.dice.IntN(len(q.Options))}
		} else {
			faces := []int{}
			for range q.Many {
				faces = append(faces, 1+p.dice.IntN(q.Die))
			}
			body = map[string]any{"question": q.ID, "faces": faces}
		}
	} else if p.n%11 == 0 && s.Sequence > 0 {
		r.path = "/undo"
	} else {
		var a struct {
			Groups []struct{ Actions []struct{ Line string } }
		}
		if !p.get(base, "/actions", &a) || len(a.Groups) == 0 {
			return nil
		}
		g := a.Groups[p.dice.IntN(len(a.Groups))].Actions
		body = map[string]any{"action": g[p.dice.IntN(len(g))].Line, "position": s.Position}
	}
	if body != nil {
		r.body, _ = json.Marshal(body)
	}
	return r
}

// send sends a request. Without an answer it keeps the request, to send it again.
func (p *player) send(base string, r *request) bool {
	p.flying = r
	status, text, ok := p.do("POST", base+p.path+r.path, r.body, r.key)
	if !ok {
		return false
	}
	p.flying = nil
	switch status {
	case http.StatusOK:
		var x struct{ Sequence int }
		if err := json.Unmarshal(text, &x); err != nil {
			p.t.Error(err)
		}
		p.sequence = x.Sequence
		p.acknowledged++
		if p.heard != nil {
			p.heard <- true
		}
	case http.StatusConflict, http.StatusUnprocessableEntity: // There is nothing to undo, or the action is illegal.
	default:
		p.t.Errorf("%s: %d %s", r.path, status, text)
	}
	return true
}

func (p *player) get(base, path string, into any) bool {
	status, text, ok := p.do("GET", base+p.path+path, nil, "")
	if ok && status != http.StatusOK {
		p.t.Errorf("%s: %d %s", path, status, text)
		return false
	}
	return ok && json.Unmarshal(text, into) == nil
}

// do sends a request; ok is false if the server was gone before the whole answer arrived.
func (p *player) do(method, address string, body []byte, key string) (status int, text []byte, ok bool) {
	if p.via != nil {
		return p.via(method, address, body, key, p.token)
	}
	return sent(p.t, method, address, body, key, p.token)
}

// sent sends a request to an address.
func sent(t *testing.T, method, address string, body []byte, key, token string) (status int, text []byte, ok bool) {
	r, err := http.NewRequest(method, address, bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0, nil, false
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, false
	}
	defer w.Body.Close()
	text, err = io.ReadAll(w.Body)
	return w.StatusCode, text, err == nil
}

// verifyAll audits every record of a folder.
func verifyAll(t *testing.T, data string) {
	s, err := sqlite.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	verifyStore(t, s)
}

// verifyStore audits every record of a store and closes it.
func verifyStore(t *testing.T, s store.Store) {
	defer s.Close()
	ids, err := s.IDs(context.Background())
	if err != nil || len(ids) == 0 {
		t.Fatal(ids, err)
	}
	for _, id := range ids {
		x, err := s.Load(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		verify(t, x)
	}
}

// verify audits the record of a match.
func verify(t *testing.T, x *store.Match) {
	t.Helper()
	f, err := match.Read(bytes.NewReader(bytes.Join(x.Lines, nil)))
	if err == nil {
		_, err = match.Verify(f, rulesets.Game)
	}
	if err != nil {
		t.Errorf("match %s: %v", x.ID, err)
	}
}
