// Numbers turns the output of the standard benchmarks into docs/numbers.md. The page has the median
// of each benchmark over its repetitions, the machine and the commit.
//
//	go test -run '^$' -bench . -benchmem -count 7 ./… | go run ./tools/numbers docs/numbers.md
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go test -bench … | numbers FILE")
		os.Exit(2)
	}
	page, err := page(io.TeeReader(os.Stdin, os.Stdout))
	if err == nil {
		err = os.WriteFile(os.Args[1], page, 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "numbers:", err)
		os.Exit(1)
	}
}

// A series is the repetitions of one benchmark.
type series struct {
	pkg, name string // pkg is the folder of the package
	ns        []float64
	bytes     string
	allocs    string
	extra     map[string][]float64 // other values that the benchmark reports, by unit
}

func (s *series) median() float64 { return median(s.ns) }

// of returns the median of the values that the benchmark reports in a unit, or 0.
func (s *series) of(unit string) float64 { return median(s.extra[unit]) }

func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}

var (
	line   = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op(.*)$`)
	mem    = regexp.MustCompile(`([\d.]+) B/op\s+([\d.]+) allocs/op`)
	paired = regexp.MustCompile(`^(P\d) (floats|again|trial|bulk) +([\d.]+) of its yardstick`)
	answer = regexp.MustCompile(`^(P\d) answers (.*) = (.*)$`)
	extra  = regexp.MustCompile(`([\d.e+]+) (runs|states|digits|ms/longest|trials/s|actions)`)
)

// ratios are the medians of paired ratios, by problem and kind of answer. An engine and its yardstick
// run back to back, so the speed of the machine cancels out.
var ratios = map[string]float64{}

// answers are the answers of the engine: problem, quantity and number.
var answers [][]string

func page(r io.Reader) ([]byte, error) {
	var all []*series
	index := map[string]*series{}
	cpu, pkg := "", ""
	module := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		module = info.Main.Path
	}
	in := bufio.NewScanner(r)
	for in.Scan() {
		text := in.Text()
		switch {
		case strings.HasPrefix(text, "cpu: "):
			cpu = strings.TrimPrefix(text, "cpu: ")
		case strings.HasPrefix(text, "pkg: "):
			pkg = strings.TrimPrefix(strings.TrimPrefix(text, "pkg: "), module+"/")
		case strings.HasPrefix(text, "--- FAIL"), strings.HasPrefix(text, "FAIL"):
			return nil, fmt.Errorf("a benchmark failed: %s", text)
		}
		if m := paired.FindStringSubmatch(text); m != nil {
			ratios[m[1]+" "+m[2]], _ = strconv.ParseFloat(m[3], 64)
		}
		if m := answer.FindStringSubmatch(text); m != nil {
			answers = append(answers, m[1:])
		}
		m := line.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		s := index[pkg+m[1]]
		if s == nil {
			s = &series{pkg: pkg, name: m[1], extra: map[string][]float64{}}
			index[pkg+m[1]] = s
			all = append(all, s)
		}
		ns, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return nil, err
		}
		s.ns = append(s.ns, ns)
		for _, x := range extra.FindAllStringSubmatch(m[3], -1) {
			if v, err := strconv.ParseFloat(x[1], 64); err == nil {
				s.extra[x[2]] = append(s.extra[x[2]], v)
			}
		}
		if x := mem.FindStringSubmatch(m[3]); x != nil {
			s.bytes, s.allocs = x[1], x[2]
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no benchmark in the input")
	}
	return render(all, cpu), in.Err()
}

func render(all []*series, cpu string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# Numbers

`+"`make bench`"+` writes this page. Each time is the median of %d repetitions. The
range shows how much they differ.

- machine: %s, %d threads, %s/%s, %s
- commit: %s, measured %s
`, len(all[0].ns), cpu, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), commit(), time.Now().UTC().Format(time.DateOnly))
	for _, s := range all {
		sort.Float64s(s.ns)
	}
	problems(&b, all)
	questions(&b, all)
	slow(&b, all)
	kept(&b, all)
	growth(&b, all)
	cancelled(&b, all)
	games(&b, all)
	weighing(&b, all)
	everything(&b, all)
	return b.Bytes()
}

// everything lists all benchmarks, by package.
func everything(b *bytes.Buffer, all []*series) {
	pkg := ""
	for _, s := range all {
		if strings.Contains(s.name, "/") {
			continue // another table has it
		}
		if s.pkg != pkg {
			pkg = s.pkg
			fmt.Fprintf(b, "\n## All benchmarks of %s\n\n| benchmark | median | range | bytes | allocations |\n|---|---|---|---|---|\n", pkg)
		}
		fmt.Fprintf(b, "| %s | %s | %s – %s | %s | %s |\n", s.name,
			duration(s.median()), duration(s.ns[0]), duration(s.ns[len(s.ns)-1]), s.bytes, s.allocs)
	}
}

