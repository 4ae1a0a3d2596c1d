package main

import (
	"bytes"
	"fmt"
	"math"
)

// medians are the medians of the benchmarks of a package, by name. A benchmark without a median
// leaves its cell empty.
type medians map[string]float64

func mediansOf(all []*series, pkg string) medians {
	m := medians{}
	for _, s := range all {
		if s.pkg == pkg {
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

// over returns the time of a benchmark, divided by that of its yardstick.
func (m medians) over(name, yardstick string) string {
	if m[name] == 0 || m[yardstick] == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f×", m[name]/m[yardstick])
}

// pair returns the paired ratio of a problem and a kind of answer.
func pair(name string) string {
	if ratios[name] == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f×", ratios[name])
}

// problems writes the tables of the six problems. They compare the engines with their yardsticks.
func problems(b *bytes.Buffer, all []*series) {
	m := mediansOf(all, "internal/bench")
	if len(m) == 0 {
		return
	}
	m.exact(b)
	answered(b)
	m.trials(b)
	m.cores(b)
}

// exact writes the table of exact answers.
func (m medians) exact(b *bytes.Buffer) {
	b.WriteString(`
## The six problems

Package internal/bench states the problems. The reference is code with arrays that is written by
hand for one problem. "Floats" runs the procedure, with cached distributions of pools and
subrolls, because the reference has tables of binomials. "Again" solves a chain that is
already compiled. Each ratio is the median of fifteen runs of an engine and its reference back
to back (go test ./internal/bench -run TestGate -gate). The last line has the geometric mean of
the ratios.

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
	m.row(b, "P2 with checkpoints only", "P2", "P2Staged", m.over("P2StagedFloat", "P2Reference"))
	b.WriteString(`
P4 has the highest ratio. The engine runs the procedure through two checkpoints for each
transition, and the reference spends one multiplication and one addition on it. The
ratio also depends on where the linker places the code of the reference. P2 with
checkpoints only shows the cost of a procedure without subrolls.
`)
}

// row writes the row of a problem and of the benchmarks that answer it.
func (m medians) row(b *bytes.Buffer, title, problem, way, ratio string) {
	fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", title, m.at(problem+"Reference"), m.at(way+"Float"), ratio,
		m.at(problem+"Again"), m.over(problem+"Again", problem+"Reference"), m.at(way+"Exact"))
}

// answered lists the answers of the engines.
func answered(b *bytes.Buffer) {
	b.WriteString("\nTests compare these answers with published ones to 14 digits:\n\n| | | |\n|---|---|---|\n")
	for _, a := range answers {
		fmt.Fprintf(b, "| %s | %s | %s |\n", a[0], a[1], a[2])
	}
}

// trials writes the table of single trials.
func (m medians) trials(b *bytes.Buffer) {
	b.WriteString(`
A trial is drawn die by die as at the table, or in bulk from alias tables:

| | loop inlined by hand | trial | ratio | in bulk | ratio |
|---|---|---|---|---|---|
`)
	for i := 1; i <= 5; i++ {
		p := fmt.Sprintf("P%d", i)
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", p, m.at(p+"Loop"), m.at(p+"Trial"), pair(p+" trial"), m.at(p+"Bulk"), pair(p+" bulk"))
	}
}

// cores writes the effect of a second core.
func (m medians) cores(b *bytes.Buffer) {
	if one, two := m["Cores/one"], m["Cores/two"]; one > 0 && two > 0 {
		fmt.Fprintf(b, "\nTwo cores run %.2f times as many trials a second as one.\n", one/two)
	}
}
