package d20skirmish_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"loophole/dice"
	"loophole/game"
	"loophole/rule"
	"loophole/rulesets/d20skirmish"
	"loophole/scenario"
)

func begin(t testing.TB, name string) *game.Instance {
	t.Helper()
	f, err := scenario.Open(d20skirmish.Game, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// after plays actions with given faces. It fails if dice are left over.
func after(t testing.TB, f *game.Instance, faces string, lines ...string) game.Position {
	t.Helper()
	tray := dice.MustTray(faces)
	p := f.Start
	for _, line := range lines {
		a, err := f.ParseAction(line)
		if err == nil {
			p, err = f.Play(p, a, tray, nil)
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	if err := tray.CheckAllUsed(); err != nil {
		t.Fatal(err)
	}
	return p
}

// refusals are illegal actions, after others, with their clauses and reasons. Their ways are
// measured by hand, from the middle of a place to the middle of the opening and on to the middle of
// the next place.
var refusals = []struct {
	scenario, faces string
	played          []string
	line            string
	cite            rule.Clause
	reason          string
}{
	// Yard (9,3) to the door at (12,5.5) is √15.25 = 3.91, on to the hall at
	// (14.5,7.5) √10.25 = 3.20.
	{"la-fiere", "", nil, "move first-team to hall by front-door", "host.doors", "front-door is shut: open it first"},
	{"la-fiere", "", []string{"open first-team front-door"}, "move first-team to hall by front-door", "host.enemy", "enemies are in hall: assault them or shoot at them instead"},
	{"la-fiere", "", []string{"open first-team front-door"}, "move first-team to hall by front-door", "host.move", "the way (7.2″) takes 2 actions at 6″ an action, and the team has 1 left"},
	// The window at (12,2.5) is √9.25 = 3.04 from the yard and 2.5 from the
	// kitchen: one action, and one more for climbing.
	{"la-fiere", "", []string{"open first-team front-door"}, "move first-team to kitchen by kitchen-window", "host.move", "the way (5.6″) takes 2 actions at 6″ an action, climbing included, and the team has 1 left"},
	{"la-fiere", "", nil, "move first-team to stable by gate", "host.passage", "gate joins lane and yard, and does not lead from yard to stable"},
	{"la-fiere", "", nil, "move hall-guard to bedroom by stairs", "host.turns", "hall-guard is on the German side, and the American side activates now"},
	{"la-fiere", "", []string{"open first-team front-door"}, "fire second-team at hall-guard", "host.active", "first-team is in the middle of its activation and must finish first"},
	{"la-fiere", "", []string{"open first-team front-door"}, "assault hall by first-team,second-team", "host.active", "first-team is in the middle of its activation and must finish first"},
	{"la-fiere", "", []string{"rest first-team", "rest runners"}, "move first-team to lane by gate", "host.ready", "has already been activated"},
	{"la-fiere", "", nil, "fire second-team at hall-guard", "host.sight", "hall-guard is out of sight of second-team"},
	{"la-fiere", "", nil, "fire first-team at second-team", "host.sight", "second-team is on your own side: choose an enemy"},
	{"la-fiere", "", nil, "rally first-team", "host.rally", "first-team is not suppressed, hesitant or pinned"},
	{"la-fiere", "", nil, "open third-team side-door", "host.passage", "side-door is between stable and hall, and third-team is in orchard"},
	{"la-fiere", "", nil, "open first-team kitchen-window", "host.doors", "kitchen-window is already open"},
	{"la-fiere", "", nil, "assault yard by third-team", "assault.position", "yard is in the open: shoot at the enemies there instead"},
	{"la-fiere", "", nil, "assault stable by third-team", "host.friends", "friendly teams are in stable"},
	{"la-fiere", "", nil, "assault loft by third-team", "assault.position", "loft is not next to orchard, where third-team is"},
	{"la-fiere", "", nil, "assault hall by first-team,second-team,third-team", "assault.position", "hall is not next to orchard, where third-team is"},
	{"la-fiere", "", nil, "grenade hall by first-team", "host.grenade", "front-door is shut: open it first"},
	{"la-fiere", "", []string{"open first-team front-door"}, "grenade hall by first-team", "host.grenade", "a grenade takes 2 actions, and the team has 1 left"},
	{"la-fiere", "", nil, "grenade stable by third-team", "host.friends", "friendly teams are in stable"},
	{"la-fiere", "", nil, "grenade yard by third-team", "grenade.each", "yard is in the open: shoot at the enemies there instead"},
	{"la-fiere", "", nil, "assault kitchen by first-team,first-team-half", "host.split", "both halves would assault: name first-team alone for the whole team"},
	{"la-fiere", "", nil, "rest first-team-half", "host.split", "nobody is in first-team-half: a team splits only when it assaults"},
	{"la-fiere", "", []string{"rest first-team", "rest cooks"}, "assault kitchen by first-team-half", "host.ready", "has already been activated"},
	{"arnhem", "", nil, "move sappers-1 to classroom by class-door", "melee.continue", "sappers-1 is in combat in corridor and can only fight on"},
	{"arnhem", "", nil, "rest sappers-1", "melee.continue", "sappers-1 is in combat in corridor and can only fight on"},
	{"arnhem", "", nil, "fight library", "melee.continue", "nobody is in combat in library"},
	{"arnhem", "", []string{"rest sappers-2"}, "fire schuetzen-1 at sappers-1", "host.friends", "in combat with friendly teams"},
	{"ortona", "", []string{"rest bren"}, "move paras-2 to street by second-slit", "host.passage", "nobody can go through"},
	{"ortona", "", nil, "assault second-floor by edmonton-1", "assault.position", "upper-hole is shut, and an assault cannot kick it in: open it first"},
	// Four and three are there, and four more would make eleven.
	{"ortona", "", []string{"rest edmonton-3", "rest reserve"}, "move edmonton-1 to first-house by first-stairs", "host.capacity", "first-house would hold 11 characters of one side, and has room for 10"},
	// The gunners hesitate: one action instead of two.
	{"wxyz", "", nil, "move gunners to section-3 by door-3", "host.doors", "door-3 is shut: open it first"},
}

func TestRefusals(t *testing.T) {
	for _, x := range refusals {
		f := begin(t, x.scenario)
		p := after(t, f, x.faces, x.played...)
		a, err := f.ParseAction(x.line)
		if err != nil {
			t.Fatal(err)
		}
		var refused rule.IllegalError
		if !errors.As(f.WhyIllegal(p, a), &refused) {
			t.Errorf("%s, after %v: no violation", x.line, x.played)
			continue
		}
		found := false
		for _, r := range refused {
			found = found || r.Cite == x.cite && strings.Contains(r.Reason, x.reason)
		}
		if !found {
			t.Errorf("%s, after %v: %v; want %q [%s]", x.line, x.played, refused, x.reason, x.cite)
		}
	}
}

// TestLegal checks actions that are only just legal.
func TestLegal(t *testing.T) {
	for _, x := range []struct {
		scenario string
		played   []string
		line     string
	}{
		{"la-fiere", nil, "assault hall by first-team,second-team"},
		{"la-fiere", nil, "assault hall by second-team"},
		{"la-fiere", nil, "assault kitchen by first-team"},
		{"la-fiere", nil, "move third-team to stable by orchard-door"},
		{"ortona", nil, "open edmonton-1 upper-hole"},
		{"arnhem", nil, "fight corridor"},
		{"arnhem", []string{"rest sappers-2"}, "move stoss-2 to corridor by swing-door"},
	} {
		f := begin(t, x.scenario)
		p := after(t, f, "", x.played...)
		a, err := f.ParseAction(x.line)
		if err == nil {
			err = f.WhyIllegal(p, a)
		}
		if err != nil {
			t.Errorf("%s, after %v: %v", x.line, x.played, err)
		}
	}
}

// TestPlayed plays actions with given dice and compares the position.
func TestPlayed(t *testing.T) {
	for _, x := range []struct {
		name, scenario, faces string
		lines                 []string
		want                  []string
		lost                  [2]int
	}{
		{
			// Two plain defenders and then the SMG: all stunned. The stable's way
			// in is 3.04 and 2.69 long, so the team charges: 11+4+4=19 against
			// 10-6+4=8 of the defenders. One success each is a deadlock without
			// damage, as three are not outnumbered by three.
			"a deadlock", "la-fiere", "1 2 3  20 20 19  9 9 8",
			[]string{"assault hall by second-team"},
			[]string{
				"second-team (element a) in hall: 3, 1 with an SMG, 2 grenades, moved, charged, done",
				"hall-guard (element a) in hall: 3, 1 with an SMG, suppressed", "hall: in combat, the American side attacking",
				"landing is shut",
			},
			[2]int{},
		},
		{
			// The grenade kills all three, so there is no melee.
			"emptied by the grenade", "la-fiere", "13 14 20", []string{"assault hall by second-team"},
			[]string{"second-team (element a) in hall: 3, 1 with an SMG, 2 grenades, moved, charged, done", "cooks (element a) in kitchen: 2, pinned, to be tested, morale down by 6"},
			[2]int{0, 3},
		},
		{
			// Four dice at 8-4=4 for the heavy cover; two hits, one of 13 or more.
			"fire", "merville", "4 5 2 20  12 13", []string{"fire diversion at feldwebel", "rest diversion"},
			[]string{"crew (element b) in gun-room: 5, 2 grenades\n", "diversion (element b) in apron: 3, 1 with an SMG, 2 grenades, done"},
			[2]int{0, 1},
		},
		{
			// On watch in the bedroom: 11 for the machine gun, nothing for the open
			// yard. The German fires, one falls, and the other has no more actions.
			"fire on watch", "la-fiere", "1 11 12 13 13",
			[]string{"rest first-team", "watch mg-team", "move bar-team to yard by gate"},
			[]string{"bar-team (element b) in yard: 1, 1 grenade, suppressed, to be tested, moved, done", "mg-team (element b) in bedroom: 3, 1 grenade, done"},
			[2]int{1, 0},
		},
		{
			// Morale 8 of the mess: 9 is too much, and 8 is enough.
			"rallying", "wxyz", "9 8", []string{"rest summers", "rally mess", "rally mess"},
			[]string{"mess (element d) in section-5: 5, done"}, [2]int{},
		},
	} {
		f := begin(t, x.scenario)
		p := after(t, f, x.faces, x.lines...)
		for _, want := range x.want {
			if !strings.Contains(f.Text(p), want) {
				t.Errorf("%s: %q is missing in\n%s", x.name, want, f.Text(p))
			}
		}
		if _, lost := f.CountModels(p); lost != x.lost {
			t.Errorf("%s: lost %v, want %v", x.name, lost, x.lost)
		}
	}
}

// TestSetups checks the errors of faulty set-ups.
func TestSetups(t *testing.T) {
	for _, x := range []struct {
		spoil  func(*d20skirmish.Setup)
		reason string
	}{
		{func(s *d20skirmish.Setup) { s.Rounds = 0 }, "rounds: it is 0 or missing"},
		{func(s *d20skirmish.Setup) { s.Sides[1] = s.Sides[0] }, "give them different names"},
		{func(s *d20skirmish.Setup) { s.Task.Kind, s.Task.Many = d20skirmish.Hold, 9 }, "the task needs 9 objective places, and 4 are marked"},
		{func(s *d20skirmish.Setup) { s.Teams[0].At = "cellar" }, `team first-team: there is no place "cellar"`},
		{func(s *d20skirmish.Setup) { s.Teams[0].Men = 11 }, "men: 11 is out of range: 1 to 10"},
		{func(s *d20skirmish.Setup) { s.Teams[0].SMG = 5 }, "smg: 5 is out of range: 0 to 4"},
		{func(s *d20skirmish.Setup) { s.Teams[4].Men, s.Teams[5].At = 9, "hall" }, "place hall: 11 characters in 2 teams"},
		{func(s *d20skirmish.Setup) { s.Teams[4].At = "yard" }, "nobody fights a melee in the open"},
		{func(s *d20skirmish.Setup) { s.Teams[1].Name = s.Teams[0].Name }, "is listed twice"},
		{func(s *d20skirmish.Setup) { s.Passages[0].B = "loft" }, "passage hedge: lane and loft neither share a wall"},
		{func(s *d20skirmish.Setup) { s.Passages[5].From = 5 }, "it ends 6 inches along a wall of 1"},
		{func(s *d20skirmish.Setup) { s.Places[1].Name = "lane" }, `there is no place "orchard"`},
		{func(s *d20skirmish.Setup) { s.Views[0].B = "bedroom" }, "a view needs two different places"},
		{func(s *d20skirmish.Setup) { s.Teams = s.Teams[:4] }, "the German side has no teams"},
	} {
		s := *begin(t, "la-fiere").Setup.(*d20skirmish.Setup)
		s.Places = append([]d20skirmish.SetupPlace(nil), s.Places...)
		s.Passages = append([]d20skirmish.SetupPassage(nil), s.Passages...)
		s.Views = append([]d20skirmish.SetupView(nil), s.Views...)
		s.Teams = append([]d20skirmish.SetupTeam(nil), s.Teams...)
		x.spoil(&s)
		_, err := d20skirmish.Game.NewInstance("spoiled", &s, nil)
		if err == nil || !strings.Contains(err.Error(), x.reason) {
			t.Errorf("%v; want %q", err, x.reason)
		}
	}
}

// TestAssaulters: two assaulters with a grenade may go in. One alone, or two without a grenade, may
// not.
func TestAssaulters(t *testing.T) {
	for _, x := range []struct {
		men, grenades int
		cite          rule.Clause
		reason        string
	}{
		{1, 1, "assault.minimum", "hall needs 2 assaulters and has 1"},
		{2, 0, "assault.grenades", "the assaulters of hall need a grenade and have none"},
		{2, 1, "", ""},
	} {
		s := *begin(t, "la-fiere").Setup.(*d20skirmish.Setup)
		s.Teams = append([]d20skirmish.SetupTeam(nil), s.Teams...)
		s.Teams[1].Men, s.Teams[1].SMG, s.Teams[1].Grenades = x.men, 0, x.grenades
		f, err := d20skirmish.Game.NewInstance("few", &s, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := f.ParseAction("assault hall by second-team")
		if err != nil {
			t.Fatal(err)
		}
		err = f.WhyIllegal(f.Start, a)
		var refused rule.IllegalError
		switch {
		case x.cite == "" && err != nil:
			t.Error(err)
		case x.cite != "" && (!errors.As(err, &refused) || len(refused) != 1 || refused[0].Cite != x.cite || refused[0].Reason != x.reason):
			t.Errorf("%d men, %d grenades: %v; want %q [%s]", x.men, x.grenades, err, x.reason, x.cite)
		}
	}
}

// TestPosition: a position is small.
func TestPosition(t *testing.T) {
	if n := unsafe.Sizeof(d20skirmish.Position{}); n > 512 {
		t.Errorf("a position takes %d bytes", n)
	}
}

// BenchmarkGames plays random games.
func BenchmarkGames(b *testing.B) {
	for _, s := range scenario.ForRuleset("d20skirmish") {
		b.Run(s.Name, func(b *testing.B) {
			f := begin(b, s.Name)
			r := f.Runner()
			src := dice.NewRandom(1)
			src.Policy = func(c rule.Choice) int { return 0 }
			u := rule.NewUmpire(src, nil).WithHouseRules(f.House)
			var list []game.Action
			for n := range b.N {
				r.SetPosition(f.Start)
				for k := n; !r.Status().Over; k = k*31 + 7 {
					list = r.Legal(list[:0])
					r.Apply(u, list[k&0xffff%len(list)])
				}
			}
		})
	}
}

// TestRoles: by the reading that the active side attacks, it is the Germans who
// attack when they go on with a melee that the Americans began. Who is who shows
// in the rolls: an American needs 11+4=15 with his SMG, a suppressed German
// 10-6+4=8, and three against three have no bonus for their number.
func TestRoles(t *testing.T) {
	for reading, want := range map[string]string{
		"assaulters":  "rolls of the attackers (American)",
		"active-side": "rolls of the defenders (American)",
	} {
		h, err := d20skirmish.Rules.House([]rule.Setting{{Path: "rulings.roles", Value: reading}})
		if err != nil {
			t.Fatal(err)
		}
		f, err := scenario.Open(d20skirmish.Game, "la-fiere", h)
		if err != nil {
			t.Fatal(err)
		}
		p := after(t, f, "1 2 3  20 20 19  9 9 8", "assault hall by second-team")
		a, err := f.ParseAction("fight hall")
		if err != nil {
			t.Fatal(err)
		}
		rec := &rule.Record{}
		if _, err := f.Play(p, a, dice.NewRandom(1), rec); err != nil {
			t.Fatal(err)
		}
		least := 0
		for _, e := range rec.Entries {
			if e.Text == "succeeds on this or less" {
				least = e.Value
			}
			if e.Kind == rule.Rolled && least == 11+4 {
				if e.Text != want {
					t.Errorf("%s: the Americans roll %s", reading, e.Text)
				}
				break
			}
		}
		if least != 11+4 {
			t.Errorf("%s: nobody needs 15 or less, but %d", reading, least)
		}
	}
}

// TestSplit: a team splits if each half has the assaulters that a room takes, whatever their number is.
func TestSplit(t *testing.T) {
	for _, x := range []struct {
		minimum, men int
		splits       bool
	}{{1, 1, false}, {1, 2, true}, {2, 3, false}, {2, 4, true}, {3, 5, false}, {3, 6, true}} {
		f := spoiled(t, "la-fiere", func(s *d20skirmish.Setup) { s.Teams[0].Men, s.Teams[0].SMG = x.men, 0 },
			fmt.Sprintf("facts.assault.minimum=%d", x.minimum))
		a, err := f.ParseAction("assault kitchen by first-team-half")
		if err == nil {
			err = f.WhyIllegal(f.Start, a)
		}
		if (err == nil) != x.splits {
			t.Errorf("%d men, %d for each room: %v", x.men, x.minimum, err)
		}
	}
}
