package main

import (
	"bytes"
	"fmt"
	"math"
)

// medians are those of a room, by benchmark. What was not measured leaves its cell
// empty.
type medians map[string]float64

func mediansOf(all []*series, room string) medians {
	m := medians{}
	for _, s := range all {
		if s.room == room {
			m[s.name] = s.median()
		}
	}
	return m
}

func (m medians) at(name string) string {
	if m[name] == 0 {
		return ""
	}
	return duration(m[name])
}

// over is how many times its yardstick a benchmark takes.
func (m medians) over(name, yardstick string) string {
	if m[name] == 0 || m[yardstick] == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f×", m[name]/m[yardstick])
}

// pair is the paired ratio of a problem and a way.
func pair(name string) string {
	if ratios[name] == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f×", ratios[name])
}

// problems is what is told of the six problems: the engines beside their
// yardsticks, all from this run.
func problems(b *bytes.Buffer, all []*series) {
	m := mediansOf(all, "bench")
	if len(m) == 0 {
		return
	}
	m.exact(b)
	answered(b)
	m.trials(b)
	m.cores(b)
}

// exact is the table of exact answers.
func (m medians) exact(b *bytes.Buffer) {
	b.WriteString(`
## The six problems

Package bench states them. The reference is hand-written arrays for that
problem alone. "Floats" plays the procedure, with what is remembered of pools
and sub-rolls from question to question, as the reference has its binomials;
"again" asks a chain that was compiled before. Ratios are medians of fifteen, each
of the engine and its yardstick run back to back (go test ./bench -run TestGate
-gate); their geometric mean is in the last line.

| | reference | floats | ratio | again | ratio | fractions |
|---|---|---|---|---|---|---|
`)
	mean, n := 0.0, 0
	for i := 1; i <= 6; i++ {
		p := fmt.Sprintf("P%d", i)
		m.row(b, p, p, p, pair(p+" floats"))
		if x := ratios[p+" floats"]; x > 0 {
			mean, n = mean+math.Log(x), n+1
		}
	}
	fmt.Fprintf(b, "| mean | | | %.1f× | | | |\n", math.Exp(mean/float64(max(1, n))))
	m.row(b, "P2 by stage marks alone", "P2", "P2Staged", m.over("P2StagedFloat", "P2Reference"))
	b.WriteString(`
P4 is the dearest, and stands close to the limit of ten, by more or less as
the linker happens to lay out the reference: 2,900 ways from state to state,
each played at some 20 ns through two stage marks, where the reference spends 2 ns.
Fewer plays would need a procedure that says more about itself than its page does.
Without named sub-rolls, by stage marks alone, P2 shows what that costs.
`)
}

// row is a problem, and the benchmarks that answer it.
func (m medians) row(b *bytes.Buffer, title, problem, way, ratio string) {
	fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", title, m.at(problem+"Reference"), m.at(way+"Float"), ratio,
		m.at(problem+"Again"), m.over(problem+"Again", problem+"Reference"), m.at(way+"Exact"))
}

// answered lists what the engines answered.
func answered(b *bytes.Buffer) {
	b.WriteString("\nThe answers, which the tests hold against published ones to 14 digits:\n\n| | | |\n|---|---|---|\n")
	for _, a := range answers {
		fmt.Fprintf(b, "| %s | %s | %s |\n", a[0], a[1], a[2])
	}
}

// trials is the table of single trials.
func (m medians) trials(b *bytes.Buffer) {
	b.WriteString(`
One trial, drawn die by die as at the table, and in bulk from alias tables:

| | loop inlined by hand | trial | ratio | in bulk | ratio |
|---|---|---|---|---|---|
`)
	for i := 1; i <= 5; i++ {
		p := fmt.Sprintf("P%d", i)
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", p, m.at(p+"Loop"), m.at(p+"Trial"), pair(p+" trial"), m.at(p+"Bulk"), pair(p+" bulk"))
	}
}

// cores says what a second core gives.
func (m medians) cores(b *bytes.Buffer) {
	if one, two := m["Cores/one"], m["Cores/two"]; one > 0 && two > 0 {
		fmt.Fprintf(b, "\nTwo cores play %.2f times as many trials as one.\n", one/two)
	}
}
