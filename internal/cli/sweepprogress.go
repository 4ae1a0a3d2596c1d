package cli

import (
	"fmt"
	"io"
	"sync"
	"time"

	"loophole/internal/format"
)

// A sweepProgress shows how much of a sweep is done: a bar on a terminal, and elsewhere a line every
// ten seconds. Goroutines may share it.
type sweepProgress struct {
	bar         *progress
	lines       io.Writer // nil: a terminal
	lock        sync.Mutex
	name        string
	start, next time.Time
	first       int // the shards that were done at the start; -1: not known yet
}

// lineEvery is the least time between two lines of progress.
const lineEvery = 10 * time.Second

func (c *console) sweepProgress(name string) *sweepProgress {
	now := time.Now()
	p := &sweepProgress{bar: c.progress(false), name: name, start: now, next: now.Add(lineEvery), first: -1}
	p.bar.what = "shards"
	if !terminal(c.err) {
		p.lines = c.err
	}
	return p
}

// show shows how many of all shards are done.
func (p *sweepProgress) show(done, all int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.lines == nil {
		p.bar.show(done, all)
		return
	}
	if p.first < 0 {
		p.first = max(0, done-1)
	}
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.next = now.Add(lineEvery)
	fmt.Fprintf(p.lines, "%s: %s\n", p.name, progressText(done, all, done-p.first, now.Sub(p.start)))
}

// clear removes the bar.
func (p *sweepProgress) clear() { p.bar.clear() }

// progressText says how many of all shards are done, and how long the others take if each takes as
// long as the recent ones did.
func progressText(done, all, recent int, took time.Duration) string {
	text := fmt.Sprintf("%s of %s", format.Count(int64(done)), many(float64(all), "shards"))
	if recent > 0 && done < all {
		left := time.Duration(float64(took) / float64(recent) * float64(all-done))
		text += fmt.Sprintf(", %s left", timeLeft(left))
	}
	return text
}

// timeLeft rounds a duration to one unit.
func timeLeft(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return fmt.Sprintf("about %d s", max(1, int(d.Round(time.Second)/time.Second)))
	case d < 90*time.Minute:
		return fmt.Sprintf("about %d min", int(d.Round(time.Minute)/time.Minute))
	}
	return fmt.Sprintf("about %d h", int(d.Round(time.Hour)/time.Hour))
}
