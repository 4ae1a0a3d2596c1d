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

// mostThrows is the largest value of --roll.
const mostThrows = 1000

func (c *console) diceCommand() *cobra.Command {
	var f diceFlags
	cmd := &cobra.Command{
		Use:   "dice EXPRESSION",
		Short: "Compute any dice exactly, such as \"4d6kh3 >= 16\"",
		Long: `Compute the exact distribution of a dice expression, or roll it (--roll).

  3d6 + 2              dice with up to 1,000 sides; d% has 100, dF has -1, 0, 1
  d{1, 1, 2}           faces that you list; d{hit:2, miss:4} names them
  4d6kh3  4d6dl1       keep the highest 3, drop the lowest 1 (also kl, dh)
  10d6 5+              count the dice of 5 or more; also 2- (or less), =6, 2..4,
                       =hit
  d6r1  d6ro1..2       reroll until it is another face; reroll once
  d6!  d6!!  d6!5+x3   explode: roll one more die; add it to the same die; on 5
                       or 6, at most 3 times
  (10d6 3+)d6 4+       as many dice as the expression in brackets yields
  6d(4d6kh3)           dice whose faces are the results of an expression
  draw(2, {axis:5, allies:4}) =axis    draw without replacement; {1..13:4} are
                       cards
  largest(5d6)         the size of the largest set; also distinct, pairs,
                       straight
  pool(d6, 2d8)kh1     dice of several kinds in one pool
  max, min, abs, adv, dis, if(WHEN, THEN, ELSE), + - * / (rounding down)
  x := d20; if(x = 20, 2d6, if(x >= 12, d6, 0))    name a roll to use it twice
  ... >= 16            the chance of it (also >, <=, <, =, !=); A vs B: who wins

docs/dice.md describes all of it. Quote the expression, because a shell gives * and
> another meaning.`,
		Example: `  loophole dice "4d6kh3 >= 16"
  loophole dice "(20d6 3+)d6 4+"
  loophole dice "d20+7 vs d20+4" --roll 5`,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("roll") && (f.roll < 1 || f.roll > mostThrows) {
				return fmt.Errorf("--roll %d: give a number from 1 to %d", f.roll, mostThrows)
			}
			return c.dice(strings.Join(args, " "), &f)
		},
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if strings.Contains(err.Error(), "unknown shorthand flag") {
			return fmt.Errorf("%w\nWrite -- before an expression that begins with a minus: "+program+" dice -- \"-d4 / 2\"", err)
		}
		return cmd.Parent().FlagErrorFunc()(cmd, err)
	})
	fl := cmd.Flags()
	fl.IntVar(&f.roll, "roll", 0, "roll the dice `N` times instead")
	fl.StringVar(&f.seed, "seed", "", "the seed of the rolls, a whole `NUMBER`")
	fl.BoolVar(&f.json, "json", false, "write JSON, with every digit")
	fl.BoolVar(&f.csv, "csv", false, "write a table of comma-separated values")
	fl.StringVar(&f.svg, "svg", "", "draw the chances into a new SVG `FILE`")
	fl.BoolVar(&f.force, "force", false, "let --svg replace a file")
	oneOf(cmd, "json", "csv")
	for _, other := range []string{"json", "csv", "svg"} {
		oneOf(cmd, "roll", other)
	}
	return cmd
}

func (c *console) dice(text string, f *diceFlags) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("EXPRESSION is missing, such as " + program + " dice \"4d6kh3 >= 16\"\nsee: " + program + " dice --help")
	}
	e, err := notation.Parse(text)
	if err != nil {
		return err
	}
	switch {
	case f.roll > 0:
		return c.rollDice(e, f)
	case f.seed != "":
		return errors.New("--seed needs --roll: exact odds roll no dice")
	}
	if err := checkSVG(f.svg, f.force); err != nil {
		return err
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

// rollDice rolls an expression as often as --roll says.
func (c *console) rollDice(e *notation.Expr, f *diceFlags) error {
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
		case e.IsComparison():
			said = map[int]string{0: "no", 1: "yes"}[v]
		}
		var list []string
		for _, t := range terms {
			list = append(list, t.String())
		}
		fmt.Fprintf(c.out, "%s  (%s)\n", said, strings.Join(list, "; "))
	}
	if f.seed == "" {
		fmt.Fprintf(c.err, "to roll the same again: --seed %d\n", seed)
	}
	return nil
}

// showDice prints an exact answer.
func (c *console) showDice(a *wire.DiceAnswer, n *odds.IntDist) error {
	p := c.page()
	p.Head("%s", a.Expression)
	rows := format.Columns{Right: []int{1}, Paint: map[int]string{0: "strong"}}
	chance := func(name, exact string, float float64) {
		r, _ := new(big.Rat).SetString(exact)
		text, _ := format.Fraction(r)
		row := []string{name, format.Percent(float, r), text}
		if whole := r.Num().IsInt64() && r.Num().Int64() == 1; whole && float < 0.5 {
			row = append(row, "1 in "+r.Denom().String())
		} else if float > 0 && float < 0.5 {
			row = append(row, "1 in "+format.Number(1/float))
		}
		rows.Add(row...)
	}
	switch {
	case a.Chance != nil:
		chance("chance", a.Chance.P, a.Chance.Float)
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
