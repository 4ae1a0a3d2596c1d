package notation

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	_ "loophole/internal/lazygc"
)

func asked(t *testing.T, text string) *Expr {
	t.Helper()
	e, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

func answered(t *testing.T, text string) *Dist {
	t.Helper()
	x, err := asked(t, text).Dist()
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return x
}

// Chances that are worked out by hand.
func TestChances(t *testing.T) {
	for _, c := range []struct{ text, want, why string }{
		{"d6 >= 5", "1/3", "two faces of six"},
		{"4d6kh3 >= 16", "169/1296", "18 in 21 ways, 17 in 54, 16 in 94"},
		{"2d6 = 7", "1/6", "six pairs of 36"},
		{"2d20kh1 >= 11", "3/4", "not both below: 1 - 1/4"},
		{"adv(d20) >= 11", "3/4", "the same"},
		{"dis(d20) >= 11", "1/4", "both"},
		{"d20+5 >= 15", "11/20", "10 and more"},
		{"2d6kl1 = 1", "11/36", "1 - 25/36"},
		{"3d6dl1dh1 = 6", "2/27", "the middle is 6 where two are: 3·5/216 + 1/216 = 16/216"},
		{"5d6 5+ >= 5", "1/243", "all five: (1/3)^5"},
		{"10d10 8+ = 0", "282475249/10000000000", "0.7^10"},
		{"d6r1 = 6", "1/5", "five faces are left"},
		{"d6ro1 = 1", "1/36", "twice"},
		{"d6ro1..2 = 6", "2/9", "1/6 + 1/3 · 1/6 = 8/36"},
		{"d6!! >= 12", "1/36", "6 and 6 more: 6+6, 6+1 is 7 only; 12 needs a second 6, which explodes on"},
		{"d6!!x1 = 12", "1/36", "6 and 6, and no more"},
		{"2d6!x1 = 3", "1/18", "1 and 2"},
		{"d4!x1 4+ = 2", "1/16", "4 and 4"},
		{"d6! 6+ >= 3", "1/216", "three sixes in a row"},
		{"4dF = 4", "1/81", "four times +1"},
		{"4dF =-1 >= 3", "1/9", "three or four times -1: (4*2+1)/81"},
		{"d{1,1,2} = 1", "2/3", "two of three"},
		{"d{0:3, 5} >= 5", "1/4", "one of four"},
		{"2d{miss:4, hit:2} =hit = 2", "1/9", "both"},
		{"2d{blank:3, hit:2, crit} =hit|crit >= 1", "3/4", "1 - (1/2)^2"},
		{"draw(2, {axis:5, allies:4}) =axis = 2", "5/18", "5/9 · 4/8"},
		{"pairs(draw(2, {1..13:4})) = 1", "1/17", "3/51"},
		{"straight(3d6) = 3", "1/9", "four runs in six orders: 24/216"},
		{"largest(5d6) >= 5", "1/1296", "6/6^5"},
		{"distinct(3d6) = 3", "5/9", "6·5·4/216"},
		{"pool(d4, d6, d8)kh1 <= 3", "9/64", "3/4 · 3/6 · 3/8 = 27/192"},
		{"max(d6, d6) = 1", "1/36", "both"},
		{"min(d6, d6, d6) = 6", "1/216", "all"},
		{"d20+3 > d20+5", "153/400", "x - y > 2: 17·18/2 of 400"},
		{"(d2)d6 = 6", "11/72", "1/2 · 1/6 + 1/2 · 5/36"},
		{"x := d6; x + x = 7", "0", "twice the same is even"},
		{"x := d20; if(x = 20, 2d6, if(x >= 11, d6, 0)) = 0", "1/2", "ten faces miss"},
		{"abs(d6 - d6) = 0", "1/6", "six pairs"},
		{"d6 * d6 = 12", "1/9", "2·6, 3·4, and back"},
		{"d6 / 2 = 3", "1/6", "6 alone; 7 there is none"},
		{"-7 / 2 = -4", "1", "it rounds down"},
		{"3d6 2..4 = 3", "1/8", "half the faces, three times"},
		{"d7 = 7", "1/7", "any number of sides"},
		{"d1000 = 1000", "1/1000", "up to a thousand"},
		{"d% <= 5", "1/20", "a hundred sides"},
		{"0d6 = 0", "1", "no dice"},
		{"6d(4d6kh3) >= 6d(4d6kh3)", "1946442714986324825819902297859276029/3742042951225759540014535187298779136", "published with icepool: 11678656289917948954919413787155656174 of 22452257707354557240087211123792674816"},
		{"2d(2d6) = 4", "1/1296", "four ones"},
		{"2d(2d6)kh1 = 2", "1/1296", "four ones again"},
		{"d(x := d20; if(x >= 11, d4, 0)) = 4", "1/8", "half, and a quarter of it"},
		{"3d(d6 + d4) 10+ = 3", "1/13824", "6 and 4, three times: 24^3"},
		{"d(2d6)r2..11 = 12", "1", "twelves alone are left"},
		{"d(d6)!!6x1 = 12", "1/36", "as a die with six sides"},
		{"2d6kh3 = 12", "1/36", "more than there are: all"},
	} {
		p, err := asked(t, c.text).P()
		if err != nil || p.RatString() != c.want {
			t.Errorf("%s: %v %v; want %s: %s", c.text, p, err, c.want, c.why)
		}
	}
}

// TestTwin: the slow twin plays through every list of faces, one face after another.
func TestTwin(t *testing.T) {
	for _, text := range []string{
		"4d6kh3", "5d4kl2", "5d4dh1", "5d4d2", "5d6dl1dh1", "6d6kh4kl2", "4d6 3+", "5d3kh3 2+", "largest(5d6)", "straight(5d6)", "distinct(4d8)", "pairs(6d4)",
		"largest(5d4kh3)", "pool(d4, 2d6, d8)kh2", "pool(2d4, 3d6) 4+", "straight(pool(d4, d6, d8))", "4d{1,1,2,5}kh2", "3d{miss:3, hit:2, crit} =hit|crit", "3dF", "5d6 2-", "4d6 =3",
		"distinct(4d{red, green:2, blue})",
	} {
		h := asked(t, text).root.(*pool)
		var dice []*die
		for _, g := range h.groups {
			for range g.many {
				dice = append(dice, g.die)
			}
		}
		want := &Dist{total: new(big.Int)}
		var fall func(i int, values []int, weight int64)
		fall = func(i int, values []int, weight int64) {
			if i == len(dice) {
				want.add(h.readOff(append([]int(nil), values...)), big.NewInt(weight))
				want.total.Add(want.total, big.NewInt(weight))
				return
			}
			for _, f := range dice[i].faces {
				fall(i+1, append(values, f.value), weight*f.weight)
			}
		}
		fall(0, nil, 1)
		same(t, text, answered(t, text), want)
	}
}

func same(t *testing.T, text string, got, want *Dist) {
	t.Helper()
	whole := new(big.Rat)
	for _, v := range want.Values() {
		if got.P(v).Cmp(want.P(v)) != 0 {
			t.Errorf("%s: P(%d) is %s, want %s", text, v, got.P(v), want.P(v))
		}
		whole.Add(whole, got.P(v))
	}
	if whole.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("%s: the chances add up to %s", text, whole)
	}
}

