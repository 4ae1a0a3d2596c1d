package d20skirmish_test

import (
	"context"
	"math/big"
	"testing"

	"loophole/game"
	"loophole/odds"
)

// chance returns the exact chance of an event of an action from the start.
func chance(t testing.TB, f *game.Instance, p game.Position, line, event string) *big.Rat {
	t.Helper()
	a, err := f.ParseAction(line)
	if err == nil {
		err = f.WhyIllegal(p, a)
	}
	if err != nil {
		t.Fatal(line, err)
	}
	x := f.ActionRunner(p, a)
	d, err := odds.DistOf(context.Background(), x.Play, odds.Options{})
	if err != nil {
		t.Fatal(line, err)
	}
	for e, title := range f.Game.Events {
		if title.Name == event {
			return d.P(func(i int) bool { return x.Holds(e, i) }).Exact
		}
	}
	t.Fatalf("no event %q", event)
	return nil
}

// TestChances compares chances with those computed by hand.
func TestChances(t *testing.T) {
	for _, x := range []struct{ scenario, line, event, want string }{
		// Three men and an SMG near by roll four dice; 8-4 hits 1/5, and 2/5 of
		// those hit fall: 1 - (23/25)^4.
		{"merville", "fire diversion at crew", "casualty", "110784/390625"},
		// No shot hits with (4/5)^4. Otherwise the target is suppressed, unless it is dead: the
		// feldwebel is alone.
		{"merville", "fire diversion at crew", "target-suppressed", "369/625"},
		{"merville", "fire diversion at feldwebel", "target-lost", "110784/390625"},
		// Morale 10 and 9.
		{"wxyz", "rally gunners", "rallied", "1/2"},
		{"merville", "rally wounded", "rallied", "9/20"},
	} {
		f := begin(t, x.scenario)
		if have := chance(t, f, f.Start, x.line, x.event); have.RatString() != x.want {
			t.Errorf("%s: %s is %s, want %s", x.line, x.event, have.RatString(), x.want)
		}
	}
}

// TestAssaultsAlike compares an assault in the game with the chapter's own
// procedure on the same situation, for one activation.
func TestAssaultsAlike(t *testing.T) {
	for _, x := range []struct{ scenario, line, words string }{
		{
			"la-fiere", "assault hall by second-team",
			"rooms=3 rooms.1.attackers.1.smg=1 rooms.1.attackers.1.skill=11 rooms.1.attackers.1.charging=yes rooms.1.defenders=3 rooms.1.defenders.1.smg=1",
		},
		{
			"la-fiere", "assault hall by first-team,second-team",
			"rooms.1.attackers=4,3 rooms.1.attackers.1.smg=1 rooms.1.attackers.1.skill=11 rooms.1.attackers.2.smg=1 rooms.1.attackers.2.skill=11 rooms.1.attackers.2.charging=yes " +
				"rooms.1.defenders=3 rooms.1.defenders.1.smg=1",
		},
		{
			"merville", "assault passage by assault-1,assault-2",
			"rooms.1.attackers=4,4 rooms.1.attackers.1.smg=2 rooms.1.attackers.1.skill=12 rooms.1.attackers.2.smg=1 rooms.1.attackers.2.skill=12 " +
				"rooms.1.defenders=3 rooms.1.defenders.1.smg=1 rooms.1.attackers-helmet=4 rooms.1.defenders-helmet=5 rooms.1.contact=2",
		},
	} {
		f := begin(t, x.scenario)
		a := answer(t, "assault "+x.words+" activations=1")
		for mine, theirs := range map[string]string{"room-taken": "all-rooms-taken", "room-emptied": "room-emptied", "in-combat": "in-combat"} {
			if have, want := chance(t, f, f.Start, x.line, mine), event(t, a, theirs); have.Cmp(want) != 0 {
				t.Errorf("%s: %s is %s; the procedure says %s", x.line, mine, have.RatString(), want.RatString())
			}
		}
	}
}
