package lasergrenadiers_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets/lasergrenadiers"
	"loophole/rulestest"
)

var book = rulestest.Checker{Rules: lasergrenadiers.Rules}

// ask parses a question.
func ask(t testing.TB, words string) *rule.Question {
	t.Helper()
	return book.Ask(t, words)
}

func answer(t testing.TB, words string) *odds.Answer {
	t.Helper()
	return rulestest.Answer(t, ask(t, words))
}

// chance returns the exact chance of an event.
func chance(t testing.TB, words, event string) *big.Rat {
	t.Helper()
	return rulestest.Event(t, answer(t, words), event)
}

// tells returns the exact chance that a measure has a value.
func tells(t testing.TB, words, measure string, value int) *big.Rat {
	t.Helper()
	return rulestest.Measure(t, answer(t, words), measure).Exactly(value).Exact
}

func same(t testing.TB, what string, got, want *big.Rat) {
	t.Helper()
	rulestest.Same(t, what, got, want)
}

// faces is a source of given faces.
type faces []uint8

func (f *faces) Roll(r rule.Roll) (int, []uint8, error) {
	n := r.Pool.N()
	if len(*f) < n {
		return 0, nil, rule.ErrUnanswered
	}
	now := (*f)[:n]
	*f = (*f)[n:]
	return r.Pool.Evaluate(now), now, nil
}

func (f *faces) Choose(rule.Choice) (int, error) { return 0, nil }

// plays answers a question with given faces and returns the outcome. It fails if faces are left
// over.
func plays(t *testing.T, words string, roll ...uint8) map[string]any {
	t.Helper()
	q := ask(t, words)
	if err := q.Legal(nil); err != nil {
		t.Fatal(words, err)
	}
	f := faces(roll)
	o, err := q.Play(&f, &rule.Record{})
	if err != nil {
		t.Fatal(words, roll, err)
	}
	if len(f) > 0 {
		t.Errorf("%s: dice left over: %v", words, f)
	}
	return q.Procedure.OutcomeMap(o)
}

