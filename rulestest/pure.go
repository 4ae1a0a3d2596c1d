package rulestest

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"loophole/odds"
	"loophole/rule"
)

// plays is the number of times that the check of purity plays each situation, with other dice each
// time.
const plays = 12

// A play holds the visible results of playing a question once.
type play struct {
	outcome any
	err     error
	asked   []question
	entries []rule.Entry
}

// checkPure plays the same answers again, in every way in which a source may give them, and
// expects the same questions and the same outcome.
func (k *kit) checkPure(t reporter) {
	for i, e := range k.explore() {
		s := k.situations[i]
		if !e.plays() {
			continue
		}
		if err := e.first.err; err != nil && !errors.Is(err, errCut) {
			t.Errorf("%v: %v", s, err)
		} else if err := k.playAgain(i); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
	// Play again after all situations: state that one leaves behind affects those before it.
	for i, e := range k.base {
		if !e.plays() {
			continue
		}
		if d := differ(e.first, k.playFirst(i)); d != "" {
			t.Errorf("%v: it plays differently after other situations: %s: look for state outside the procedure", k.situations[i], d)
		}
	}
	k.checkCached(t)
}

// playFirst plays a legal situation as a question of its own.
func (k *kit) playFirst(i int) play {
	q, err := k.ask(k.situations[i])
	if err == nil {
		err = recovered(func() error { return q.Legal(nil) })
	}
	if err != nil {
		return play{err: err}
	}
	return playOnce(q, seededDice(seedOf(i, 0), 0), &rule.Record{})
}

// seedOf returns the seed of play n of a situation.
func seedOf(i, n int) uint64 { return uint64(i)<<16 + uint64(n) + 1 }

// playOnce plays a question with a roller.
func playOnce(q *rule.Question, d *roller, rec *rule.Record) (p play) {
	p.outcome, p.err = playSafely(q, d, rec)
	p.asked = d.asked
	if rec != nil {
		p.entries = rec.Entries
	}
	return p
}

// playAgain plays a situation with some dice, as a new question each time, and then in other ways:
// with the shared question, without a record, without faces, and with one umpire for all plays,
// as engines do.
func (k *kit) playAgain(i int) error {
	e := k.base[i]
	src := &struct{ rule.Source }{}
	u := rule.NewUmpire(src, nil)
	player := e.question.OutcomeRunner()
	for n := range plays {
		throw := func() *roller { return seededDice(seedOf(i, n), n%max(1, len(e.answers))) }
		q, err := k.ask(k.situations[i])
		if err != nil {
			return err
		}
		want := playOnce(q, throw(), &rule.Record{})
		if d := differ(want, playOnce(e.question, throw(), &rule.Record{})); d != "" {
			return fmt.Errorf("the same dice played again: %s: look for a clock, a map's order, state outside the procedure, or a situation that is written", d)
		}
		want.entries = nil
		if d := differ(want, playOnce(e.question, throw(), nil)); d != "" {
			return fmt.Errorf("without a record: %s: a record must not change what happens", d)
		}
		silent := throw()
		silent.silent = true
		if d := differ(want, playOnce(e.question, silent, nil)); d != "" {
			return fmt.Errorf("without faces: %s: a procedure sees results only", d)
		}
		reused := throw()
		src.Source = reused
		p := play{}
		p.err = rule.Catch(func() { p.outcome = player.Outcome(player.Play(u)) })
		p.asked = reused.asked
		if d := differ(want, p); d != "" {
			return fmt.Errorf("with an umpire that has played before: %s: prepared work must depend on the situation only, and must not be written", d)
		}
	}
	return nil
}

// differ describes the difference of two plays, or returns "".
func differ(a, b play) string {
	for i := range min(len(a.asked), len(b.asked)) {
		if a.asked[i] != b.asked[i] {
			return fmt.Sprintf("question %d was %s and is %s", i+1, a.asked[i], b.asked[i])
		}
	}
	switch {
	case len(a.asked) != len(b.asked):
		return fmt.Sprintf("it asked %d questions and now %d", len(a.asked), len(b.asked))
	case a.outcome != b.outcome:
		return fmt.Sprintf("the outcome was %v and is %v", a.outcome, b.outcome)
	case (a.err == nil) != (b.err == nil):
		return fmt.Sprintf("the error was %v and is %v", a.err, b.err)
	case !reflect.DeepEqual(a.entries, b.entries):
		return differEntries(a.entries, b.entries)
	}
	return ""
}

// differEntries describes the difference of two lists of entries.
func differEntries(a, b []rule.Entry) string {
	for i := range min(len(a), len(b)) {
		if !reflect.DeepEqual(a[i], b[i]) {
			return fmt.Sprintf("entry %d was %q and is %q", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("the record had %d entries and has %d", len(a), len(b))
}

// checkCached computes the odds of all situations under the same house rules, so that the engine
// uses cached subrolls.
func (k *kit) checkCached(t reporter) {
	house := k.rules.Published()
	for i, e := range k.explore() {
		s := k.situations[i]
		if !e.plays() || len(s.house) > 0 || e.answers[0] == nil {
			continue
		}
		q, err := s.procedure.NewQuestion(house, s.words)
		if err != nil {
			t.Errorf("%v: %v", s, err)
			continue
		}
		again, err := odds.Solve(context.Background(), q, odds.Options{Policy: optionPolicy(0, nil), Unexplained: true})
		if err != nil {
			t.Errorf("%v: %v", s, err)
			continue
		}
		if d := differOdds(e.answers[0], again); d != "" {
			t.Errorf("%v: asked after other situations, %s: a subroll may depend only on its argument and the house rules, and nothing else may outlive a run", s, d)
		}
	}
}

// differOdds compares the outcomes of two answers to the same question.
func differOdds(a, b *odds.Answer) string {
	if len(a.Outcomes) != len(b.Outcomes) {
		return fmt.Sprintf("it had %d outcomes and has %d", len(a.Outcomes), len(b.Outcomes))
	}
	for i, x := range a.Outcomes {
		y := b.Outcomes[i]
		if x.Value != y.Value || x.Chance.String() != y.Chance.String() {
			return fmt.Sprintf("outcome %v had the chance %v, and now %v has %v", x.Value, x.Chance, y.Value, y.Chance)
		}
	}
	return ""
}
