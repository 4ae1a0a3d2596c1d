//go:build unix

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestTenThousandQuestions answers the questions of an example in three ways: by one process, in three
// parts that are merged, and by four workers, of which two are killed. The results are equal to the byte.
// Without LOOPHOLE_LONG there are 1,000 questions.
func TestTenThousandQuestions(t *testing.T) {
	needsTime(t)
	file, err := os.ReadFile("../../examples/sweeps/volleys.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text, questions := string(file), 10_000
	if os.Getenv("LOOPHOLE_LONG") == "" {
		text, questions = strings.Replace(text, "models=1..40", "models=5..8", 1), 1_000
	}
	x, began := newFixture(t, text), time.Now()
	c := x.coordinator("--ack-wait", "2s")
	var workers []*process
	for range 4 {
		workers = append(workers, x.worker())
	}
	for i, share := range []int{10, 2} {
		x.until("a worker is killed", func(s *state) bool { return s.All == questions && s.Done > questions/share })
		workers[i].kill()
	}
	checkExits(t, c, workers[2], workers[3])
	t.Logf("four workers, two of them killed: %.1f s, the coordinator %.1f s of the processor", time.Since(began).Seconds(), c.used().Seconds())
	x.checkResult()

	if err := os.Remove(x.path("many.json")); err != nil {
		t.Fatal(err)
	}
	merge := []string{"sweep", "merge", "-o", x.path("many.json")}
	used := 0.0
	for i := range 3 {
		part := x.path(fmt.Sprintf("part%d.json", i))
		p := start(t, "program", "sweep", x.file, "--shard", fmt.Sprintf("%d/3", i+1), "--out", part)
		checkExits(t, p)
		merge, used = append(merge, part), used+p.used().Seconds()
	}
	p := start(t, "program", merge...)
	checkExits(t, p)
	t.Logf("three parts: %.1f s of the processor, the merge %.1f s", used, p.used().Seconds())
	x.checkResult()
	if n := strings.Count(p.out.String(), "\n    casualty "); n != questions {
		t.Errorf("%d questions have answers", n)
	}
}
