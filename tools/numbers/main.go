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
}

var (
	line = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op(.*)$`)
	mem  = regexp.MustCompile(`([\d.]+) B/op\s+([\d.]+) allocs/op`)
)

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
		m := line.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		s := index[room+m[1]]
		if s == nil {
			s = &series{room: room, name: m[1]}
			index[room+m[1]] = s
			all = append(all, s)
		}
		ns, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return nil, err
		}
		s.ns = append(s.ns, ns)
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
	room := ""
	for _, s := range all {
		if s.room != room {
			room = s.room
			fmt.Fprintf(&b, "\n## %s\n\n| benchmark | median | range | bytes | allocations |\n|---|---|---|---|---|\n", room)
		}
		sort.Float64s(s.ns)
		fmt.Fprintf(&b, "| %s | %s | %s – %s | %s | %s |\n", s.name,
			duration(s.ns[len(s.ns)/2]), duration(s.ns[0]), duration(s.ns[len(s.ns)-1]), s.bytes, s.allocs)
	}
	problems(&b, all)
	slow(&b, all)
	return b.Bytes()
}

// problems is the table of the six problems: the engines beside their
// yardsticks, all from this run.
func problems(b *bytes.Buffer, all []*series) {
	median := map[string]float64{}
	for _, s := range all {
		if s.room == "bench" {
			median[s.name] = s.ns[len(s.ns)/2]
		}
	}
	if len(median) == 0 {
		return
	}
	at := func(name string) string {
		if median[name] == 0 {
			return ""
		}
		return duration(median[name])
	}
	over := func(name, yardstick string) string {
		if median[name] == 0 || median[yardstick] == 0 {
			return ""
		}
		return fmt.Sprintf("%.1f×", median[name]/median[yardstick])
	}
	b.WriteString("\n## The six problems\n\n" +
		"Package bench states them. The reference is hand-written arrays for that\n" +
		"problem alone, the loop a sampler inlined by hand; ratios are of medians of\n" +
		"this run. \"Again\" is a chain that was compiled before.\n\n" +
		"| | reference | floats | ratio | again | ratio | fractions | loop | trial | ratio |\n|---|---|---|---|---|---|---|---|---|---|\n")
	for i := 1; i <= 6; i++ {
		p := fmt.Sprintf("P%d", i)
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", p, at(p+"Reference"),
			at(p+"Float"), over(p+"Float", p+"Reference"), at(p+"Again"), over(p+"Again", p+"Reference"), at(p+"Exact"),
			at(p+"Loop"), at(p+"Trial"), over(p+"Trial", p+"Loop"))
	}
}

// soon is what a whole question of a rulebook should take exactly, at most.
const soon = 50e6

// why says of the questions that take longer what they spend it on. A new one
// gets its reason here.
var why = map[string]string{
	"d20skirmish MeleeHelmetsExact": "saves multiply the ways of every round of ten against ten; without helmets it takes a fiftieth",
	"d20skirmish SixRoomsExact":     "the state holds what six rooms cost so far: some 15,000 states",
	"oldworld Siege20Exact":         "a fight without end among 983 states, some of which lead back to each other; the chances are fractions of 4,500 digits",
	"oldworld SiegeGameExact":       "eight turns are eight times the states; the rounds of each are played anew",
	"oldworld SiegeArchersExact":    "the same with every volley between two charges, whose distance and casualties are part of the state",
	"oldworld SiegeGameFloat":       "eight turns are eight times the states; the rounds of each are played anew",
}

// slow lists the questions of rulebooks that take longer than they should.
func slow(b *bytes.Buffer, all []*series) {
	fmt.Fprintf(b, "\n## Whole questions that take more than %s\n\n", duration(soon))
	none := true
	for _, s := range all {
		book, ok := strings.CutPrefix(s.room, "rulesets/")
		if !ok || s.ns[len(s.ns)/2] <= soon {
			continue
		}
		reason := why[book+" "+s.name]
		if reason == "" {
			reason = "not explained yet"
		}
		fmt.Fprintf(b, "- %s %s, %s: %s\n", book, s.name, duration(s.ns[len(s.ns)/2]), reason)
		none = false
	}
	if none {
		b.WriteString("None.\n")
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
