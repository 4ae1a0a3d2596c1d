package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"loophole/internal/store/sqlite"
)

// The settings of these tests, which tools/soak sets.
var (
	// loaded is the number of simultaneous matches.
	loaded = setting("LOOPHOLE_MATCHES", strconv.Atoi, 40)
	// thinking is the longest time that a player thinks before an action; the shortest is half of
	// it.
	thinking = setting("LOOPHOLE_THINKING", time.ParseDuration, 0)
	// allowed is the limit for the 99th percentile of actions; 0 is no limit.
	allowed = setting("LOOPHOLE_P99", time.ParseDuration, 0)
	// actionsEach is the number of actions in each match.
	actionsEach = setting("LOOPHOLE_ACTIONS", strconv.Atoi, 25)
	// besiegers is the number of clients that read their answers slowly during play. With any,
	// another client floods the server, and the server limits the requests of a client.
	besiegers = setting("LOOPHOLE_BESIEGERS", strconv.Atoi, 0)
	// seed is the seed of the players, so that repeated runs play other games.
	seed = setting("LOOPHOLE_SEED", func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) }, 1)
)

// setting returns a setting of the environment, or usual.
func setting[T any](name string, read func(string) (T, error), usual T) T {
	if text := os.Getenv(name); text != "" {
		x, err := read(text)
		if err != nil {
			panic(name + ": " + err.Error())
		}
		return x
	}
	return usual
}

// TestLoad plays many matches at once on a server in a separate process. Two players play each
// match, and both of them and a spectator listen. None of them loses an entry or gets one twice or
// out of order, and every record is valid.
func TestLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	dir := t.TempDir()
	var more []string
	if besiegers > 0 {
		more = []string{"--trusted-proxy", "127.0.0.1", "--rate", fmt.Sprint(besiegedRate)} // Each player has an address.
	}
	s := start(t, built(t), filepath.Join(dir, "data"), more...)
	var times sample
	var hands []*hand
	for i := range loaded {
		hands = append(hands, sit(t, s.base, i, &times))
	}
	idle, cost := s.memory(), s.processor()
	// All matches are ready before the first action.
	b := besiege(t, hands[0])
	began := time.Now()
	var all sync.WaitGroup
	for _, h := range hands {
		all.Go(h.play)
	}
	all.Wait()
	took := time.Since(began)
	b.end(t)
	cost = s.processor() - cost
	for _, h := range hands {
		h.end()
	}
	memory := s.memory()
	s.ended(t)
	verified(t, filepath.Join(dir, "data"), hands)
	t.Logf("%d matches, %d listeners, thinking %v to %v: %d actions in %v, %.0f a second", loaded, 3*loaded, thinking/2, thinking, len(times.list), took.Round(time.Millisecond), float64(len(times.list))/took.Seconds())
	t.Logf("an action takes %v (p50), %v (p90), %v (p99), %v (most); a state %v (p99)", times.at(0.5), times.at(0.9), times.at(0.99), times.at(1), times.others(0.99))
	t.Logf("the server: %s before play, %s after it; %v of processor for an action and all that is asked and told with it", idle, memory, (cost / time.Duration(len(times.list))).Round(time.Microsecond))
	ended := 0
	for _, h := range hands {
		if h.over {
			ended++
		}
	}
	// A finished game has no more actions.
	if len(times.list) < (loaded-ended)*actionsEach/2 {
		t.Error("too little was played")
	}
	if p99 := times.at(0.99); allowed > 0 && p99 > allowed {
		t.Errorf("99 of 100 actions take up to %v; allowed are %v", p99, allowed)
	}
}

// built returns the path of the program. It is this test binary, which runs as the program under
// that name (see TestMain), so that no test has to link another one.
func built(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("loophole")
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// ended asks the server to end and waits for it.
func (c *child) ended(t *testing.T) {
	t.Helper()
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		c.kill() // Windows has no such signal.
	} else if err := c.cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// verified verifies the record of each match and checks that it ends with the last acknowledged
// entry.
func verified(t *testing.T, data string, hands []*hand) {
	t.Helper()
	st, err := sqlite.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	for _, h := range hands {
		x, err := st.Load(context.Background(), h.ID)
		if err != nil {
			t.Fatal(err)
		}
		if plain, sparse := endOf(x.Lines); h.sequence != plain && h.sequence != sparse {
			t.Errorf("the record of %s ends with %d, or %d; acknowledged was %d", h.ID, plain, sparse, h.sequence)
		}
		verify(t, x)
	}
}

// endOf returns the last number of a record, for a match without hidden information and for one
// with it.
func endOf(lines [][]byte) (plain, sparse int) {
	sparse = -1
	for _, line := range lines[1:] {
		for _, kind := range []string{"action", "undo", "redo"} {
			if bytes.HasPrefix(line, []byte(`{"kind":"`+kind+`"`)) {
				sparse += 1000
			}
		}
	}
	return len(lines) - 1, sparse
}

// scenarios are the scenarios of the load test.
var scenarios = [][2]string{{"tideofiron", "row"}, {"konflikt47", "farmhouse"}, {"oldworld", "troll-barn"}, {"lasergrenadiers", "farm"}, {"d20skirmish", "wxyz"}}

// sit begins a match with three listeners.
func sit(t *testing.T, base string, i int, times *sample) *hand {
	t.Helper()
	h := &hand{t: t, base: base, from: addressOf(i), dice: rand.New(rand.NewPCG(uint64(i), seed)), times: times}
	h.wire = h.dial()
	t.Cleanup(func() { h.wire.Close() })
	of := scenarios[i%len(scenarios)]
	text, _ := h.ask("", "POST", "/matches", map[string]any{"ruleset": of[0], "scenario": of[1], "hotseat": true})
	if err := json.Unmarshal(text, &h.CreatedMatch); err != nil {
		t.Fatal(err)
	}
	h.base += "/matches/" + h.ID
	for _, role := range []string{"spectator", h.Sides[0], h.Sides[1]} {
		h.heard = append(h.heard, h.listen(role))
	}
	return h
}