// TestDrawTwin: the slow twin of draws takes card by card.
func TestDrawTwin(t *testing.T) {
	for _, text := range []string{"draw(3, {1:2, 2, 5:3})", "largest(draw(4, {1..3:2}))", "draw(2, {axis:3, allies:2}) =axis", "draw(3, {1..6})kh2", "straight(draw(3, {1..5:2}))"} {
		h := asked(t, text).root.(*pool)
		var cards []int
		for _, f := range h.groups[0].die.faces {
			for range f.weight {
				cards = append(cards, f.value)
			}
		}
		want := &Dist{total: new(big.Int)}
		var draw func(from int, values []int)
		draw = func(from int, values []int) {
			if len(values) == h.groups[0].many {
				want.add(h.readOff(append([]int(nil), values...)), big.NewInt(1))
				want.total.Add(want.total, big.NewInt(1))
				return
			}
			for i := from; i < len(cards); i++ {
				draw(i+1, append(values, cards[i]))
			}
		}
		draw(0, nil)
		same(t, text, answered(t, text), want)
	}
}

// Rolls come out as often as the distribution says: within five standard errors.
func TestRolls(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(n int64) int64 { return r.Int64N(n) }
	const many = 20_000
	for _, text := range []string{
		"4d6kh3", "5d6!!kh2", "6d6! 5+", "3d6r1..2", "3d6ro1 4+", "draw(3, {axis:3, allies:4}) =axis", "pool(d4, 2d6)kl2", "(d4)d6", "x := d20; if(x = 20, 2d6, if(x >= 11, d6, 0))",
		"d20+3 vs 2d10", "d{red:2, green, blue}", "2d6 + d4 * 2 - 1", "d6!3x2", "largest(5d6)", "3d(2d6)kh2", "2d(d6 + d4)r1..4!!9+x2",
	} {
		e := asked(t, text)
		x := answered(t, text)
		count := map[int]int{}
		for range many {
			v, thrown, err := e.Roll(pick)
			if err != nil || len(thrown) == 0 {
				t.Fatal(text, thrown, err)
			}
			count[v]++
		}
		for v, n := range count {
			p, _ := x.P(v).Float64()
			if p == 0 {
				t.Fatalf("%s: %d was rolled and has no chance", text, v)
			}
			if d := float64(n) - many*p; d*d > 25*many*p*(1-p)+25 {
				t.Errorf("%s: %d came up %d times of %d; its chance is %.4f", text, v, n, many, p)
			}
		}
	}
}

