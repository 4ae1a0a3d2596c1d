package d20skirmish_test

import (
	"slices"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/rule"
	"loophole/rulesets/d20skirmish"
	"loophole/scenario"
)

// spoiled returns a bundled scenario with changed numbers, under house rules.
func spoiled(t testing.TB, name string, change func(*d20skirmish.Setup), house ...string) *game.Instance {
	t.Helper()
	var list []rule.Setting
	for _, word := range house {
		path, value, _ := strings.Cut(word, "=")
		list = append(list, rule.Setting{Path: path, Value: value})
	}
	h, err := d20skirmish.Rules.House(list)
	if err != nil {
		t.Fatal(err)
	}
	f, err := scenario.Open(d20skirmish.Game, name, h)
	if err != nil {
		t.Fatal(err)
	}
	s := *f.Setup.(*d20skirmish.Setup)
	s.Places, s.Passages = slices.Clone(s.Places), slices.Clone(s.Passages)
	s.Views, s.Teams = slices.Clone(s.Views), slices.Clone(s.Teams)
	change(&s)
	if f, err = d20skirmish.Game.NewInstance("changed", &s, h); err != nil {
		t.Fatal(err)
	}
	return f
}

// shown plays actions and fails unless the text of the position has some lines.
func shown(t *testing.T, name string, f *game.Instance, faces string, lines, want []string) {
	t.Helper()
	text := f.Text(after(t, f, faces, lines...))
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%s: %q is missing in\n%s", name, w, text)
		}
	}
}

// The page wants two assaulters and a grenade for a room when they go in, not
// when they set out: the fire of a team on watch may leave too few of either.
// The machine gun upstairs sees the yard: three dice at 11, no cover; one hit
// (11; 12 and 13 miss), and 13 or more is a casualty.
func TestShotOnTheWay(t *testing.T) {
	pair := func(s *d20skirmish.Setup) {
		s.Teams[0].Men, s.Teams[0].SMG, s.Teams[0].Skill = 2, 0, 10
		s.Teams[4].Men, s.Teams[4].SMG = 1, 0
	}
	before := []string{"rest bar-team", "watch mg-team", "assault hall by first-team"}
	// One is left, who stays in the yard with three grenades, and no more dice
	// are rolled. Nor did anybody open the door.
	shown(t, "one is left", spoiled(t, "la-fiere", pair), "1 11 12 13 13", before, []string{
		"first-team (element a) in yard: 1, 3 grenades, suppressed, to be tested, moved, done", "hall-guard (element a) in hall: 1\n", "front-door is shut",
	})
	// Where one is enough he goes in: 7 stuns the guard. Suppressed 10-6=4
	// against 4: 5 and 5 both miss. The way of 7.2″ is no charge.
	shown(t, "one is enough", spoiled(t, "la-fiere", pair, "facts.assault.minimum=1"), "1 11 12 13 13  7  5 5", before, []string{
		"first-team (element a) in hall: 1, 2 grenades, suppressed, to be tested, moved, done", "hall-guard (element a) in hall: 1, suppressed", "in combat",
	})
	// The character who falls carried the only grenade.
	carrier := func(s *d20skirmish.Setup) {
		pair(s)
		s.Teams[0].Men, s.Teams[1].Men, s.Teams[1].SMG, s.Teams[1].Grenades = 1, 2, 0, 0
	}
	before[2] = "assault hall by first-team,second-team"
	shown(t, "no grenade is left", spoiled(t, "la-fiere", carrier), "1 11 12 13 13", before, []string{
		"second-team (element a) in stable: 2, to be tested, moved, done", "hall-guard (element a) in hall: 1\n", "side-door is shut",
	})
	// Where none is needed the two charge: 11+4 and +4 for being one more is 19,
	// against 10. One success, none: the guard falls.
	shown(t, "without a grenade", spoiled(t, "la-fiere", carrier, "rulings.no-grenade=melee-only"), "1 11 12 13 13  19 20 11", before, []string{
		"second-team (element a) in hall: 2, to be tested, moved, charged, done", "front-door is shut",
	})
}

// A suppressed team does not keep watch, so a team that was suppressed since is not asked.
func TestSuppressedWatch(t *testing.T) {
	f := spoiled(t, "la-fiere", func(*d20skirmish.Setup) {})
	// The automatic rifle in the lane sees the loft at 15″, 24 being the reach:
	// two dice at 11-4=7, less 2 for light cover, 5. One hits and nobody falls.
	shown(t, "suppressed on watch", f, "5 6 12  ", []string{
		"rest first-team", "watch runners", "fire bar-team at runners", "rest bar-team", "rest cooks", "move third-team to lane by hedge",
	}, []string{"third-team (element b) in lane: 4, 2 grenades, moved\n", "runners (element b) in loft: 2, 1 with an SMG, 2 grenades, suppressed, on-watch"})
}

