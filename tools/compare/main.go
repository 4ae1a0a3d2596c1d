// Compare runs the benchmarks of an earlier commit and of the current tree in turn, and prints the
// ratio of the new time to the old one.
//
//	go run ./tools/compare -base 2fd6471 -rounds 5 ./odds ./rulesets ./rulesets/…
//
// It builds the earlier commit in a temporary worktree. Both sides run each benchmark function on
// one core, in alternating order, and the shortest time of each benchmark counts. So occasional
// other work of the machine affects neither side. On a machine that is always busy the result means
// nothing. If a benchmark reports its work, in runs, actions or states, the result also shows how
// much more of it there is.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	base := flag.String("base", "HEAD", "the commit to compare with")
	rounds := flag.Int("rounds", 5, "how often each benchmark is run on each side")
	span := flag.String("time", "50ms", "how long each run lasts, as go test's -benchtime")
	only := flag.String("bench", ".", "the benchmarks to run, as go test's -bench; its first part names functions")
	above := flag.Float64("above", 1.1, "list each benchmark whose ratio is above this")
	flag.Parse()
	if err := compare(*base, *rounds, *span, *only, *above, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// A side is a tree whose benchmarks are run.
type side struct {
	root   string
	binary string
	best   map[string]float64            // nanoseconds, by benchmark
	work   map[string]map[string]float64 // other reported values, by unit
}

func compare(base string, rounds int, span, only string, above float64, rooms []string) error {
	here, err := output("", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "compare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	there := filepath.Join(scratch, "base")
	if _, err := output(here, "git", "worktree", "add", "--detach", there, base); err != nil {
		return err
	}
	defer output(here, "git", "worktree", "remove", "--force", there)
	before, _ := output(there, "git", "rev-parse", "--short", "HEAD")
	now, _ := output(here, "git", "rev-parse", "--short", "HEAD")

	fmt.Printf("%s beside %s, the shortest of %d runs of %s each\n\n", now, before, rounds, span)
	fmt.Print("| benchmarks | how many | ratio | least | greatest |\n|---|---|---|---|---|\n")
	var long []string
	for _, room := range rooms {
		sides := [2]*side{newSide(there, scratch, "before", room), newSide(here, scratch, "now", room)}
		if err := play(sides, room, rounds, span, only); err != nil {
			return fmt.Errorf("%s: %w", room, err)
		}
		long = append(long, report(sides, room, above)...)
	}
	fmt.Printf("\n| above %.2f | before | now | ratio | work |\n|---|---|---|---|---|\n%s", above, strings.Join(long, ""))
	return nil
}

func newSide(root, scratch, name, room string) *side {
	return &side{
		root: root, binary: filepath.Join(scratch, name+strings.ReplaceAll(filepath.Clean(room), "/", "_")),
		best: map[string]float64{}, work: map[string]map[string]float64{},
	}
}

// play builds the benchmarks of a package and runs them in turn.
func play(sides [2]*side, room string, rounds int, span, only string) error {
	for _, s := range sides {
		if _, err := output(s.root, "go", "test", "-c", "-o", s.binary, room); err != nil {
			return err
		}
	}
	first, rest, _ := strings.Cut(only, "/")
	if rest != "" {
		rest = "/" + rest
	}
	wanted, err := regexp.Compile(first)
	if err != nil {
		return err
	}
	list, err := output(filepath.Join(sides[1].root, room), sides[1].binary, "-test.list", "^Benchmark")
	if err != nil {
		return err
	}
	for _, name := range strings.Fields(list) {
		if !wanted.MatchString(name) {
			continue
		}
		for n := range 2 * rounds {
			// The sides alternate in going first.
			if err := sides[(n+n/2)%2].run(room, "^"+name+"$"+rest, span); err != nil {
				return err
			}
		}
	}
	return nil
}

// benched matches a line of the standard benchmarks.
var benched = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.e+]+) ns/op(.*)$`)

// worked matches the work that a benchmark reports.
var worked = regexp.MustCompile(`([\d.e+]+) (runs|states|actions)\b`)

// run runs a benchmark function once. It skips a function that the earlier commit does not have.
func (s *side) run(room, pattern, span string) error {
	text, err := output(filepath.Join(s.root, room), s.binary, "-test.run", "^$", "-test.bench", pattern, "-test.benchtime", span, "-test.cpu", "1")
	if err != nil {
		return err
	}
	for in := bufio.NewScanner(strings.NewReader(text)); in.Scan(); {
		m := benched.FindStringSubmatch(in.Text())
		if m == nil {
			continue
		}
		ns, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return err
		}
		if least, ok := s.best[m[1]]; !ok || ns < least {
			s.best[m[1]] = ns
		}
		s.work[m[1]] = map[string]float64{}
		for _, w := range worked.FindAllStringSubmatch(m[3], -1) {
			s.work[m[1]][w[2]], _ = strconv.ParseFloat(w[1], 64)
		}
	}
	return nil
}

// report writes a line for each family of benchmarks in a package, and returns one for each
// benchmark above a ratio. A family contains the benchmarks of a function, or of a function and a
// rulebook.
func report(sides [2]*side, room string, above float64) (long []string) {
	before, now := sides[0], sides[1]
	families := map[string][]float64{}
	var names []string
	for name := range now.best {
		if before.best[name] > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var order []string
	for _, name := range names {
		ratio := now.best[name] / before.best[name]
		f := family(name)
		if families[f] == nil {
			order = append(order, f)
		}
		families[f] = append(families[f], ratio)
		if ratio > above {
			long = append(long, fmt.Sprintf("| %s %s | %.4g ns | %.4g ns | %.2f | %s |\n", filepath.Clean(room), name,
				before.best[name], now.best[name], ratio, more(before.work[name], now.work[name])))
		}
	}
	for _, f := range order {
		list := families[f]
		sum := 0.0
		for _, r := range list {
			sum += math.Log(r)
		}
		fmt.Printf("| %s %s | %d | %.2f | %.2f | %.2f |\n", filepath.Clean(room), f, len(list), math.Exp(sum/float64(len(list))), slices.Min(list), slices.Max(list))
	}
	return long
}

// family returns the function of a benchmark, with the first part of its name.
func family(name string) string {
	parts := strings.SplitN(name, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], " ")
}

// more describes how much more work there is.
func more(before, now map[string]float64) string {
	var list []string
	for _, unit := range []string{"runs", "states", "actions"} {
		if b, n := before[unit], now[unit]; b > 0 && b != n {
			list = append(list, fmt.Sprintf("%.4g %s, before %.4g", n, unit, b))
		}
	}
	return strings.Join(list, "; ")
}

// output runs a program in a folder.
func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	var complaint bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &complaint
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(args, " "), err, text, complaint.String())
	}
	return strings.TrimSpace(string(text)), nil
}