// TestSumOfCopies: either recurrence for a sum of equal dice gives the same as repeated sums
// of two.
func TestSumOfCopies(t *testing.T) {
	for _, text := range []string{"d6", "dF", "d{1, 1, 2, 9}", "d{-5:3, 7}", "d6!!x2", "d{4}", "d20", "4d6kh3", "d{1:2, 2:2, 3:2, 5, 6}"} {
		one := answered(t, text)
		values := one.Values()
		f := make([]*big.Int, values[len(values)-1]-values[0]+1)
		for i := range f {
			f[i] = new(big.Int)
			if w := one.weights[values[0]+i]; w != nil {
				f[i] = w
			}
		}
		for _, n := range []int{1, 2, 3, 7, 16} {
			w := &worker{left: mostWork}
			slow := w.squared(one, n)
			same(t, text, w.times(one, n), slow)
			for i, p := range newRecurrence(f, derivative(f)).weights(f[0], n, (len(f)-1)*n+1) {
				if want := slow.weights[values[0]*n+i]; want == nil && p.Sign() != 0 || want != nil && p.Cmp(want) != 0 {
					t.Errorf("%s, %d copies: the weight of %d is %v, not %v", text, n, values[0]*n+i, p, want)
				}
			}
		}
	}
	// A run of equal weights takes three terms: h = 1 - x - x^20 + x^21.
	f := slices.Repeat([]*big.Int{big.NewInt(1)}, 20)
	if r := recurrenceOf(f); len(r.terms) != 3 {
		t.Errorf("the recurrence of a d20 has %d terms", len(r.terms))
	}
}

