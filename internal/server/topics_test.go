package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"testing"
	"time"

	"loophole/rulesets"
)

// TestTopicsTellTheirChances: the chance of a topic equals that of its question's answer.
func TestTopicsTellTheirChances(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	c := &client{t: t, s: served(t, Options{})}
	var all []Answered
	c.want(http.StatusOK, &all, "GET", "/topics/chances", nil)
	var topics []Topic
	c.want(http.StatusOK, &topics, "GET", "/topics", nil)
	if len(all) != len(topics) || len(all) < 6*len(rulesets.Games) {
		t.Fatalf("%d of %d questions are answered", len(all), len(topics))
	}
	for i, topic := range topics {
		if all[i].Name != topic.Name || len(all[i].Asks) != len(topic.Asks) {
			t.Fatalf("%+v is not of %s", all[i], topic.Name)
		}
		for k, a := range topic.Asks {
			r, _ := rulesets.Find(topic.Ruleset)
			p, err := r.Procedure(a.Procedure)
			if err != nil {
				t.Fatal(err)
			}
			aim := a.Aim
			if aim == "" {
				aim = p.Phrase().Aim
			}
			want := c.chanceOf(topic.Ruleset+"/"+a.Procedure, url.Values{"set": a.Set}.Encode(), aim)
			if got := all[i].Asks[k]; got.Float != want.Float || got.P != want.P && len(want.P) < 100 {
				t.Errorf("%s, %s: %+v; want %+v", topic.Name, a.Label, got, want)
			}
		}
	}
}

// TestTopicChancesWait: the first request for the chances of topics waits for a place for
// calculations, and others wait for the first. A client that stops waiting gets no answer, and its
// places are free again.
func TestTopicChancesWait(t *testing.T) {
	s := served(t, Options{})
	for range cap(s.bench.places) {
		leave, err := s.bench.enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	failed := make(chan error)
	for range 3 {
		go func() {
			_, err := s.topicChances(ctx, &CacheCondition{})
			failed <- err
		}()
	}
	for range 3 {
		var p *Problem
		if err := <-failed; !errors.As(err, &p) || p.Status != http.StatusServiceUnavailable {
			t.Error(err)
		}
	}
	if len(s.bench.queue) != cap(s.bench.places) || len(s.topicsAsked.one.queue) != 0 {
		t.Error("places are lost")
	}
}

// TestProcedureTellsLosses: a procedure says which of its measures are losses, and which are
// strength left.
func TestProcedureTellsLosses(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	var siege, storm ProcedureDetail
	c.want(http.StatusOK, &siege, "GET", "/rulesets/oldworld/procedures/siege", nil)
	c.want(http.StatusOK, &storm, "GET", "/rulesets/konflikt47/procedures/assault", nil)
	if siege.Own != "attackers-lost" || siege.Theirs != "garrison-lost" || siege.Left || storm.Own != "attackers" || !storm.Left {
		t.Errorf("%q %q %v; %q %v", siege.Own, siege.Theirs, siege.Left, storm.Own, storm.Left)
	}
}

// TestOften: chances are given as the simplest near fraction.
func TestOften(t *testing.T) {
	for p, want := range map[float64]string{
		0: "never", 1: "always", 0.999: "nearly always", 0.02: "hardly ever (1 in 50)",
		0.5: "half the time", 0.49: "nearly half the time", 0.564: "a little more than eleven times in twenty",
		0.7306: "nearly three times in four", 1.0 / 6: "one time in six", 0.8: "four times in five", 0.9: "nine times in ten",
		0.05: "one time in twenty", 0.345: "a little more than one time in three", 0.62: "nearly five times in eight",
	} {
		if got := inPlayersWords(p); got != want {
			t.Errorf("%v is said as %q; want %q", p, got, want)
		}
	}
}