// Of two ways into a room, a team takes the one with fewer actions, and prefers an open way to a
// door that it must kick in.
func TestWayIn(t *testing.T) {
	// From the yard (9,3) the window at (12,2.5) is nearer to the kitchen than a
	// door an inch up the wall (3.04 and 2.69, 5.8″), and climbing makes it two actions.
	f := spoiled(t, "la-fiere", func(s *d20skirmish.Setup) {
		s.Passages = append(s.Passages, d20skirmish.SetupPassage{Name: "back-door", A: "yard", B: "kitchen", From: 3, Width: 1})
		s.Teams[5].Men = 1
	})
	// One action is a charge: 11+4+4, and +12 for three more than one cook, is
	// above 20; the cook, stunned, has 8-6=2. Four successes to none kill him.
	rec := &rule.Record{}
	a, err := f.ParseAction("assault kitchen by first-team")
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Play(f.Start, a, dice.MustTray("1  2 2 2 2  20"), rec)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(f.Text(p), "first-team (element a) in kitchen: 4, 1 with an SMG, 2 grenades, moved, charged, done") {
		t.Error(f.Text(p))
	}
}

// Lost morale does not return. A team without morale passes no test.
func TestNoMorale(t *testing.T) {
	for words, want := range map[string]string{"morale morale=10": "1/2", "morale morale=10 lost=8": "1/10", "morale morale=10 lost=10": "0", "morale morale=4 lost=6": "0"} {
		if have := event(t, answer(t, words), "firm"); have.RatString() != want {
			t.Errorf("%s: firm is %s, want %s", words, have.RatString(), want)
		}
	}
	// Six below nothing left is beyond every face from 7 on: 14 of 20.
	if have := event(t, answer(t, "morale morale=10 lost=10 hesitant=yes"), "routed"); have.RatString() != "7/10" {
		t.Errorf("routed is %s", have.RatString())
	}
}

// A grenade by the window, and nobody after it: 12 stuns one of the cooks, 13 is
// the end of the other. The guards of their element are pinned with them, but
// not suppressed, as they are in another room.
func TestGrenadeAlone(t *testing.T) {
	f := begin(t, "la-fiere")
	shown(t, "a grenade", f, "12 13", []string{"grenade kitchen by first-team"}, []string{
		"first-team (element a) in yard: 4, 1 with an SMG, 2 grenades, done",
		"cooks (element a) in kitchen: 1, suppressed, pinned, to be tested, morale down by 2\n",
		"hall-guard (element a) in hall: 3, 1 with an SMG, pinned, to be tested, morale down by 2\n",
	})
	// 1 - (12/20)², and (8/20)².
	for event, want := range map[string]string{"casualty": "16/25", "room-empty": "4/25"} {
		if have := chance(t, f, f.Start, "grenade kitchen by first-team", event); have.RatString() != want {
			t.Errorf("%s is %s, want %s", event, have.RatString(), want)
		}
	}
}

// The page wants two assaulters for each room, so four in one place may assault
// two rooms. The half that goes by the window has two men and two of the three
// grenades, and the SMG stays with the rest. Every occupant rolls 13 or more.
func TestHalves(t *testing.T) {
	f := begin(t, "la-fiere")
	first := []string{"assault kitchen by first-team-half"}
	shown(t, "half", f, "13 14", first, []string{
		"first-team-half (element a) in kitchen: 2, 1 grenade, moved, done", "first-team (element a) in yard: 2, 1 with an SMG, 1 grenade\n",
	})
	both := append(first, "rest hall-guard", "assault hall by first-team")
	shown(t, "the rest", f, "13 14  15 16 17", both, []string{
		"first-team-half (element a) in kitchen: 2, 1 grenade", "first-team (element a) in hall: 2, 1 with an SMG, moved, done", "German, 5 lost",
	})
}

// Four teams of a side fight in one room: 4+3+4+2 assaulters of skill 11 against
// one guard of 10 whom the grenade has stunned. Two SMGs help element a (11+8),
// none element b, and twelve more than he is make +48, so that all but nobody
// fails; he succeeds on 4. Thirteen to one kills him.
func TestFourTeams(t *testing.T) {
	f := spoiled(t, "la-fiere", func(s *d20skirmish.Setup) {
		for i := range 4 {
			s.Teams[i].At = "yard"
		}
		s.Teams[4].Men, s.Teams[4].SMG = 1, 0
		s.Places[4].Capacity, s.Places[5].Capacity = 0, 0
	})
	shown(t, "four teams", f, "12  20 20 20 20 20 20 20 20 20 20 20 20 20  4", []string{"assault hall by first-team,second-team,third-team,bar-team"}, []string{
		"bar-team (element b) in hall: 2, 1 grenade, moved, done", "third-team (element b) in hall: 4", "German, 1 lost",
	})
}