func TestRollSays(t *testing.T) {
	// 1 is rolled again and is 6, which explodes to 6 and 3; then 4; then 1, again 1, and 2.
	faces := []int64{0, 5, 5, 2, 3, 0, 0, 1}
	pick := func(int64) int64 { v := faces[0]; faces = faces[1:]; return v }
	v, thrown, err := asked(t, "3d6r1!!").Roll(pick)
	if err != nil || v != 21 || len(thrown) != 1 || thrown[0].String() != "3d6r1!!: 1→6+6+3 4 1→1→2 = 21" {
		t.Errorf("%v %v %v", v, thrown, err)
	}
}

func TestNames(t *testing.T) {
	e := asked(t, "d20+3 vs d20+5")
	if got := strings.Join(e.Names(), " "); got != "loses ties wins" {
		t.Error(got)
	}
	x := answered(t, "d20+3 vs d20+5")
	// x > y + 2 in 153 ways, x = y + 2 in 18.
	if x.P(2).RatString() != "153/400" || x.P(1).RatString() != "9/200" || x.P(0).RatString() != "229/400" {
		t.Error(x.P(0), x.P(1), x.P(2))
	}
	if got := strings.Join(asked(t, "d{red:2, green}").Names(), " "); got != "red green" {
		t.Error(got)
	}
	for text, wanted := range map[string]bool{"max((d6 >= 3), (d6 = 1))": true, "min(d6 > 1, d6 > 2, d6 > 3)": true, "max(d6 >= 3, 2)": false} {
		if asked(t, text).IsComparison() != wanted {
			t.Errorf("%s: a comparison is wanted: %v", text, wanted)
		}
	}
	// 4/6 of the one or, of the rest, 1/6 of the other.
	if x := answered(t, "max((d6 >= 3), (d6 = 1))"); x.P(1).RatString() != "13/18" {
		t.Error(x.P(1))
	}
	if asked(t, "3d6").Names() != nil {
		t.Error("numbers have names")
	}
}

