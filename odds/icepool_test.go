package odds_test

import (
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// A fall is one combination of dice. every shows all combinations to a play, face by face. It
// shares no code with the engine, and the plays share none with the procedures.
type fall struct {
	at      []int
	weights [][]int
	wholes  []int64 // the sum of each weights
	depth   int
	hands   [][]int // the dice of the play, which the next combination overwrites
	hand    int
}

// pick returns the index of a weight, as this combination has it.
func (f *fall) pick(weights []int) int {
	if f.depth == len(f.at) {
		whole := 0
		for _, n := range weights {
			whole += n
		}
		f.at, f.weights, f.wholes = append(f.at, 0), append(f.weights, weights), append(f.wholes, int64(whole))
	}
	f.depth++
	return f.at[f.depth-1]
}

var even = slices.Repeat([]int{1}, 20)

func (f *fall) d(sides int) int { return f.pick(even[:sides]) + 1 }

// dice rolls n dice and sorts them, highest first.
func (f *fall) dice(n, sides int) []int {
	if f.hand == len(f.hands) {
		f.hands = append(f.hands, nil)
	}
	v := slices.Grow(f.hands[f.hand][:0], n)
	for range n {
		at, die := len(v), f.d(sides)
		v = append(v, die)
		for ; at > 0 && v[at-1] < die; at-- {
			v[at-1], v[at] = die, v[at-1]
		}
	}
	f.hands[f.hand] = v
	f.hand++
	return v
}

// every returns the chance that a play holds.
func every(play func(f *fall) bool) *big.Rat {
	f, ways := &fall{}, map[int64]int64{} // what holds, over each denominator
	for {
		f.depth, f.hand = 0, 0
		if play(f) {
			num, den := int64(1), int64(1)
			for i, at := range f.at {
				num, den = num*int64(f.weights[i][at]), den*f.wholes[i]
			}
			ways[den] += num
		}
		last := len(f.at) - 1
		for last >= 0 && f.at[last] == len(f.weights[last])-1 {
			last--
		}
		if last < 0 {
			break
		}
		f.at[last]++
		f.at, f.weights, f.wholes = f.at[:last+1], f.weights[:last+1], f.wholes[:last+1]
	}
	sum := new(big.Rat)
	for den, num := range ways {
		sum.Add(sum, big.NewRat(num, den))
	}
	return sum
}

// largestSet returns the size of the largest set of equal faces.
func largestSet(faces []int) (most int) {
	for _, f := range faces {
		n := 0
		for _, g := range faces {
			if f == g {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

func has(faces []int, f int) bool { return slices.Contains(faces, f) }

// chance returns the chance that a procedure returns a wanted outcome.
func chance[R comparable](play func(*rule.Umpire) R, wanted func(R) bool) func(*testing.T) *big.Rat {
	return func(t *testing.T) *big.Rat {
		d, err := odds.DistOf(t.Context(), play, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return d.P(wanted).Exact
	}
}

func is[R comparable](x R) func(R) bool { return func(y R) bool { return x == y } }

func least(x int) func(int) bool { return func(y int) bool { return y >= x } }

// sized returns a procedure for a number of dice.
func sized[R any](play func(*rule.Umpire, int) R, n int) func(*rule.Umpire) R {
	return func(u *rule.Umpire) R { return play(u, n) }
}

// given returns the chance of one event, given another.
func given(dice, high, low int) func(*testing.T) *big.Rat {
	return func(t *testing.T) *big.Rat {
		is := chance(sized(rollingHigh, dice), func(r [2]int) bool { return r[1] >= high })(t)
		both := chance(sized(rollingHigh, dice), func(r [2]int) bool { return r[1] >= high && r[0] <= low })(t)
		return both.Quo(both, is)
	}
}

// An example is a procedure and the fraction of icepool 2.2.2. If the twin cannot enumerate so many
// dice, small is the same procedure with fewer.
type example struct {
	name, want string
	is, small  func(*testing.T) *big.Rat
	twin       func() *big.Rat
}

var examples = []example{
	{"matchingSets", "11907/78125", chance(sized(matchingSets, 10), is("[2 3]")), chance(sized(matchingSets, 5), is("[2 3]")), func() *big.Rat {
		return every(func(f *fall) bool {
			v := f.dice(5, 10)
			return v[0] == v[1] && v[3] == v[4] && v[0] != v[4] && (v[2] == v[0] || v[2] == v[4])
		})
	}},
	{"setAndRun", "5/162", chance(setAndRun, func(r [2]int) bool { return r[0] >= 3 && r[1] >= 4 }), nil, func() *big.Rat {
		return every(func(f *fall) bool {
			v := f.dice(6, 6)
			run := has(v, 3) && has(v, 4) && (has(v, 1) && has(v, 2) || has(v, 2) && has(v, 5) || has(v, 5) && has(v, 6))
			return run && largestSet(v) >= 3
		})
	}},
	{"framewerk", "11261/100000", chance(framewerk, least(24)), nil, func() *big.Rat {
		return every(func(f *fall) bool {
			v, best := f.dice(5, 10), 0
			for _, face := range v {
				set, sum := 0, 0
				for _, other := range v {
					if other == face {
						set += face
					}
				}
				best = max(best, set)
				for run := 0; has(v, face+run); run++ {
					if sum += face + run; run >= 2 {
						best = max(best, sum)
					}
				}
			}
			return best >= 24
		})
	}},
	{"household", "5/9", chance(household, least(3)), nil, func() *big.Rat {
		return every(func(f *fall) bool {
			v := f.dice(5, 6) // 6 is a blank, 5 a joker
			for suit := 1; suit <= 4; suit++ {
				n := 0
				for _, face := range v {
					if face == suit || face == 5 {
						n++
					}
				}
				if n >= 3 {
					return true
				}
			}
			return false
		})
	}},
	{"outgunned", "241/486", chance(outgunned, least(3)), nil, func() *big.Rat {
		return every(func(f *fall) bool {
			v := f.dice(5, 6)
			if largestSet(v) == 1 {
				return false
			}
			w := slices.Clone(v)
			for i, face := range v {
				if largestSet(v) > 0 && !has(v[:i], face) && !has(v[i+1:], face) {
					w[i] = f.d(6)
				}
			}
			return largestSet(w) >= 3
		})
	}},
	{"vampire", "2939/50000", chance(vampire, is("messy critical")), nil, func() *big.Rat {
		return every(func(f *fall) bool {
			v, tens := f.dice(3, 10), 0
			hunger := f.dice(2, 10)
			for _, face := range append(v, hunger...) {
				if face == 10 {
					tens++
				}
			}
			return tens >= 2 && has(hunger, 10)
		})
	}},
	{"faceToFace", "2133267/3200000", chance(faceToFace, least(1)), nil, func() *big.Rat {
		return every(func(f *fall) bool {
			a, b := f.dice(3, 20), f.dice(2, 20)
			for _, mine := range a {
				beaten := mine > 12
				for _, yours := range b {
					beaten = beaten || yours == 10 || yours < 10 && yours >= mine
				}
				if !beaten {
					return true
				}
			}
			return false
		})
	}},
	{"neonCity", "4220228487017515/10968475320188928", chance(sized(neonCity, 11), least(6)), chance(sized(neonCity, 3), least(6)), func() *big.Rat {
		return every(func(f *fall) bool {
			action, danger := f.dice(3, 6), f.dice(3, 6)
			for _, face := range danger {
				if i := slices.Index(action, face); i >= 0 {
					action = slices.Delete(action, i, i+1)
				}
			}
			return has(action, 6)
		})
	}},
	{"risk", "1445/3888", chance(risk, is(2)), nil, func() *big.Rat {
		return every(func(f *fall) bool {
			a, b := f.dice(3, 6), f.dice(2, 6)
			return a[0] > b[0] && a[1] > b[1]
		})
	}},
	{"attrition", "1718071452659096719/2244741412001587200", chance(attrition, func(left [2]int) bool { return left[0] > 0 }), nil, func() *big.Rat { return wornOut(4, 3) }},
	{"rerolledTies", "14/41", chance(rerolledTies, is(0)), nil, func() *big.Rat {
		// One pair has no tie. With two pairs, one remaining pair wins or loses alike.
		p := func(wins, losses int) *big.Rat {
			return every(func(f *fall) bool { return paired(f, 2, 2) == [2]int{wins, losses} })
		}
		even := new(big.Rat).Add(p(1, 0), p(0, 1))
		even.Mul(even, big.NewRat(1, 2)).Add(even, p(1, 1))
		return even.Quo(even, new(big.Rat).Sub(big.NewRat(1, 1), p(0, 0)))
	}},
	{"soulbound", "13725515/15116544", chance(focused(10, 3), least(4)), chance(focused(5, 3), least(4)), func() *big.Rat {
		return every(func(f *fall) bool {
			v, short := f.dice(5, 6), 0
			for _, face := range v[:4] {
				short += max(0, 5-face)
			}
			return short <= 3
		})
	}},
	{"technoir", "2906875/10077696", chance(technoir, is(6)), nil, func() *big.Rat {
		// No die shows a 6 that hurts, and one of five dice does: the numbers of ways are equal.
		none := every(func(f *fall) bool { return !has(f.dice(4, 6), 6) })
		return none.Mul(none, every(func(f *fall) bool { return has(append(f.dice(3, 6), f.dice(2, 6)...), 6) }))
	}},
	{"wildcards", "313425688167624075526/3237154832635047406115", chance(func(u *rule.Umpire) bool { return wildcards(u, 35, deck) }, is(true)),
		chance(func(u *rule.Umpire) bool { return wildcards(u, 9, rule.BagOf(2, 3, 1, 2, 2, 1, 2)) }, is(true)), func() *big.Rat {
			cards, hands, good := "aabbbcddeefww", int64(0), int64(0)
			for set := range 1 << len(cards) {
				hand := ""
				for i, c := range cards {
					if set>>i&1 == 1 {
						hand += string(c)
					}
				}
				if len(hand) != 9 {
					continue
				}
				hands++
				left := hand + "w"
				made := true
				for _, c := range []string{"a", "b", "b", "c", "d", "d", "e", "e", "e"} {
					before := left
					if left = strings.Replace(left, c, "", 1); left == before && c >= "c" {
						left = strings.Replace(left, "w", "", 1)
					}
					made = made && left != before
				}
				if made {
					good++
				}
			}
			return big.NewRat(good, hands)
		}},
	{"asGoodThroughout", "4701686587522549409131102629348356111/22452257707354557240087211123792674816", chance(sized(asGoodThroughout, 6), is(true)),
		chance(sized(asGoodThroughout, 2), is(true)), func() *big.Rat {
			return every(func(f *fall) bool {
				a, b, c, d := f.pick(ways), f.pick(ways), f.pick(ways), f.pick(ways)
				return max(a, b) >= max(c, d) && min(a, b) >= min(c, d)
			})
		}},
	{"unfair", "4092491460264206327574299539171441/3742042951225759540014535187298779136", chance(sized(unfair, 6), is(true)),
		chance(sized(unfair, 2), is(true)), func() *big.Rat {
			return every(func(f *fall) bool {
				a, b, c, d := f.pick(ways), f.pick(ways), f.pick(ways), f.pick(ways)
				return min(a, b) > max(c, d) || max(a, b) < min(c, d)
			})
		}},
	{"stress", "24845/279936", chance(stress, least(4)), nil, func() *big.Rat {
		return every(func(f *fall) bool {
			v, gone := f.dice(5, 6), 0
			for _, s := range f.dice(3, 6) {
				for i, a := range v {
					if a > 0 && a <= s {
						v[i] = 0
						gone++
						break
					}
				}
			}
			return gone <= 1
		})
	}},
	{"greenAndRed", "791/3840", chance(greenAndRed, is("success")), nil, func() *big.Rat {
		return every(func(f *fall) bool {
			green, red := []int{f.d(10), f.d(8)}, []int{f.d(6), f.d(8)}
			for i, g := range green {
				for j, r := range red {
					if g == r && g > 0 {
						green[i], red[j] = 0, 0
						g = 0
					}
				}
			}
			slices.Sort(green)
			slices.Sort(red)
			return green[1] > 0 && red[1] == 0 || green[0] > red[1]
		})
	}},
	{"holdsAll", "1/192", chance(holdsAll, is(true)), nil, func() *big.Rat {
		return every(func(f *fall) bool {
			v := []int{f.d(4), f.d(6), f.d(8), f.d(8)}
			return has(v, 2) && has(v, 4) && has(v, 5) && has(v, 7)
		})
	}},
	{"sameFaces", "6251/279936", chance(sameFaces, is(true)), nil, func() *big.Rat {
		return every(func(f *fall) bool {
			return slices.Equal(slices.Compact(f.dice(4, 6)), slices.Compact(f.dice(4, 6)))
		})
	}},
	{"sharedTarget", "15625/46656", chance(sized(sharedTarget, 6), is(true)), chance(sized(sharedTarget, 2), is(true)), func() *big.Rat {
		return every(func(f *fall) bool {
			target := f.d(12)
			low, high := f.dice(2, 6), f.dice(2, 6)
			return !has(low, target) && !has(high, target-6)
		})
	}},
	{"rollingHigh", "37739227273/68784770464", given(17, 10, 4), given(4, 2, 1), func() *big.Rat {
		high := func(v []int) bool { return v[1] >= 15 }
		both := every(func(f *fall) bool { v := f.dice(4, 20); return high(v) && v[2] >= 10 })
		return both.Quo(both, every(func(f *fall) bool { return high(f.dice(4, 20)) }))
	}},
}

// paired rolls two pools and counts the pairs that each side wins, from the highest on.
func paired(f *fall, n, m int) (wins [2]int) {
	a, b := f.dice(n, 6), f.dice(m, 6)
	for i := range min(n, m) {
		if a[i] > b[i] {
			wins[0]++
		} else if a[i] < b[i] {
			wins[1]++
		}
	}
	return wins
}

// wornOut returns the chance that the first of two pools outlasts the other, from the chances of
// one roll. Rolls that remove nothing are left out.
func wornOut(a, b int) *big.Rat {
	if a == 0 || b == 0 {
		return big.NewRat(int64(min(a, 1)), 1)
	}
	count, all := map[[2]int]int64{}, int64(0)
	every(func(f *fall) bool {
		w := paired(f, a, b)
		if w != [2]int{} {
			count[w]++
			all++
		}
		return true
	})
	sum := new(big.Rat)
	for w, n := range count {
		x := wornOut(a-w[1], b-w[0])
		sum.Add(sum, x.Mul(x, big.NewRat(n, all)))
	}
	return sum
}

func focused(dice, focus int) func(*rule.Umpire) int {
	return func(u *rule.Umpire) int { return soulbound(u, dice, focus) }
}

// Two notebooks print the answer to another question than they state, as the page explains. One
// starts without focus, the other goes through faces from the lowest.
func TestIcepoolSlips(t *testing.T) {
	if got := chance(focused(10, 0), least(4))(t); got.RatString() != "8675/19683" {
		t.Errorf("without focus the chance is %v", got)
	}
	got := every(func(f *fall) bool {
		count := [11]int{}
		count[f.d(10)]++
		count[f.d(8)]++
		count[f.d(6)]--
		count[f.d(8)]--
		lowest := slices.DeleteFunc(count[:], func(n int) bool { return n == 0 })
		switch len(lowest) {
		case 0:
			return false
		case 1:
			return lowest[0] > 0
		}
		return lowest[0] == 2 || lowest[0] == 1 && lowest[1] > 0
	})
	if got.RatString() != "53/768" {
		t.Errorf("the chance of the two lowest is %v", got)
	}
}

func TestIcepool(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, e := range examples {
		if got := e.is(t); got.RatString() != e.want {
			t.Errorf("%s: %v; icepool says %s", e.name, got, e.want)
		}
		is := e.is
		if e.small != nil {
			is = e.small
		}
		if got, want := is(t), e.twin(); got.Cmp(want) != 0 {
			t.Errorf("%s: %v; the enumeration gives %v", e.name, got, want)
		}
	}
}

// The page shows the source of each procedure, with its fraction.
func TestIcepoolPage(t *testing.T) {
	page, err := os.ReadFile("../docs/icepool.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("icepool_examples_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "\n## As procedures\n")
	sections := strings.Split(text, "\n### ")[1:]
	if len(sections) != len(examples) {
		t.Fatalf("the page has %d procedures, the tests %d", len(sections), len(examples))
	}
	for i, e := range examples {
		_, code, _ := strings.Cut(sections[i], "```go\n")
		code, after, _ := strings.Cut(code, "```")
		if !strings.Contains(code, "func "+e.name+"(") || !strings.Contains(string(source), "\n"+code) || !strings.HasSuffix(strings.TrimSpace(after), "**"+e.want+"**") {
			t.Errorf("the page lacks the source of %s, or its fraction %s", e.name, e.want)
		}
	}
}
