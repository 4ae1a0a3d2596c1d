package main

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A page holds the figures of a soak.
type page struct {
	wanted, lasted time.Duration
	began          time.Time
	commit         string
	rounds         int
	kills          map[string]*killing
	loads          map[string]*load
	games          map[string]*playing
	fuzz           map[string]int // executions, by target
	faults         []fault
}

type killing struct{ kills, acknowledged, again int }

type load struct {
	runs, actions int
	p50, p99      time.Duration // the largest of the runs
	most          time.Duration
	memory        int // MiB, the most of the runs
	slow, refused int // connections of slow readers; requests of the flood that were refused
}

type playing struct{ games, steps, looked int }

type fault struct{ what, command, why string }

func newPage(wanted time.Duration) page {
	return page{wanted: wanted, began: time.Now(), kills: map[string]*killing{}, loads: map[string]*load{}, games: map[string]*playing{}, fuzz: map[string]int{}}
}

// The patterns of figures in the output of tests.
var (
	saysKills  = regexp.MustCompile(`(\d+) kills, (\d+) acknowledged, (\d+) asked again`)
	saysLines  = regexp.MustCompile(`(\d+) kills, (\d+) lines of two hands`)
	saysLoad   = regexp.MustCompile(`\d+ matches, \d+ listeners, .*: (\d+) actions in `)
	saysTimes  = regexp.MustCompile(`an action takes (\S+) \(p50\), \S+ \(p90\), (\S+) \(p99\), (\S+) \(most\)`)
	saysMemory = regexp.MustCompile(`(\d+) MiB of memory \((\d+) at most\)`)
	saysSiege  = regexp.MustCompile(`besieged by (\d+) slow connections and a flood of \d+ requests, of which (\d+) were refused`)
	saysGames  = regexp.MustCompile(`(\d+) games of \d+ scenarios, (\d+) steps, (\d+) of them looked at closely`)
	saysFuzz   = regexp.MustCompile(`fuzz: elapsed: \S+, execs: (\d+) `)
)

// read extracts the figures from the output of a step, and adds them to those under its name.
func (p *page) read(name, said string) {
	if m := saysKills.FindStringSubmatch(said); m != nil {
		k := of(p.kills, name)
		k.kills, k.acknowledged, k.again = k.kills+number(m[1]), k.acknowledged+number(m[2]), k.again+number(m[3])
	}
	if m := saysLines.FindStringSubmatch(said); m != nil {
		k := of(p.kills, name)
		k.kills, k.acknowledged = k.kills+number(m[1]), k.acknowledged+number(m[2])
	}
	if m := saysLoad.FindStringSubmatch(said); m != nil {
		l := of(p.loads, name)
		l.runs++
		l.actions += number(m[1])
		if m := saysTimes.FindStringSubmatch(said); m != nil {
			l.p50, l.p99, l.most = max(l.p50, span(m[1])), max(l.p99, span(m[2])), max(l.most, span(m[3]))
		}
		if m := saysSiege.FindStringSubmatch(said); m != nil {
			l.slow, l.refused = l.slow+number(m[1]), l.refused+number(m[2])
		}
		for _, m := range saysMemory.FindAllStringSubmatch(said, -1) {
			l.memory = max(l.memory, number(m[2]))
		}
	}
	if m := saysGames.FindStringSubmatch(said); m != nil {
		g := of(p.games, name)
		g.games, g.steps, g.looked = g.games+number(m[1]), g.steps+number(m[2]), g.looked+number(m[3])
	}
	if list := saysFuzz.FindAllStringSubmatch(said, -1); list != nil { // Each line has the total from the beginning.
		p.fuzz[name] += number(list[len(list)-1][1])
	}
}

func of[T any](list map[string]*T, name string) *T {
	if list[name] == nil {
		list[name] = new(T)
	}
	return list[name]
}

// number and span convert texts that a pattern has matched.
func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func span(s string) time.Duration {
	d, _ := time.ParseDuration(s)
	return d
}

// mostSaid is the largest number of lines of a fault on the page.
const mostSaid = 16

// faultOf returns the part of a step's output that describes its fault: the lines from the first
// that mentions one.
func faultOf(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	at := slices.IndexFunc(lines, func(l string) bool {
		return strings.Contains(l, "--- FAIL") || strings.HasPrefix(l, "panic:") || strings.HasPrefix(l, "fatal error:")
	})
	// With -v the output of a test comes both before and after its verdict.
	if at < 0 {
		at = max(0, len(lines)-mostSaid)
	}
	first := max(0, at-mostSaid/2)
	return strings.Join(lines[first:min(len(lines), at+mostSaid/2)], "\n")
}

// text returns the page.
func (p *page) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Soak test of %s\n\n`make soak` wrote this page. In rounds, it fuzzes every target, kills servers during play, plays many\nmatches at once, plays random games, and lists the faults.\n\n", long(p.lasted))
	if p.lasted < p.wanted*95/100 {
		fmt.Fprintf(&b, "It was stopped before its %s were over.\n\n", long(p.wanted))
	}
	fmt.Fprintf(&b, "| | |\n|---|---|\n| commit | %s |\n| machine | %s |\n| began | %s |\n| lasted | %s |\n| rounds | %d |\n| faults | %d |\n", p.commit, machine(), p.began.UTC().Format("2006-01-02 15:04 UTC"), long(p.lasted), p.rounds, len(p.faults))
	if len(p.faults) > 0 {
		b.WriteString("\n## Faults\n")
	}
	for _, f := range p.faults {
		fmt.Fprintf(&b, "\n%s:\n\n```console\n$ %s\n%s\n```\n", f.what, f.command, strings.ReplaceAll(f.why, "```", "'''"))
	}
	b.WriteString("\n## Kills\n\nServers killed during play. The test checks that every acknowledged action is in the record exactly once.\n\n| test | kills | acknowledged | sent again |\n|---|---:|---:|---:|\n")
	for _, name := range slices.Sorted(maps.Keys(p.kills)) {
		k := p.kills[name]
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d |\n", name, k.kills, k.acknowledged, k.again)
	}
	b.WriteString("\n## Load\n\nThe worst run of each figure. Players and server share the cores. Meanwhile slow clients read a few\nbytes a second, and one client sends requests as fast as it can.\n\n| load | runs | actions | p50 | p99 | longest | most memory | slow connections | flood refused |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, name := range slices.Sorted(maps.Keys(p.loads)) {
		l := p.loads[name]
		fmt.Fprintf(&b, "| %s | %d | %d | %v | %v | %v | %d MiB | %d | %d |\n", name, l.runs, l.actions, l.p50, l.p99, l.most, l.memory, l.slow, l.refused)
	}
	b.WriteString("\n## Random games\n\nWhole random games that check the rules of each rulebook. No game is played twice.\n\n| rulebook | games | steps | checked closely |\n|---|---:|---:|---:|\n")
	for _, name := range slices.Sorted(maps.Keys(p.games)) {
		g := p.games[name]
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", name, g.games, g.steps, g.looked)
	}
	b.WriteString("\n## Fuzzing\n\n| target | executions |\n|---|---:|\n")
	for _, name := range slices.Sorted(maps.Keys(p.fuzz)) {
		fmt.Fprintf(&b, "| %s | %d |\n", name, p.fuzz[name])
	}
	return b.Bytes()
}

// long writes a span in hours and minutes.
func long(d time.Duration) string {
	d = d.Round(time.Minute)
	return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
}