// questions writes the table of the rulebooks' procedures.
func questions(b *bytes.Buffer, all []*series) {
	trials := map[string]float64{}
	for _, s := range all {
		if name, ok := strings.CutSuffix(s.name, "/trial"); ok {
			trials[name] = s.median()
		}
	}
	if len(trials) == 0 {
		return
	}
	b.WriteString("\n## Whole questions\n\n" +
		"These are the largest example of every procedure that rolls dice and some larger questions. Each is\n" +
		"answered with the chances of all events, as fractions. The first time all caches are empty.\n" +
		"The second time the distributions of pools and subrolls are cached.\n\n" +
		"| question | first | again | runs | states | trials a second |\n|---|---|---|---|---|---|\n")
	again := map[string]float64{}
	for _, s := range all {
		if name, ok := strings.CutSuffix(s.name, "/again"); ok {
			again[name] = s.median()
		}
	}
	for _, s := range all {
		name, ok := strings.CutSuffix(s.name, "/first")
		if !ok {
			continue
		}
		fmt.Fprintf(b, "| %s | %s | %s | %.0f | %.0f | %.2g million |\n", asked(name),
			duration(s.median()), duration(again[name]), s.of("runs"), s.of("states"), 1e3/trials[name])
	}
}

// table writes a table of those benchmarks of package rulesets whose names begin with begin and end
// with end. row gets the part of the name in between. Without such benchmarks it writes nothing.
func table(b *bytes.Buffer, all []*series, begin, end, head string, row func(s *series, name string)) {
	for _, s := range all {
		rest, ok := strings.CutPrefix(s.name, begin)
		name, ends := strings.CutSuffix(rest, end)
		if !ok || !ends || s.pkg != "rulesets" {
			continue
		}
		b.WriteString(head)
		head = ""
		row(s, name)
	}
}

// kept writes the table of further answers from kept chains.
func kept(b *bytes.Buffer, all []*series) {
	head := "\n## Kept chains\n\nA solver (`odds.NewSolver`) keeps the chain of a question and answers more questions from it:\n" +
		"everything from another state of the fight, eight rounds from there for each event, and values\n" +
		"that it has already found. \"Whole\" is the question solved again, with its explanation. The time\n" +
		"for fractions depends on the number of digits of their denominators.\n\n" +
		"| question | | digits | whole | another state | eight rounds | known values |\n|---|---|---|---|---|---|---|\n"
	m := mediansOf(all, "rulesets")
	table(b, all, "Kept/", "/whole", head, func(s *series, name string) {
		at := strings.LastIndexByte(name, '/')
		digits := ""
		if n := s.of("digits"); n > 0 {
			digits = fmt.Sprintf("%.0f", n)
		}
		took := func(what string) string { return m.at("Kept/" + name + "/" + what) }
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", asked(name[:at]), name[at+1:], digits, took("whole"), took("state"), took("rounds"), took("found"))
	})
}

// asked returns the name of a question for readers.
func asked(name string) string {
	return strings.NewReplacer("/", " ", "_", " ").Replace(strings.TrimPrefix(name, "Question/"))
}

// growth writes a table for each quantity with which a question can grow.
func growth(b *bytes.Buffer, all []*series) {
	var axes []string
	sizes, times := map[string][]string{}, map[string][]string{}
	for _, s := range all {
		rest, ok := strings.CutPrefix(s.name, "Growth/")
		if !ok {
			continue
		}
		axis, size, _ := strings.Cut(strings.ReplaceAll(rest, "_", " "), "/")
		if sizes[axis] == nil {
			axes = append(axes, axis)
		}
		sizes[axis], times[axis] = append(sizes[axis], size), append(times[axis], duration(s.median()))
	}
	if len(axes) == 0 {
		return
	}
	b.WriteString("\n## How the cost grows\n\nThese are first answers, with empty caches.\n")
	for _, a := range axes {
		fmt.Fprintf(b, "\n| %s | %s |\n|---|%s\n| exact | %s |\n", a, strings.Join(sizes[a], " | "),
			strings.Repeat("---|", len(sizes[a])), strings.Join(times[a], " | "))
	}
	b.WriteString(`
The number of states of a melee grows with the square of its size. The number of
transitions grows with the fourth power, in a hand-written solution too. The
fractions also get longer, because their denominators cover all possible rounds.

With floats, ten thousand dice take milliseconds for every kind of roll. As fractions,
their chances have numerators and denominators of 26,000 binary digits each. There are
10,001 fractions for counted dice and 50,001 for added dice. Most of the time is spent on writing
them.
`)
}

