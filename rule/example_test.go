package rule_test

import (
	"fmt"

	"loophole/rule"
)

// lying is a source of real dice, in order.
type lying struct{ faces []uint8 }

func (l *lying) Roll(r rule.Roll) (int, []uint8, error) {
	n := r.Pool.N()
	if len(l.faces) < n {
		return 0, nil, rule.ErrUnanswered
	}
	faces := l.faces[:n]
	l.faces = l.faces[n:]
	return r.Pool.Evaluate(faces), faces, nil
}

func (*lying) Choose(rule.Choice) (int, error) { return 0, nil }

func ExamplePlay() {
	attack := func(u *rule.Umpire) int {
		dice := 3 + u.If(true, 1, "attack.close", "at close range")
		return u.Count(dice, rule.D6, rule.AtLeast(5), "attack.dice", "the attack")
	}
	rec := &rule.Record{}
	hits, err := rule.Play(attack, &lying{[]uint8{5, 2, 6, 4}}, rec)
	fmt.Println(hits, err)
	for _, e := range rec.Entries {
		fmt.Println(e)
	}
	// Output:
	// 2 <nil>
	// at close range: 1 [attack.close]
	// the attack: 4D6 count 5+ → 5 2 6 4 = 2 successes [attack.dice]
}

func ExampleUmpire_Draw() {
	hand := func(u *rule.Umpire) string {
		d := u.Draw(5, rule.AnyDie(6), "hand", "five dice")
		return fmt.Sprintf("largest set %d, longest run %d, of %v", d.Largest(), d.Run(), d.Faces())
	}
	fmt.Println(rule.Play(hand, &lying{[]uint8{3, 5, 4, 3, 1}}, nil))
	// Output: largest set 2, longest run 3, of [5 4 3 3 1] <nil>
}

func ExampleBagOf() {
	cup := rule.BagOf(5, 4).Named("axis", "allies")
	fmt.Println(cup.Size(), cup.Without(cup.Face("axis"), 1))
	fmt.Println(rule.DrawPool(2, cup).CheckFaces([]uint8{1, 2}))
	// Output:
	// 9 D2 draw axis:4/allies:4
	// <nil>
}