// TestWithDice plays situations with given dice. Each case has the dice and the expected outcome.
func TestWithDice(t *testing.T) {
	behind := "structure=house penetrates-on=5 hit-on=5 "
	for _, c := range []struct {
		words string
		dice  []uint8
		want  string // key=value …
	}{
		// A soldier in a pillbox has fired a bolt rifle and missed.
		{"detect", []uint8{4}, "detected=true concealment=over-two-thirds"},
		{"detect", []uint8{5}, "detected=false concealment=over-two-thirds"},
		{"detect with=machine-gun", []uint8{4}, "detected=false"},
		{"detect reply=yes", []uint8{4, 3, 6}, "detected=true hit=true out=true"},
		// The heavy fusion rifle in the three variants.
		{"damage damage=points variant=1", nil, "points=1 still=23"},
		{"damage damage=points variant=2", nil, "points=7 still=3"},
		{"damage damage=points variant=3", nil, "points=14 still=1"},
		{"damage damage=points variant=1 result=hit", nil, "points=0"},
		{"damage damage=points variant=2 result=hit", nil, "points=1"},
		{"damage damage=points variant=3 result=hit", nil, "points=2"},
		{"damage damage=points variant=3 area=no", nil, "points=7"},
		{"damage damage=points variant=3 area=no result=hit", nil, "points=1"},
		{"damage damage=points variant=3 result=miss", nil, "points=0"},
		{"damage damage=points variant=1 result=miss", nil, "points=0 still=24"},
		{"damage damage=points variant=2 result=miss", nil, "still=4"},
		{"damage damage=points variant=3 result=miss", nil, "still=2"},
		// 40% damage.
		{"collapse turns=1", []uint8{6}, "structure=stands turn=0"},
		{"collapse turns=1", []uint8{7}, "structure=collapsed turn=1"},
		{"collapse turns=3", []uint8{1, 6, 10}, "structure=collapsed turn=3"},
		{"collapse turns=1 points=24 lost=2", nil, "structure=stands"},
		// The wardrone: two successes, a failure, a success.
		{"breach structure=none wall=brick turns=4", []uint8{1, 1, 1, 1, 1, 10, 1, 1}, "wall=breached turn=4 damage=3 way-through=true"},
		{"breach structure=none wall=brick turns=4", []uint8{1, 1, 1, 1, 10, 1, 1}, "wall=breached turn=4 damage=3"},
		{"breach structure=none wall=brick turns=3", []uint8{1, 1, 1, 1, 1, 10}, "wall=stands turn=0 damage=2 way-through=false"},
		// Behind the wall.
		{"through weapon=laser-rifle " + behind, []uint8{5, 5, 3, 1}, "penetrated=true pieces.1=penetrated"},
		{"through weapon=laser-rifle " + behind, []uint8{5, 5, 4}, "penetrated=true pieces.1=unhurt"},
		{"through weapon=rotary-cannon " + behind, []uint8{5, 5, 5, 10}, "pieces.1=struck"},
		{"through weapon=rotary-cannon " + behind, []uint8{5, 5, 6}, "pieces.1=unhurt"},
		{"through weapon=rotary-cannon " + behind, []uint8{5, 6}, "penetrated=false pieces.1=unhurt"},
		{"through attack=exploratory weapon=bolt-rifle pieces=infantry pieces.1.unknown=yes " + behind, []uint8{5, 5, 1, 1}, "pieces.1=penetrated"},
		{"through attack=exploratory weapon=bolt-rifle pieces=infantry pieces.1.unknown=yes " + behind, []uint8{5, 5, 2}, "pieces.1=unhurt"},
		{"through attack=exploratory weapon=rotary-cannon pieces=infantry pieces.1.unknown=yes " + behind, []uint8{5, 5, 3, 1}, "pieces.1=penetrated"},
		{"through attack=exploratory weapon=rotary-cannon pieces=infantry pieces.1.unknown=yes " + behind, []uint8{5, 5, 4}, "pieces.1=unhurt"},
		{"through attack=exploratory weapon=rotary-cannon pieces=infantry,infantry,infantry pieces.1.unknown=yes pieces.2.unknown=yes pieces.3.unknown=yes " + behind, []uint8{5, 5, 3, 2, 9}, "pieces.1=unhurt pieces.2=penetrated"},
		// The guidelines.
		{"fire weapon=bolt-rifle", []uint8{9, 3}, "penetrated=true hole=0 portion=0 structure=stands"},
		{"fire weapon=light-cannon", []uint8{9, 7}, "penetrated=false hole=0"},
		{"fire weapon=light-cannon", []uint8{9, 6}, "penetrated=true hole=1"},
		{"fire weapon=heavy-fusion-rifle", []uint8{9, 6}, "penetrated=true portion=4"},
		{"fire weapon=heavy-fusion-rifle", []uint8{9, 7}, "penetrated=false portion=0"},
		{"through weapon=nuclear-warhead structure=bunker surface=roof penetrates-on=1", []uint8{9}, "penetrated=false structure=destroyed pieces.3=destroyed"},
		// A nuclear warhead destroys the piece that it hits, and the structure around it.
		{"fire target=troops weapon=nuclear-warhead concealment=none", []uint8{6}, "piece=destroyed structure=destroyed portion=24"},
		// Pieces inside the opening are hit, and pieces outside by another reading.
		{"opening pieces=infantry,infantry pieces.2.depth=-1 centre-depth=1 hit-on=5", []uint8{5, 10}, "pieces.1=struck pieces.2=unhurt"},
		{"opening pieces=infantry,infantry pieces.2.depth=-1 centre-depth=1 hit-on=5 | rulings.outer-opening=struck", []uint8{5, 10, 1}, "pieces.1=struck pieces.2=penetrated"},
		// Nine of 24 points are 37%: a ten-sided die stands on 7, percentile dice on 63.
		{"collapse turns=1 points=24 lost=9", []uint8{8}, "structure=collapsed"},
		{"collapse turns=1 points=24 lost=9 | rulings.collapse-die=percentile", []uint8{63}, "structure=stands"},
		{"collapse turns=1 points=24 lost=9 | rulings.collapse-die=percentile", []uint8{64}, "structure=collapsed"},
		// Of a tank and two soldiers, the owner chooses the tank: 7 on armour class 10 penetrates
		// on 2. The attacker chooses a soldier, on 9.
		{"through attack=exploratory pieces=infantry,tank pieces.1.unknown=yes pieces.2.unknown=yes weapon=autocannon hit-on=5 penetrates-on=5 | rulings.which-piece=owner", []uint8{5, 5, 2, 3}, "pieces.1=unhurt pieces.2=struck"},
		{"through attack=exploratory pieces=tank,infantry pieces.1.unknown=yes pieces.2.unknown=yes weapon=autocannon hit-on=5 penetrates-on=5 | rulings.which-piece=attacker", []uint8{5, 5, 2, 3}, "pieces.1=unhurt pieces.2=penetrated"},
		// A fire attacks those in it in the turn in which it is lit, or not.
		{"fire-growth weapon=none turns=1 groups=infantry", []uint8{8, 7}, "casualties=1"},
		{"fire-growth weapon=none turns=1 groups=infantry | rulings.burn-at-once=next-turn", []uint8{7}, "casualties=1"},
		// Fires.
		{"ignite weapon=flamethrower wall=timber-light", []uint8{10}, "fire=true"},
		{"ignite weapon=rpg weather=rain", []uint8{2}, "fire=true"},
		{"ignite weapon=rpg weather=rain", []uint8{3}, "fire=false"},
		{"ignite weapon=rpg weather=mist", []uint8{4}, "fire=true"},
		{"ignite weapon=rpg weather=mist", []uint8{5}, "fire=false"},
		{"fire structure=barn fires=yes wall=logs", []uint8{9, 10, 9}, "penetrated=false fire=true"},
		{"fire structure=barn fires=yes wall=logs", []uint8{9, 10, 10}, "penetrated=false fire=false"},
		{"burn groups=infantry", []uint8{7}, "casualties=1"},
		{"burn groups=infantry", []uint8{8}, "casualties=0 unharmed=1"},
		{"burn groups=tank groups.1.ac=5", []uint8{5}, "vehicles=1 casualties=0"},
		// A hit on a window shows the whole of the concealment.
		{"fire target=troops concealment=over-two-thirds", []uint8{3, 9}, "hit=true piece=penetrated"},
		{"fire target=troops concealment=over-two-thirds", []uint8{4}, "hit=false"},
		// In the open the soldier has no concealment, and is hit on the 6 of medium range or less.
		{"fire target=troops structure=none concealment=none", []uint8{6, 9}, "hit=true piece=penetrated"},
		{"fire target=troops structure=none concealment=none", []uint8{7}, "hit=false"},
	} {
		tree := plays(t, c.words, c.dice...)
		for _, want := range strings.Fields(c.want) {
			k, v, _ := strings.Cut(want, "=")
			if got := at(tree, k); got != v {
				t.Errorf("%s %v: %s is %s, want %s", c.words, c.dice, k, got, v)
			}
		}
	}
}