// games writes the table of whole games.
func games(b *bytes.Buffer, all []*series) {
	head := "\n## Whole games\n\nThe policy `random` plays both sides on one core. `make compare BASE=2fd6471` compares with the\n" +
		"first version.\n\n| scenario | games a second | actions in a game |\n|---|---|---|\n"
	table(b, all, "Game/", "", head, func(s *series, name string) {
		fmt.Fprintf(b, "| %s | %.0f | %.0f |\n", strings.ReplaceAll(name, "/", " "), 1e9/s.median(), s.of("actions"))
	})
}

// gamesOfSeries is the number of games in a series of the benchmarks.
const gamesOfSeries = 10

// weighing writes the table of the policies that weigh actions.
func weighing(b *bytes.Buffer, all []*series) {
	head := "\n## Policies that weigh actions\n\nOne policy plays both sides of ten games, on one core. The first column of games a second is\n" +
		"without a transposition table, the second with one that is empty at first. The table helps\n" +
		"more in longer games. The last columns are the first decision of a game, in a position that is\n" +
		"new to the policy and in one that it has cached.\n\n" +
		"| scenario and policy | games a second, no table | with a table | decision, new | cached |\n|---|---|---|---|---|\n"
	m := mediansOf(all, "rulesets")
	table(b, all, "Battle/", "/kept", head, func(s *series, name string) {
		fmt.Fprintf(b, "| %s | %.3g | %.3g | %s | %s |\n", strings.ReplaceAll(name, "/", " "), gamesOfSeries*1e9/m["Battle/"+name+"/nothing"], gamesOfSeries*1e9/s.median(),
			m.at("Decision/"+name+"/new"), m.at("Decision/"+name+"/met"))
	})
}

// cancelled writes how long a question may continue after it is cancelled.
func cancelled(b *bytes.Buffer, all []*series) {
	longest, ever, asked := 0.0, 0.0, 0
	for _, s := range all {
		if list := s.extra["ms/longest"]; len(list) > 0 {
			longest, ever = max(longest, median(list)), max(ever, slices.Max(list))
			asked++
		}
	}
	if asked > 0 {
		fmt.Fprintf(b, "\n## Cancellation\n\nA question that is cancelled stops at its next poll. %d large questions of different kinds\nwere measured for a second or to their end. The longest time between two polls was\n%.1f ms by the medians, and %.1f ms in the slowest repetition.\n", asked, longest, ever)
	}
}

// soon is the longest time, in nanoseconds, that an exact answer to a question of a rulebook should
// take.
const soon = 20e6

// why gives the reason for each question that takes longer.
var why = map[string]string{
	"d20skirmish assault, six rooms":                   "the state holds the losses of six rooms",
	"d20skirmish melee, ten against ten":               "a round is rolled for each pair of forces; the rolls are cached for the next question",
	"d20skirmish melee, ten against ten with helmets":  "a round with up to ten helmet saves on each side is rolled for each pair of forces; the rolls are cached for the next question",
	"oldworld clash":                                   "the units strike one after the other; a break test and the dice of flight and pursuit follow each pair of losses",
	"oldworld siege, twenty against twenty":            "the state holds the turns that are left, so eight turns have eight times the states",
	"oldworld siege, twenty against twenty to the end": "the fight has no end, and its chances are fractions of thousands of digits",
	"oldworld siege, twenty archers":                   "the archers shoot in eight turns; distance and casualties are part of the state",
}

// slow lists the questions that take longer than soon with empty caches.
func slow(b *bytes.Buffer, all []*series) {
	fmt.Fprintf(b, "\n## Whole questions that take more than %s\n\n", duration(soon))
	none := true
	for _, s := range all {
		name, ok := strings.CutSuffix(s.name, "/first")
		if !ok || s.median() <= soon {
			continue
		}
		reason := why[asked(name)]
		if reason == "" {
			reason = "no reason is stated"
		}
		fmt.Fprintf(b, "- %s, %s: %s\n", asked(name), duration(s.median()), reason)
		none = false
	}
	if none {
		b.WriteString("There are none.\n")
	}
}

func duration(ns float64) string {
	switch {
	case ns < 1e3:
		return fmt.Sprintf("%.1f ns", ns)
	case ns < 1e6:
		return fmt.Sprintf("%.2f µs", ns/1e3)
	}
	return fmt.Sprintf("%.2f ms", ns/1e6)
}

func commit() string {
	out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
