package cli

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"loophole/dice"
	"loophole/internal/chart"
	"loophole/internal/format"
	"loophole/internal/wire"
	"loophole/notation"
	"loophole/odds"
)

type diceFlags struct {
	roll  int
	seed  string
	json  bool
	csv   bool
	svg   string
	force bool
}

// mostThrows is how many rolls one command shows.
const mostThrows = 1000

func (c *console) diceCommand() *cobra.Command {
	var f diceFlags
	cmd := &cobra.Command{
		Use:   "dice EXPRESSION",
		Short: "Calculate any dice exactly, such as \"4d6kh3 >= 16\"",
		Long: `Say how the dice of an expression fall, exactly, or roll them (--roll).

  3d6 + 2              up to 1,000 sides; d% has 100, dF shows -1, 0, 1
  d{1, 1, 2}           faces that you list; d{hit:2, miss:4} has names
  4d6kh3  4d6dl1       keep the highest, drop the lowest (kl, dh as well)
  10d6 5+              how many show 5 or more; 2- is 2 or less, =6, 2..4, =hit
  d6r1  d6ro1..2       roll again, until it is another, or once
  d6!  d6!!  d6!5+x3   explode: one more die; added to it; on 5 and 6, thrice
  (10d6 3+)d6 4+       as many dice as something else came to
  6d(4d6kh3)           dice that show what an expression comes to
  draw(2, {axis:5, allies:4}) =axis    without putting back; {1..13:4} are cards
  largest(5d6)         the largest set; distinct, pairs, straight as well
  pool(d6, 2d8)kh1     dice of several kinds read together
  max, min, abs, adv, dis, if(WHEN, THEN, ELSE), + - * / (rounding down)
  x := d20; if(x = 20, 2d6, if(x >= 12, d6, 0))    a roll that is used twice
  ... >= 16            how likely that is (>, <=, <, =, !=); A vs B: who wins

docs/dice.md has all of it. Put quotation marks around it, as shells read * and
> in their own way.`,
		Example: `  loophole dice "4d6kh3 >= 16"
  loophole dice "(20d6 3+)d6 4+"
  loophole dice "d20+7 vs d20+4" --roll 5`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(_ *cobra.Command, args []string) error { return c.dice(strings.Join(args, " "), &f) },
	}
	fl := cmd.Flags()
	fl.IntVar(&f.roll, "roll", 0, "roll it `N` times instead")
	fl.StringVar(&f.seed, "seed", "", "the seed of what is rolled, a whole `NUMBER`")
	fl.BoolVar(&f.json, "json", false, "write JSON, with every digit")
	fl.BoolVar(&f.csv, "csv", false, "write a table of comma-separated values")
	fl.StringVar(&f.svg, "svg", "", "draw the chances into an SVG `FILE`")
	fl.BoolVar(&f.force, "force", false, "let --svg replace a file")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
	for _, other := range []string{"json", "csv", "svg"} {
		cmd.MarkFlagsMutuallyExclusive("roll", other)
	}
	return cmd
}

func (c *console) dice(text string, f *diceFlags) error {
	if strings.TrimSpace(text) == "" {
		return errors.New(`say which dice: loophole dice "4d6kh3 >= 16"`)
	}
	e, err := notation.Parse(text)
	if err != nil {
		return err
	}
	switch {
	case f.roll < 0 || f.roll > mostThrows:
		return fmt.Errorf("--roll goes from 1 to %d", mostThrows)
	case f.roll > 0:
		return c.thrown(e, f)
	case f.seed != "":
		return errors.New("--seed is for --roll: what is exact has none")
	}
	x, err := e.Dist()
	if err != nil {
		return err
	}
	n := wire.NumbersOf(x)
	a := wire.DiceOf(e, n)
	if f.svg != "" {
		if err := c.draw(f.svg, f.force, chart.OfDice(a)); err != nil {
			return err
		}
	}
	switch {
	case f.json:
		return c.json(a)
	case f.csv:
		return a.CSV(c.out)
	}
	return c.showDice(a, n)
}

// thrown rolls an expression.
func (c *console) thrown(e *notation.Expr, f *diceFlags) error {
	seed, err := seedOf(f.seed)
	if err != nil {
		return err
	}
	r := dice.NewRandom(seed)
	names := e.Names()
	for range f.roll {
		v, terms, err := e.Roll(r.Pick)
		if err != nil {
			return err
		}
		said := strconv.Itoa(v)
		switch {
		case names != nil:
			said = names[v]
		case e.Chance():
			said = map[int]string{0: "no", 1: "yes"}[v]
		}
		var list []string
		for _, t := range terms {
			list = append(list, t.String())
		}
		fmt.Fprintf(c.out, "%s  (%s)\n", said, strings.Join(list, "; "))
	}
	if f.seed == "" {
		fmt.Fprintf(c.err, "--seed %d rolls the same again\n", seed)
	}
	return nil
}

// showDice writes an answer for a reader.
func (c *console) showDice(a *wire.DiceAnswer, n *odds.IntDist) error {
	p := c.page()
	p.Head("%s", a.Expression)
	rows := format.Columns{Right: []int{1}, Paint: map[int]string{0: "strong"}}
	chance := func(name, exact string, float float64) {
		r, _ := new(big.Rat).SetString(exact)
		text, _ := format.Fraction(r)
		row := []string{name, format.Percent(float, r), text}
		if float > 0 && float < 0.5 {
			row = append(row, "1 in "+format.Number(1/float))
		}
		rows.Add(row...)
	}
	switch {
	case a.Chance != nil:
		chance("it holds", a.Chance.P, a.Chance.Float)
	case a.Number != nil:
		distribution(p, n)
	default:
		for _, n := range a.Names {
			chance(n.Name, n.P, n.Float)
		}
	}
	p.Columns(&rows)
	for _, n := range a.Notes {
		p.Text(0, n)
	}
	return p.Flush()
}