// at reads a place of a tree; elements beyond the last that is not zero are
// left out of it.
func at(tree map[string]any, key string) string {
	name, index, list := strings.Cut(key, ".")
	if !list {
		return fmt.Sprint(tree[name])
	}
	var i int
	fmt.Sscan(index, &i)
	all := tree[name].([]any)
	if i > len(all) {
		return "unhurt"
	}
	return fmt.Sprint(all[i-1])
}

// TestGrowth checks the size of a fire turn by turn.
func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		words string
		sizes []int
	}{
		{"", []int{1, 2, 2, 4, 4, 8}},
		{"wind=very-strong", []int{1, 3, 3, 9, 9, 27}},
		{"wind=strong", []int{1, 2, 2, 4, 4, 8}},
		{"fuel=5", []int{1, 2, 2, 4, 4, 5}},
		{"| rulings.growth=next", []int{2, 2, 4, 4, 8, 8}},
		{"fuel=10 | rulings.fuel=consumed", []int{1, 2, 2, 4, 0, 0}},
		{"| facts.fire.every=3 facts.fire.grows=4", []int{1, 1, 4, 4, 4, 16}},
	} {
		for i, want := range c.sizes {
			words := fmt.Sprintf("fire-growth weapon=none groups= turns=%d %s", i+1, c.words)
			same(t, words, tells(t, words, "size", want), big.NewRat(1, 1))
		}
	}
}

