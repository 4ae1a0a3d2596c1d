package dice

import (
	"fmt"
	"strings"

	"loophole/rule"
)

// PromptFor returns a sentence that asks for the faces of a roll: "Roll 19D6, counting 5+: attack on the
// building [attack.dice]".
func PromptFor(r rule.Roll) string {
	p := r.Pool
	pool := p.Die().String()
	if p.N() > 1 {
		pool = fmt.Sprintf("%d%s", p.N(), pool)
	}
	begin := "Roll"
	if r.By != "" {
		begin = capital(r.By.WithVerb("roll"))
	}
	if p.Kind() == rule.Draw {
		return fmt.Sprintf("%s: %s [%s]", drawing(r), r.Why, r.Cite)
	}
	return fmt.Sprintf("%s %s%s: %s [%s]", begin, pool, instruction(r), r.Why, r.Cite)
}

// drawing returns a draw in words: "Draw 2 out of 5 axis, 4 allies", "Roll 10D10", "Roll 3 dice with
// 6 faces: 4 miss, 2 hit".
func drawing(r rule.Roll) string {
	b := r.Pool.Bag()
	verb := "draw"
	if b.WithReplacement() {
		verb = "roll"
	}
	begin := capital(verb)
	if r.By != "" {
		begin = capital(r.By.WithVerb(verb))
	}
	var list []string
	fair := b.WithReplacement()
	for f := 1; f <= b.NumFaces(); f++ {
		kind := b.Name(f)
		if _, named := b.Lookup(kind); !named {
			kind = "with a " + kind
		}
		if n := b.Count(f); n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, kind))
		}
		fair = fair && b.Count(f) == 1
	}
	head, _, _ := strings.Cut(r.Pool.String(), " ")
	switch {
	case !b.WithReplacement():
		return fmt.Sprintf("%s %d out of %s", begin, r.Pool.N(), strings.Join(list, ", "))
	case fair:
		return begin + " " + head
	}
	return begin + " " + rule.Counted("%d {die|dice} with %d faces: ", r.Pool.N(), b.Size()) + strings.Join(list, ", ")
}

// capital returns s with a capital first letter.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// instruction says what to do with the faces of a roll: ", counting 5+", ", adding them up".
func instruction(r rule.Roll) string {
	p := r.Pool
	switch p.Kind() {
	case rule.Count:
		return ", counting " + successes(p)
	case rule.Test:
		if r.IsQuestion() {
			return ", yes on " + successes(p)
		}
		return ", succeeding on " + successes(p)
	case rule.Tally:
		return ", sorted into " + strings.Join(sorted(p), ", ")
	case rule.Highest:
		return keeping("highest", p.Keep())
	case rule.Lowest:
		return keeping("lowest", p.Keep())
	}
	if p.N() == 1 {
		return ""
	}
	return ", adding them up"
}

func keeping(which string, keep int) string {
	if keep == 1 {
		return ", keeping the " + which
	}
	return fmt.Sprintf(", adding the %s %d", which, keep)
}

// successes returns the successful faces in words.
func successes(p rule.Pool) string {
	switch p.Target().Faces(p.Die()) {
	case 0:
		return "no face"
	case int(p.Die()):
		return "every face"
	}
	return strings.TrimPrefix(p.Target().String(), "=")
}

// sorted lists the bands of a tally, lowest faces first.
func sorted(p rule.Pool) []string {
	var lo, hi [4]int
	for f := int(p.Die()); f >= 1; f-- {
		i := p.Bands().Band(f)
		lo[i], hi[i] = f, max(hi[i], f)
	}
	var out []string
	for i := range lo {
		switch {
		case hi[i] == 0: // The band has no faces.
		case lo[i] == hi[i]:
			out = append(out, fmt.Sprint(lo[i]))
		default:
			out = append(out, fmt.Sprintf("%d-%d", lo[i], hi[i]))
		}
	}
	return out
}

// explain returns all ways to answer a roll.
func explain(r rule.Roll, auto bool) string {
	n, d := r.Pool.N(), r.Pool.Die()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", PromptFor(r))
	if name := r.Pool.Bag().Name(1); name != "1" {
		fmt.Fprintf(&b, "  Type the names of what came, %d in all: %s and so on.\n", n, name)
	} else if n == 1 {
		fmt.Fprintf(&b, "  Type the face that the die shows, 1 to %d.\n", int(d))
	} else {
		fmt.Fprintf(&b, "  Type the faces that the dice show, %d in all, each 1 to %d, on one line or several.\n", n, int(d))
		b.WriteString("  12x1 is twelve dice that show 1.\n")
	}
	if s := halving(r.Pool); s != "" {
		fmt.Fprintf(&b, "  %s\n", s)
	}
	fmt.Fprintf(&b, "  %s\n", totalling(r))
	b.WriteString("  again: forget the faces typed so far · " + commands(auto) + "\n")
	return b.String()
}

func commands(auto bool) string {
	s := "quit: stop here"
	if auto {
		s = "auto: let the program answer this one · " + s
	}
	return s
}

// halving explains how to roll an uncommon die.
func halving(p rule.Pool) string {
	d := p.Die()
	if d != rule.D3 && d != rule.D5 || p.Kind() == rule.Draw {
		return ""
	}
	return fmt.Sprintf("A %v is a %v halved, rounded up: type 1 to %d, or \"%v:\" and the faces of the %v.",
		d, 2*d, int(d), strings.ToLower((2 * d).String()), 2*d)
}

func totalling(r rule.Roll) string {
	const kept = " the record then has no faces to show."
	switch r.Pool.Kind() {
	case rule.Count:
		return "=7 gives only the number of successes;" + kept
	case rule.Test:
		if r.IsQuestion() {
			return "=1 is yes and =0 is no;" + kept
		}
		return "=1 is a success and =0 is not;" + kept
	case rule.Tally:
		return "=2/0/1 gives only the number of dice in each band;" + kept
	case rule.Draw:
		return "The order in which they came does not matter."
	}
	return "=7 gives only the sum;" + kept
}
