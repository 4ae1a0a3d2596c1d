// Numbers turns the output of the standard benchmarks into docs/numbers.md:
// the median of each benchmark over its repetitions, with the machine and the
// commit it was measured on.
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

// A series is one benchmark over its repetitions.
type series struct {
	room, name string
	ns         []float64
	bytes      string
	allocs     string
	extra      map[string][]float64 // what the benchmark reports besides, by unit
}

func (s *series) median() float64 { return median(s.ns) }

// of is the median of what the benchmark reports in a unit, or 0.
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

// ratios are the medians of paired ratios, by problem and way: an engine and
// its yardstick run back to back, so that the speed of the machine drops out.
var ratios = map[string]float64{}

// answers are what the engine answered: problem, what, and the number.
var answers [][]string

func page(r io.Reader) ([]byte, error) {
	var all []*series
	index := map[string]*series{}
	cpu, room := "", ""
	in := bufio.NewScanner(r)
	for in.Scan() {
		text := in.Text()
		switch {
		case strings.HasPrefix(text, "cpu: "):
			cpu = strings.TrimPrefix(text, "cpu: ")
		case strings.HasPrefix(text, "pkg: "):
			room = strings.TrimPrefix(text, "pkg: loophole/")
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
		s := index[room+m[1]]
		if s == nil {
			s = &series{room: room, name: m[1], extra: map[string][]float64{}}
			index[room+m[1]] = s
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

Made by `+"`make bench`"+`, which anyone can repeat. Medians of %d repetitions; the
range beside them says how steady the machine was.

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

// everything lists what was measured, in the order of the rooms.
func everything(b *bytes.Buffer, all []*series) {
	room := ""
	for _, s := range all {
		if strings.Contains(s.name, "/") {
			continue // it stands in a table of its own
		}
		if s.room != room {
			room = s.room
			fmt.Fprintf(b, "\n## All benchmarks of %s\n\n| benchmark | median | range | bytes | allocations |\n|---|---|---|---|---|\n", room)
		}
		fmt.Fprintf(b, "| %s | %s | %s – %s | %s | %s |\n", s.name,
			duration(s.median()), duration(s.ns[0]), duration(s.ns[len(s.ns)-1]), s.bytes, s.allocs)
	}
}

// questions is the table of the rulebooks' procedures.
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
		"The largest example of every procedure, and some that are larger, from units by\n" +
		"name to the chances of all events as fractions: the first time, with nothing\n" +
		"remembered, and again, with pools and sub-rolls remembered.\n\n" +
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

// tabled writes a table of the benchmarks of the rulebooks whose names begin and end so,
// each with what is between; where there are none it writes nothing.
func tabled(b *bytes.Buffer, all []*series, begin, end, head string, row func(s *series, name string)) {
	for _, s := range all {
		rest, ok := strings.CutPrefix(s.name, begin)
		name, ends := strings.CutSuffix(rest, end)
		if !ok || !ends || s.room != "rulesets" {
			continue
		}
		b.WriteString(head)
		head = ""
		row(s, name)
	}
}

// kept is the table of questions that are asked for something else.
func kept(b *bytes.Buffer, all []*series) {
	head := "\n## Questions that are kept\n\nA question whose chain is kept (`odds.NewSolver`, and the server behind the bench) is asked\n" +
		"for something else: all that is to be known from another state of the fight; eight\nrounds from there, event by event; another event and fewer rounds than were asked for.\n" +
		"Beside it the whole question once more, with its account. Fractions take as long as\nthey are: digits are those of the denominator of an event.\n\n" +
		"| question | | digits | whole | another state | eight rounds | what is known |\n|---|---|---|---|---|---|---|\n"
	m := mediansOf(all, "rulesets")
	tabled(b, all, "Kept/", "/whole", head, func(s *series, name string) {
		at := strings.LastIndexByte(name, '/')
		digits := ""
		if n := s.of("digits"); n > 0 {
			digits = fmt.Sprintf("%.0f", n)
		}
		took := func(what string) string { return m.at("Kept/" + name + "/" + what) }
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", asked(name[:at]), name[at+1:], digits, took("whole"), took("state"), took("rounds"), took("found"))
	})
}

// asked is the name of a question as it is read.
func asked(name string) string {
	return strings.NewReplacer("/", " ", "_", " ").Replace(strings.TrimPrefix(name, "Question/"))
}

// growth is a table for each axis along which a question can grow.
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
	b.WriteString("\n## How the cost grows\n\nThe first answer, with nothing remembered.\n")
	for _, a := range axes {
		fmt.Fprintf(b, "\n| %s | %s |\n|---|%s\n| exact | %s |\n", a, strings.Join(sizes[a], " | "),
			strings.Repeat("---|", len(sizes[a])), strings.Join(times[a], " | "))
	}
	b.WriteString(`
States of a melee grow with the square of its size and the ways between them with
the fourth power, as do the products that a hand-written solution adds up. Its
fractions grow besides, as the denominators of all rounds that may follow.

With floats ten thousand dice take milliseconds, however they are read. As
fractions their chances have 26,000 binary digits each, over a denominator of as
many: 10,001 of them for dice that are counted and 50,001 for dice that are added
up, so that writing them down is most of the work.
`)
}

// games is the table of whole games.
func games(b *bytes.Buffer, all []*series) {
	head := "\n## Whole games\n\nBoth sides by the random policy, on one core. Beside the first\nversion (make compare BASE=2fd6471) they take 1.12 of the time in the d20 game and 1.14 in\nTide of Iron, 0.95 in Konflikt '47, 0.71 in LaserGrenadiers and in the Old World. Questions\ntake 1.02 to 1.14 of it, in the Old World 1.23: more rules are played, and each roll knows\nwhose dice are thrown.\n\n| scenario | games a second | actions in a game |\n|---|---|---|\n"
	tabled(b, all, "Game/", "", head, func(s *series, name string) {
		fmt.Fprintf(b, "| %s | %.0f | %.0f |\n", strings.ReplaceAll(name, "/", " "), 1e9/s.median(), s.of("actions"))
	})
}

// gamesOfSeries is how many games a series of the benchmarks has.
const gamesOfSeries = 10

// weighing is the table of the policies that weigh.
func weighing(b *bytes.Buffer, all []*series) {
	head := "\n## Policies that weigh\n\nBattles of ten games, both sides by one policy, on one core: games a second with\n" +
		"nothing kept from decision to decision, and with a memory that is empty at first;\nin longer games more is found again. " +
		"Then the first decision of a game, in a\nposition that is new to the policy and in one that it has met.\n\n" +
		"| scenario and policy | games a second, nothing kept | with a memory | decision, new | met |\n|---|---|---|---|---|\n"
	m := mediansOf(all, "rulesets")
	tabled(b, all, "Battle/", "/kept", head, func(s *series, name string) {
		fmt.Fprintf(b, "| %s | %.3g | %.3g | %s | %s |\n", strings.ReplaceAll(name, "/", " "), gamesOfSeries*1e9/m["Battle/"+name+"/nothing"], gamesOfSeries*1e9/s.median(),
			m.at("Decision/"+name+"/new"), m.at("Decision/"+name+"/met"))
	})
}

// cancelled is how long a question may go on after it was cancelled.
func cancelled(b *bytes.Buffer, all []*series) {
	longest, ever, asked := 0.0, 0.0, 0
	for _, s := range all {
		if list := s.extra["ms/longest"]; len(list) > 0 {
			longest, ever = max(longest, median(list)), max(ever, slices.Max(list))
			asked++
		}
	}
	if asked > 0 {
		fmt.Fprintf(b, "\n## Cancelling\n\nThe longest that a question goes on without looking whether it was cancelled, from\nits beginning to its end or for a second, of %d that are large in different ways:\n%.1f ms (the longest of the medians; in the worst of all runs, with what else the\nmachine did, %.1f ms).\n", asked, longest, ever)
	}
}

// soon is what a whole question of a rulebook should take exactly, at most.
const soon = 20e6

// why says of the questions that take longer what they spend it on. A new one
// gets its reason here.
var why = map[string]string{
	"d20skirmish assault, six rooms":                   "the state holds what six rooms cost so far: some 7,000 states",
	"d20skirmish melee, ten against ten":               "a hundred pairs of forces are rolled for; once that is remembered it takes a fifth",
	"d20skirmish melee, ten against ten with helmets":  "a hundred pairs of forces are rolled for, each with up to ten helmets saved on both sides, over denominators of 100 binary digits; once that is remembered it takes a tenth",
	"oldworld clash":                                   "twenty against fifteen who strike one after another: every pair of losses, each followed by the points of the round, a break test and the dice of flight and pursuit, some 200,000 ways",
	"oldworld siege, twenty against twenty":            "eight turns are eight times the states, from which it is played some 280,000 times",
	"oldworld siege, twenty against twenty to the end": "a fight without end among 983 states, some of which lead back to each other; the chances are fractions of 2,800 digits",
	"oldworld siege, twenty archers":                   "eight turns with every volley between two charges, whose distance and casualties are part of the state",
}

// slow lists the questions that take longer than they should the first time.
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
			reason = "not explained yet"
		}
		fmt.Fprintf(b, "- %s, %s: %s\n", asked(name), duration(s.median()), reason)
		none = false
	}
	if none {
		b.WriteString("None of these.\n")
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