// TestErrors: errors say what is wrong, and where.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "something is missing at the end",
		"3d6 >=":                  "something is missing at the end",
		"4d6kh3 >> 16":            "expected a number",
		"3d6 5":                   "say which faces count: 5+ for 5 or more",
		"d0":                      "a die has at least one side",
		"d1001":                   "the number of sides is at most 1000",
		"10001d6":                 "10001 dice are too many",
		"foo":                     `"foo" is unknown here`,
		"foo(3)":                  `there is no function "foo"`,
		"(3d6":                    "missing )",
		"d6r1..6":                 "would be rerolled for ever",
		"d6r6-":                   "would be rerolled for ever",
		"3d6!kh2":                 "write !! to add the explosions to one die",
		"3d{red, green}":          "names cannot be added up: say what counts, as in =red",
		"3d{red, green} =blue":    `no face is called "blue"; there are red, green`,
		"3d{red, green} 5+":       "the faces have names",
		"3d{red, green} red":      "write = before the face that counts, as in =red",
		"10d6r<2":                 "as in 10d6r2-",
		"10d6r≤2":                 "as in 10d6r2-",
		"3d{a, b} =a a":           "expected an operator",
		"3d6 =red":                "the faces are numbers",
		"d{red, 2}":               "names or numbers, not both",
		"d{1, red}":               "names or numbers, not both",
		"d{}":                     "expected a face",
		"d{1":                     "after a face comes",
		"d{3:0}":                  "never comes up",
		"d{red, red}":             "give it a weight",
		"d{9..1}":                 "9..1 is empty",
		"draw(9, {axis:5})":       "9 cannot be drawn from a bag of 5",
		"draw(3, 5)":              "expected what is in the bag",
		"draw(2, {1..4})r1":       "rolling again needs dice of one kind",
		"pool(d6, 3)":             "a pool takes plain dice",
		"largest(3)":              "takes plain dice",
		"d6 + d{red, green}":      "has to be a number",
		"d(3d6":                   "missing )",
		"x := d6; d(x)":           `"x" cannot be used inside d(…)`,
		"d{1..2000}":              "at most 1000 faces",
		"(3d6) 5+":                "follows dice and not brackets",
		"10d6 5+3":                "(10d6 5+) + 3",
		"d6 vs d6 vs d6":          "two sides only",
		"d6 <> 3":                 "write != for different",
		"(d6 = 3) && (d6 = 4)":    "min((A), (B))",
		"d6^2":                    "no powers",
		"2(d6)":                   "write * to multiply",
		"4d6h3":                   "kh3 keeps",
		"5d6 = 6+":                "5d6 6+",
		"d(d6)!":                  "say what explodes",
		"d(3d6) =hit":             "the faces are numbers",
		"x := 3":                  "a definition ends with ;",
		"d6 := 3; 1":              `"d6" means something else`,
		"max := 3; max":           `"max" means something else`,
		"if(d6 > 3, 1)":           "has three parts",
		"3d6 3..1":                "write the lower number first",
		"1e5":                     "expected an operator",
		"4d6 kh3":                 "without a space",
		"1.5":                     "numbers are whole",
		"10d6 5+|2-":              "a set of faces",
		"(3d6)kh1":                "suffixes follow dice",
		"d20adv":                  "adv(d20)",
		"d6>3 and d6>4":           "min((A), (B))",
		"d20 >= 11 vs 3":          "a side of vs",
		"d6 vs d4 >= 1":           "a side of vs",
		"d6 > 3 > 2":              "one comparison at a time",
		"d6)":                     "closes no bracket",
		"x := d6; y := d6; y-x":   "write spaces around a minus",
		"d6!x0":                   "never explodes",
		"3d":                      "needs its number of sides",
		"d":                       "a die has a number of sides",
		"5d10 >= 8!":              "! follows the die",
		"d20 => 15":               "write >= for at least",
		"d20 =< 15":               "write >= for at least",
		"d{hit, miss} = hit":      "right after =, as in =hit",
		"output 3d6":              "leave it out",
		"[highest 3 of 4d6]":      "4d6kh3 keeps the highest 3",
		"highest 3 of 4d6":        "as in 4d6kh3",
		strings.Repeat("(", 70):   "too deep",
		strings.Repeat("1+", 900): "at most 1000 characters",
		"3d6 \x1b[2J":             "cannot be printed",
	} {
		_, err := Parse(text)
		var s *Error
		if !errors.As(err, &s) || !strings.Contains(err.Error(), want) || s.At > len(s.Text) {
			t.Errorf("%q: %v; want %q", text, err, want)
		}
	}
	_, err := Parse("4d6kh3 >> 16")
	if got := err.Error(); !strings.HasSuffix(got, "\n  4d6kh3 >> 16\n          ^") {
		t.Errorf("%s", got)
	}
}

// TestNotes: a note states what an expression assumes, where players may mean something else.
func TestNotes(t *testing.T) {
	for text, want := range map[string]string{
		"5d10 >= 7":        "5d10 7+ counts the dice of 7 or more",
		"6d6 > 4":          "6d6 5+ counts the dice of 5 or more",
		"5d10! >= 7":       "5d10! 7+ counts",
		"3d6 >= 10":        "",
		"2d6 >= 3":         "",
		"4d6kh3 >= 5":      "",
		"5d10 7+ >= 2":     "",
		"d66":              "10*d6 + d6",
		"d20":              "",
		"4d6kh5":           "4d6kh5 has only 4 dice",
		"4d6kh4":           "",
		"(1d4)d6kh3":       "",
		"pool(d4, 2d6)kl4": "has only 3 dice",
		"3d6 =9 = 1":       "write a space after =",
		"d6!":              "Write !x20 for another limit",
		"d6!x20":           "",
	} {
		notes := strings.Join(asked(t, text).Notes(), " ")
		if (notes == "") != (want == "") || !strings.Contains(notes, want) {
			t.Errorf("%s: the notes are %q; want %q", text, notes, want)
		}
	}
}

