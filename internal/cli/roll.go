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

// rollFlags are the flags of roll.
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
		Short: "Resolve a question once, with real or program dice",
		Long: `Resolve a question once. Show every step with its clause, then the outcome and the named
events that happened. Ask the question as for loophole odds.

--dice says who rolls:
  auto    the program; the same --seed gives the same dice
  ask     you; type the faces at each prompt, or ? for help
  "..."   you, in advance, with a group for each roll: "5 6 1 4 | 2 2 6"; 12x1
          means twelve ones. The number of faces must be exact.

--record writes each step into a file as it happens, for replay and verify.`,
		Example: `  loophole roll tideofiron attack --example worked --dice ask \
      --record shot.jsonl
  loophole roll tideofiron attack dice=3 --dice "6 5 1 | 2 3 4"`,
		ValidArgsFunction: completeQuestion,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.roll(cmd.Context(), args, &f) },
	}
	f.flags(cmd)
	fl := cmd.Flags()
	fl.StringVar(&f.dice, "dice", "auto", "who rolls: auto, ask, or the `FACES` rolled in advance")
	fl.StringVar(&f.seed, "seed", "", "the seed of the dice of the program, a whole `NUMBER`")
	fl.StringVar(&f.record, "record", "", "write a record into a new `FILE`")
	fl.BoolVar(&f.force, "force", false, "let --record replace a file")
	fl.BoolVar(&f.json, "json", false, "write JSON")
	registerQuestion(cmd)
	cmd.RegisterFlagCompletionFunc("dice", cobra.FixedCompletions([]string{"auto", "ask"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// roll resolves the question of the arguments.
func (c *console) roll(ctx context.Context, args []string, f *rollFlags) error {
	if f.dice == "ask" && (f.file == "-" || f.house == "-") {
		return errors.New("--dice ask reads standard input, and so does --file - or --house -: name a file")
	}
	if f.record != "" && !f.force && exists(f.record) {
		return fmt.Errorf("--record: %s exists already; --force replaces it", f.record)
	}
	q, err := c.ask(args, &f.questionFlags)
	if err != nil {
		return err
	}
	src, from, err := c.diceSource(f)
	if err != nil {
		return err
	}
	if err := c.checkLegal(ctx, q, f.strict, f.json); err != nil {
		return err
	}
	save := f.record
	if t, ok := src.(*dice.Tray); ok {
		// Dice rolled in advance are tried first, so that no record is written if they do not fit.
		if err := tryTray(q.Question, f.dice); err != nil {
			save = ""
			if t.Left() == 0 || !errors.Is(err, rule.ErrUnanswered) {
				return err
			}
		}
	}
	return c.play(q, src, from, save, f)
}

// diceSource returns the source of --dice, and its description for a record.
func (c *console) diceSource(f *rollFlags) (rule.Source, record.DiceOrigin, error) {
	if f.seed != "" && f.dice != "auto" && f.dice != "ask" {
		return nil, record.DiceOrigin{}, errors.New("--seed needs dice of the program: leave out --seed or --dice")
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

// tryTray resolves a question with dice rolled in advance, without output. It returns an error if
// they do not fit.
func tryTray(q *rule.Question, faces string) error {
	t, err := dice.ParseTray(faces)
	if err != nil {
		return err
	}
	if _, err := q.Play(t, nil); err != nil {
		return unanswered(err)
	}
	if err := t.CheckAllUsed(); err != nil {
		return fmt.Errorf("%w; the question has no more rolls", err)
	}
	return nil
}

// unanswered reduces the error of a stopped play to the error of its source.
func unanswered(err error) error {
	var open *rule.UnansweredError
	if errors.As(err, &open) {
		return &shortError{open.Err}
	}
	return err
}

// shortError is an error without the text of [rule.ErrUnanswered].
type shortError struct{ err error }

func (s *shortError) Error() string {
	return strings.TrimSuffix(s.err.Error(), ": "+rule.ErrUnanswered.Error())
}

func (s *shortError) Unwrap() error { return s.err }

// play resolves a question once and shows it, as text or JSON. It writes a record if save is not
// empty.
func (c *console) play(q *checkedQuestion, src rule.Source, from record.DiceOrigin, save string, f *rollFlags) error {
	t := &transcript{checkedQuestion: q, page: c.page(), quiet: f.json}
	// At a terminal the player has just typed the faces.
	t.echoed = f.dice == "ask" && terminal(c.out) && terminal(c.err)
	t.start(from)
	var w *record.Writer
	if save != "" {
		file, err := create(save, f.force)
		if err != nil {
			return fmt.Errorf("--record: %w", err)
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
		t.page.Line("record %s, checksum %s", save, w.Sum())
	}
	return t.page.Flush()
}

// create opens a file for writing. Without replace the file must be new.
func create(name string, replace bool) (io.WriteCloser, error) {
	how := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if replace {
		how = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	return os.OpenFile(name, how, 0o666)
}