// TestRefused checks situations that the book forbids.
func TestRefused(t *testing.T) {
	for words, want := range map[string]rule.Clause{
		"detect fired=no with=none":                          "hidden.unseen",
		"occupy structure=bunker act=fire":                   "bunker.not-fighting",
		"occupy structure=house destroyed=yes act=move":      "points.untenable",
		"through attack=exploratory area-named=no":           "probe.area",
		"opening inner-wall=2":                               "opening.line",
		"opening centre-aside=9":                             "opening.line",
		"occupy structure=foxhole soldiers=3":                "foxhole.capacity",
		"breach workers=infantry":                            "engineers.tools",
		"ignite structure=house":                             "fire.flammable",
		"occupy structure=bunker above-ground=yes":           "bunker.above",
		"fire target=troops concealment=total":               "hidden.unseen",
		"opening weapon=light-cannon":                        "opening.area-only",
		"fire target=troops structure=house judged-opened=1": "destroy.undiminished",
	} {
		var r rule.IllegalError
		if err := ask(t, words).Legal(nil); !errors.As(err, &r) {
			t.Errorf("%s: no violation: %v", words, err)
			continue
		}
		found := false
		for _, x := range r {
			found = found || x.Cite == want
		}
		if !found {
			t.Errorf("%s: violations of %v, want %s", words, r, want)
		}
	}
}

// TestStrict: strict house rules reject the default penetration table and accept one from a house
// file.
func TestStrict(t *testing.T) {
	words := "through structure=none wall=brick weapon=heavy-fusion-rifle hit-on=8 radius=4 pieces="
	q := ask(t, words+"infantry")
	q.House.Strict = true
	var missing *rule.MissingFactError
	if _, err := odds.Solve(context.Background(), q, odds.Options{}); !errors.As(err, &missing) || !strings.HasPrefix(missing.Name, "tables.penetration.") {
		t.Errorf("strict house rules accept the labelled table: %v", err)
	}
	q = ask(t, words+"infantry | tables.penetration.af-7.ac-6=4 tables.penetration.af-7.ac-3=9 tables.troops.infantry.ac=3")
	q.House.Strict = true
	a, err := odds.Solve(context.Background(), q, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "with a table of one's own", a.Events[1].Exact, big.NewRat(8*4, 100))
}

// TestHouseTable: a house file can replace the penetration table. By default AF 7 against brick is
// 1 to 6.
func TestHouseTable(t *testing.T) {
	same(t, "default", chance(t, "fire hit-on=10", "penetrated"), big.NewRat(6, 10))
	same(t, "injected", chance(t, "fire hit-on=10 | tables.penetration.af-7.ac-6=2", "penetrated"), big.NewRat(2, 10))
}

// TestEveryRow uses each row of the tables of structures, walls, roofs,
// weapons and fires once.
func TestEveryRow(t *testing.T) {
	for _, table := range lasergrenadiers.Rules.Tables {
		for _, row := range table.Rows {
			switch table.Name {
			case "structures":
				answer(t, "occupy unit=none soldiers=0 structure="+row.Name)
			case "walls":
				m := answer(t, "occupy unit=none soldiers=0 structure=none wall="+row.Name).Measures[0]
				if m.Values[0] != row.Cells[0] {
					t.Error(row.Name, m.Values)
				}
			case "roofs":
				m := answer(t, "occupy unit=none soldiers=0 structure=house overhead=roof roof="+row.Name).Measures[1]
				if m.Values[0] != row.Cells[0] {
					t.Error(row.Name, m.Values)
				}
			case "ignition":
				for weather, less := range map[string]int64{"dry": 0, "mist": 2, "rain": 4} {
					words := "ignite weapon=none af=5 burns-as=" + row.Name + " weather=" + weather
					same(t, words, chance(t, words, "fire"), big.NewRat(int64(row.Cells[0])-less, 10))
				}
			case "weapons":
				if row.Cells[3] != 3 {
					answer(t, "fire weapon="+row.Name)
				}
			}
		}
	}
}