// TestTooLarge: an expression that would take too long is rejected at once.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, text := range []string{"10000d1000", "(d1000)d1000", "500d20kh250", "d1000*d1000*d1000", "x := d1000; y := d1000; z := d1000; x+y+z", "(10000d6)d6", "(d1000)d6", "10000d6"} {
		if _, err := asked(t, text).Dist(); !errors.Is(err, ErrTooLarge) && (err == nil || !strings.Contains(err.Error(), "too many")) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestFaultsOfValues: an error of a calculation shows its place, and says what to do.
func TestFaultsOfValues(t *testing.T) {
	for text, want := range map[string]string{
		"  3 / (d6 - 1)":          "some rolls divide by 0: say what happens then, as in x := d6 - 1; if(x = 0, 0, 6 / x)\n    3 / (d6 - 1)\n      ^",
		"1 + 1000000000*2":        "numbers go up to 1000000000; use smaller dice or fewer factors\n  1 + 1000000000*2\n                ^",
		"d1000*d1000*d1000 + 1":   "compare it with a number, or use smaller dice\n  d1000*d1000*d1000 + 1\n       ^",
		"x := 3; d6 + (9999*x)d6": "29997 dice are too many: a term can have 10000\n  x := 3; d6 + (9999*x)d6\n               ^",
	} {
		_, err := asked(t, text).Dist()
		var fault *Error
		if !errors.As(err, &fault) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s:\n%v\nwant\n%s", text, err, want)
		}
	}
	if _, _, err := asked(t, "1 + 6 / (d6 - 1)").Roll(func(int64) int64 { return 0 }); err == nil || !strings.HasSuffix(err.Error(), "\n  1 + 6 / (d6 - 1)\n        ^") {
		t.Errorf("rolled: %v", err)
	}
}

// TestFirstFault: of several faults the one of the lowest value is reported, every time.
func TestFirstFault(t *testing.T) {
	for range 30 {
		if _, err := asked(t, "(d{1, 10001..10009, 20000})d6").Dist(); err == nil || !strings.HasPrefix(err.Error(), "10001 dice") {
			t.Fatal(err)
		}
	}
}

// TestLongFaults: of a long expression an error shows the part around its place.
func TestLongFaults(t *testing.T) {
	long := strings.Repeat("d6 + ", 90)
	_, err := Parse(long + "§ + " + long + "1")
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 3 || utf8.RuneCountInString(lines[1]) > 80 || []rune(lines[1])[utf8.RuneCountInString(lines[2])-1] != '§' {
		t.Errorf("%v", err)
	}
}

// TestNamesAfterDefinitions: an expression has the names of its values, whatever is defined before it.
func TestNamesAfterDefinitions(t *testing.T) {
	for _, text := range []string{"d6 vs d6", "d{hit:2, miss:4}", "draw(1, {axis:5, allies:4})", "2d6", "d6 = 6", "3d{hit, miss} =hit"} {
		plain := asked(t, text)
		for _, before := range []string{"", "x := 1; ", "x := d6; y := d4; "} {
			e := asked(t, before+text)
			if !slices.Equal(e.Names(), plain.Names()) || !slices.Equal(e.Names(), answered(t, before+text).Names()) {
				t.Errorf("%s%s has the names %q; alone %q", before, text, e.Names(), plain.Names())
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"4d6kh3 >= 16", "x := d20; if(x = 20, 2d6, d6)", "draw(2, {axis:5, allies:4}) =axis", "pool(d4, 2d6)kh1 vs d8!!x3", "3d6ro1..2! 5+"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Parse(text)
		if err != nil {
			var s *Error
			if !errors.As(err, &s) || s.At > len(s.Text) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		x, err := e.Dist()
		if err != nil {
			return
		}
		whole := new(big.Rat)
		if len(x.Values()) > 200 {
			return
		}
		for _, v := range x.Values() {
			whole.Add(whole, x.P(v))
		}
		if whole.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%q: the chances add up to %s", text, whole)
		}
	})
}
