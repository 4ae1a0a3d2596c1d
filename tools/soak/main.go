// Soak tests the program for a long time, in rounds: it fuzzes every target, kills servers under
// play, plays many matches at once, and plays random games. It writes a page of figures.
//
//	go run ./tools/soak -for 24h docs/soak.md
//
// It runs tests of this module with suitable settings and reads their figures. It lists a fault
// with the command that reproduces it, and continues. It rewrites the page after every round and
// when it is interrupted.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"time"
)

func main() {
	span := flag.Duration("for", 24*time.Hour, "how long it lasts")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: go run ./tools/soak [-for 24h] PAGE") }
	flag.Parse()
	if flag.NArg() != 1 || *span < time.Minute {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	faults, err := soak(ctx, *span, flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(3)
	}
	if faults > 0 {
		os.Exit(1)
	}
}

// Durations and sizes.
const (
	longestRound = time.Hour
	least        = 20 * time.Second // time left to begin another round
	leastFuzzed  = 2 * time.Second  // fuzzing time of a target in a round
	crowd        = 500              // matches at once, if there is time for them
	fewer        = 40
	besiegers    = 100 // slow readers beside them, and a flood
)

// The parts of a round, in percent of its time.
const (
	shareFuzz  = 40
	shareKills = 15
	shareLoad  = 15
	shareGames = 30
)

// A soaking is the state of a run.
type soaking struct {
	page    page
	into    string
	root    string
	targets []target
	books   []string // folders of rulebooks with games
	seed    int      // of the round
	pace    map[string]float64
	broken  map[string]bool // fuzz targets with a fault, which would stop there again
	games   map[string]int  // played so far, by rulebook, so that no game is played twice
	next    int             // the next fuzz target
	until   time.Time       // no step begins after this
}

// A target is a fuzz target.
type target struct{ folder, name string }

func soak(ctx context.Context, span time.Duration, into string) (faults int, err error) {
	root, err := output("git", "rev-parse", "--show-toplevel")
	if err != nil {
		return 0, err
	}
	s := &soaking{into: into, root: root, pace: map[string]float64{}, broken: map[string]bool{}, games: map[string]int{}}
	if s.targets, s.books, err = tests(root); err != nil {
		return 0, err
	}
	s.page = newPage(span)
	if s.page.commit, err = output("git", "-C", root, "rev-parse", "--short=12", "HEAD"); err != nil {
		return 0, err
	}
	if changed, err := output("git", "-C", root, "status", "--porcelain", "--untracked-files=no"); err != nil || changed != "" {
		s.page.commit += ", with changes"
	}
	// Building the tests first keeps that time out of the measured pace.
	if err := s.build(ctx); err != nil {
		return 0, err
	}
	began := time.Now()
	s.page.began, s.until = began, began.Add(span+span/20)
	round := min(longestRound, max(span/4, 10*time.Minute))
	for left := span; left >= least && ctx.Err() == nil; left = span - time.Since(began) {
		s.seed++
		if left < round*3/2 { // This avoids a short last round.
			round = left
		}
		s.round(ctx, round)
		if s.page.lasted = time.Since(began); ctx.Err() == nil {
			s.page.rounds++
		}
		if err := s.write(); err != nil {
			return 0, err
		}
	}
	fmt.Printf("%v, %d rounds, %d faults: %s\n", s.page.lasted.Round(time.Second), s.page.rounds, len(s.page.faults), into)
	return len(s.page.faults), nil
}

// write writes the page to a temporary file and renames it.
func (s *soaking) write() error {
	part := s.into + ".part"
	if err := os.WriteFile(part, s.page.text(), 0o644); err != nil {
		return err
	}
	return os.Rename(part, s.into)
}

// round runs every kind of test once.
func (s *soaking) round(ctx context.Context, length time.Duration) {
	of := func(share int) time.Duration { return length * time.Duration(share) / 100 }
	for _, name := range []string{"TestKilledServer", "TestKilledHands"} {
		n := s.sized(name, of(shareKills)/2, 6)
		s.run(ctx, name, n, of(shareKills)/2, step{folder: "cmd/loophole", env: []string{fmt.Sprint("LOOPHOLE_KILLS=", n), fmt.Sprint("LOOPHOLE_SEED=", s.seed)}, test: name})
	}
	for _, thinking := range []string{"0s", "1s"} {
		matches, each := fewer, of(shareLoad)/2
		if each > time.Minute {
			matches = crowd
		}
		name := fmt.Sprintf("%d matches, thinking %s, besieged", matches, thinking)
		n := s.sized(name, each, 10)
		s.run(ctx, name, n, each, step{folder: "cmd/loophole", env: []string{fmt.Sprint("LOOPHOLE_MATCHES=", matches), "LOOPHOLE_THINKING=" + thinking, fmt.Sprint("LOOPHOLE_BESIEGERS=", besiegers), fmt.Sprint("LOOPHOLE_ACTIONS=", n), fmt.Sprint("LOOPHOLE_SEED=", s.seed)}, test: "TestLoad"})
	}
	for _, book := range s.books {
		each := of(shareGames) / time.Duration(len(s.books))
		n := s.sized(book, each, 500)
		s.run(ctx, book, n, each, step{folder: book, env: []string{fmt.Sprint("LOOPHOLE_GAMES=", n), fmt.Sprint("LOOPHOLE_FIRST_GAME=", s.games[book])}, test: "TestConformance/games"})
		s.games[book] += n
	}
	// A busy machine may not reach all targets. The next round continues with the others.
	for range s.targets {
		if !s.time() {
			return
		}
		t := s.targets[s.next]
		s.next = (s.next + 1) % len(s.targets)
		each := max(leastFuzzed, of(shareFuzz)/time.Duration(len(s.targets)))
		if name := t.folder + " " + t.name; !s.broken[name] {
			s.broken[name] = !s.run(ctx, name, 0, each, step{folder: t.folder, fuzz: t.name, span: each})
		}
	}
}

// time reports whether any time is left.
func (s *soaking) time() bool { return s.until.IsZero() || time.Now().Before(s.until) }

// build builds the tests, so that they are in the cache of go.
func (s *soaking) build(ctx context.Context) error {
	args := []string{"test", "-run", "^$", "./cmd/loophole"}
	for _, book := range s.books {
		args = append(args, "./"+book)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Stderr = s.root, os.Stderr
	together(cmd)
	return cmd.Run()
}

// sized returns how many units fit into a time, judging by earlier runs. The first run is small, to
// measure the pace.
func (s *soaking) sized(name string, span time.Duration, first int) int {
	if pace := s.pace[name]; pace > 0 {
		return max(1, int(span.Seconds()/pace))
	}
	return first
}

// A step is one test with its settings.
type step struct {
	folder     string
	env        []string
	test, fuzz string // one of them
	span       time.Duration
}

func (x step) args() []string {
	if x.fuzz != "" {
		return []string{"test", "-run", "^$", "-fuzz", "^" + x.fuzz + "$", "-fuzztime", x.span.Round(time.Second).String(), "-fuzzminimizetime", "10x", "./" + x.folder}
	}
	return []string{"test", "-count", "1", "-timeout", "0", "-v", "-run", "^" + strings.ReplaceAll(x.test, "/", "$/^") + "$", "./" + x.folder}
}

// command returns the command that runs the step.
func (x step) command() string {
	words := append([]string{}, x.env...)
	words = append(words, "go")
	for _, a := range x.args() {
		if strings.ContainsAny(a, "^$/ ") && !strings.HasPrefix(a, "./") {
			a = "'" + a + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}

// run runs a step of a number of units and reads its figures. It reports whether there was no
// fault.
func (s *soaking) run(ctx context.Context, name string, units int, span time.Duration, x step) bool {
	if ctx.Err() != nil || !s.time() {
		return true
	}
	// A step that hangs is killed, and counts as a fault.
	bound := 4*span + 10*time.Minute
	within, cancel := context.WithTimeout(ctx, bound)
	defer cancel()
	cmd := exec.CommandContext(within, "go", x.args()...)
	cmd.Dir, cmd.Env = s.root, append(os.Environ(), x.env...)
	together(cmd)
	cmd.WaitDelay = 10 * time.Second
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	began := time.Now()
	err := cmd.Run()
	if took := time.Since(began); units > 0 {
		s.pace[name] = took.Seconds() / float64(units)
	}
	s.page.read(name, said.String())
	if x.fuzz != "" {
		s.page.fuzz[name] += 0 // A target without executions is listed too.
	}
	if ctx.Err() != nil {
		return true // An interruption is not a fault of the step.
	}
	if err == nil {
		return true
	}
	why := faultOf(said.String())
	if within.Err() != nil {
		why = fmt.Sprintf("it did not end within %v", bound)
	}
	s.page.faults = append(s.page.faults, fault{name, x.again(said.String()), why})
	fmt.Fprintf(os.Stderr, "%s: %s\n", name, why)
	return false
}

var failingInput = regexp.MustCompile(`go test -run=(Fuzz\w+/\w+)`)

// again returns the command that reproduces a fault: with the input that fuzzing found, or the
// whole step.
func (x step) again(said string) string {
	if m := failingInput.FindStringSubmatch(said); m != nil {
		return "go test -run '" + m[1] + "' ./" + x.folder
	}
	return x.command()
}

var fuzzed = regexp.MustCompile(`(?m)^func (Fuzz\w*)\(\w+ \*testing\.F\)`)

// tests finds the fuzz targets, and the rulebooks whose games can be played at random.
func tests(root string) (targets []target, books []string, err error) {
	list := exec.Command("go", "list", "-f", "{{.Dir}}|{{range .TestGoFiles}}{{.}} {{end}}{{range .XTestGoFiles}}{{.}} {{end}}", "./...")
	list.Dir, list.Stderr = root, os.Stderr
	text, err := list.Output()
	if err != nil {
		return nil, nil, err
	}
	for line := range strings.Lines(string(text)) {
		dir, files, _ := strings.Cut(strings.TrimSpace(line), "|")
		folder, err := filepath.Rel(root, dir)
		if err != nil {
			return nil, nil, err
		}
		folder = filepath.ToSlash(folder)
		for _, name := range strings.Fields(files) {
			if name == "conformance_test.go" && strings.HasPrefix(folder, "rulesets/") {
				books = append(books, folder)
			}
			code, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return nil, nil, err
			}
			for _, m := range fuzzed.FindAllSubmatch(code, -1) {
				targets = append(targets, target{folder, string(m[1])})
			}
		}
	}
	if len(targets) == 0 || len(books) == 0 {
		return nil, nil, errors.New("no tests found: run it in the folder of the module")
	}
	return targets, books, nil
}

func output(name string, args ...string) (string, error) {
	text, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return strings.TrimSpace(string(text)), nil
}

// machine describes the machine.
func machine() string {
	return fmt.Sprintf("%d cores, %s/%s, %s", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
}
