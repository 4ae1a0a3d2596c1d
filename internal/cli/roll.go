package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"loophole/dice"
	"loophole/record"
	"loophole/rule"
)

type rollFlags struct {
	questionFlags
	dice   string
	seed   string
	record string
	force  bool
	json   bool
}

func (c *console) rollCommand() *cobra.Command {
	var f rollFlags
	cmd := &cobra.Command{
		Use:   "roll [RULESET PROCEDURE] [key=value ...]",
		Short: "Resolve a question once, with the program's dice or yours",
		Long: `Play a question once and show every step with its clause, then the outcome and
which of the named events happened. The question is put as for odds.

Who rolls (--dice):
  auto    the program; --seed rolls the same again
  ask     you: each roll is asked for at the terminal, ? explains
  "..."   faces rolled in advance, one group for each roll: "5 6 1 4 | 2 2 6";
          12x1 is twelve ones. Faces too many or too few are refused.

--record writes every step into a file as it happens, for replay and verify.`,
		Example: `  loophole roll tideofiron attack --example worked --dice ask \
      --record shot.jsonl
  loophole roll tideofiron attack dice=3 --dice "6 5 1 | 2 3 4"`,
		ValidArgsFunction: completeQuestion,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.roll(cmd.Context(), args, &f) },
	}
	f.flags(cmd)
	fl := cmd.Flags()
	fl.StringVar(&f.dice, "dice", "auto", "who rolls: auto, ask, or the `FACES` themselves")
	fl.StringVar(&f.seed, "seed", "", "the seed of the program's dice, a whole `NUMBER`")
	fl.StringVar(&f.record, "record", "", "write a record into a new `FILE`")
	fl.BoolVar(&f.force, "force", false, "let --record replace a file")
	fl.BoolVar(&f.json, "json", false, "write JSON")
	registerQuestion(cmd)
	cmd.RegisterFlagCompletionFunc("dice", cobra.FixedCompletions([]string{"auto", "ask"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (c *console) roll(ctx context.Context, args []string, f *rollFlags) error {
	if f.dice == "ask" && (f.file == "-" || f.house == "-") {
		return errors.New("--dice ask reads standard input, which --file or --house reads already")
	}
	if f.record != "" && !f.force && exists(f.record) {
		return fmt.Errorf("--record: %s is there already; --force replaces it", f.record)
	}
	q, err := c.ask(args, &f.questionFlags)
	if err != nil {
		return err
	}
	src, from, err := c.thrower(f)
	if err != nil {
		return err
	}
	if err := c.allowed(ctx, q, f.strict, f.json); err != nil {
		return err
	}
	save := f.record
	if t, ok := src.(*dice.Tray); ok {
		// Dice in advance are tried first, so that a record is written only of a
		// play that they fit.
		if err := try(q.Question, f.dice); err != nil {
			save = ""
			if t.Left() == 0 || !errors.Is(err, rule.ErrUnanswered) {
				return err
			}
		}
	}
	return c.play(q, src, from, save, f)
}

// thrower returns who rolls, and how a record describes it.
func (c *console) thrower(f *rollFlags) (rule.Source, record.DiceOrigin, error) {
	if f.seed != "" && f.dice != "auto" && f.dice != "ask" {
		return nil, record.DiceOrigin{}, errors.New("--seed is for dice that the program rolls")
	}
	seed, err := seedOf(f.seed)
	if err != nil {
		return nil, record.DiceOrigin{}, err
	}
	switch f.dice {
	case "auto":
		return dice.NewRandom(seed), record.ProgramDice(seed), nil
	case "ask":
		return &dice.Terminal{In: c.in, Out: c.err, Program: dice.NewRandom(seed)}, record.TypedDiceWithSeed(seed), nil
	}
	t, err := dice.ParseTray(f.dice)
	if err != nil {
		return nil, record.DiceOrigin{}, fmt.Errorf("--dice: %w", err)
	}
	return t, record.TypedDice(), nil
}

// try plays a question with dice in advance and nobody watching.
func try(q *rule.Question, faces string) error {
	t, err := dice.ParseTray(faces)
	if err != nil {
		return err
	}
	if _, err := q.Play(t, nil); err != nil {
		return unanswered(err)
	}
	if err := t.CheckAllUsed(); err != nil {
		return fmt.Errorf("%w; the rules ask for no more", err)
	}
	return nil
}

// unanswered keeps of a stopped play what the source said.
func unanswered(err error) error {
	var open *rule.UnansweredError
	if errors.As(err, &open) {
		return &silent{open.Err}
	}
	return err
}

// silent is an error without the words that only programs need.
type silent struct{ err error }

func (s *silent) Error() string {
	return strings.TrimSuffix(s.err.Error(), ": "+rule.ErrUnanswered.Error())
}

func (s *silent) Unwrap() error { return s.err }

// play plays a question once, on the page or as JSON, and into a record.
func (c *console) play(q *checkedQuestion, src rule.Source, from record.DiceOrigin, save string, f *rollFlags) error {
	t := &transcript{checkedQuestion: q, page: c.page(), quiet: f.json}
	// At a terminal the player has just seen what was typed.
	t.echoed = f.dice == "ask" && terminal(c.out) && terminal(c.err)
	t.start(from)
	var w *record.Writer
	if save != "" {
		file, err := create(save, f.force)
		if err != nil {
			return err
		}
		defer file.Close()
		if w, err = record.NewWriter(file, record.NewHeader(q.Question, version(), from)); err != nil {
			return err
		}
	}
	rec := rule.Record{OnEntry: func(e rule.Entry) {
		if w != nil {
			w.Entry(e)
		}
		t.entry(e)
	}}
	outcome, err := q.Play(src, &rec)
	if err == nil && w != nil {
		err = w.Err()
	}
	if err != nil {
		t.page.Flush()
		return unanswered(err)
	}
	if f.json {
		return c.json(t.json(outcome, from))
	}
	t.end(outcome)
	if w != nil {
		t.page.Line("record %s, sum %s", save, w.Sum())
	}
	return t.page.Flush()
}

// create opens a new file for writing.
func create(name string, replace bool) (io.WriteCloser, error) {
	how := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if replace {
		how = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	return os.OpenFile(name, how, 0o666)
}
