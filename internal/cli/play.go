package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"loophole/game"
	"loophole/match"
	"loophole/record"
)

// playFlags are the flags of play.
type playFlags struct {
	gameFlags
	dice   []string
	record string
	warn   bool
}

const playHelp = `Play a game at the terminal. The umpire lists legal actions, explains why an action is
illegal, asks for decisions, resolves actions and writes the record.

SCENARIO is a bundled scenario (loophole scenarios lists them) or a file. Type actions as
the umpire writes them; type ? for help. You play both sides, unless --policy gives one
to the program.

--dice auto lets the program roll. With --dice ask, you roll and type the faces;
--dice SIDE=ask does this for one side, even if a policy plays it. Each roll belongs to
the side that a rule names, or else to the side whose action it is part of. The command
dice changes this during the game.

undo undoes your last action and the actions of a policy since. Dice of the program
cannot be rerolled in this way: the same action from the same position gets the same
dice. The record shows every undo.

hint shows the three best actions with their chances to win, their odds and why. With
--warn the umpire warns before an action that gives away a tenth of a win or more. The
chances come from a model of the scenario, and rest on what the side to decide knows.

The program writes each step into a record as it happens: the file of --record, or a new
file named after the scenario; --record none writes none. loophole resume continues a
game from its record.`

func (c *console) playCommand() *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play [RULESET] SCENARIO|FILE",
		Short: "Play a game at the terminal, from set-up to victory",
		Long:  playHelp,
		Example: `  loophole play tideofiron block
  loophole play block --policy Soviet=cautious --dice ask
  loophole play my-street.yaml --house club.yaml --record saturday.jsonl`,
		Args:              argRange(1, 2, "SCENARIO"),
		ValidArgsFunction: completeScenario,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.begin(cmd.Context(), args, &f) },
	}
	f.flags(cmd)
	fl := cmd.Flags()
	fl.StringArrayVar(&f.dice, "dice", nil, diceUsage)
	fl.StringVar(&f.record, "record", "", "write the record into a new `FILE`; none writes no record")
	fl.BoolVar(&f.warn, "warn", false, warnUsage)
	return cmd
}

// argRange accepts least to most arguments. The error for fewer names what is missing.
func argRange(least, most int, name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least {
			return fmt.Errorf("%s: %s is missing\nsee: %s --help", cmd.Name(), name, cmd.CommandPath())
		}
		return upTo(most)(cmd, args)
	}
}

// begin sets up a scenario and plays it.
func (c *console) begin(ctx context.Context, args []string, f *playFlags) error {
	b, err := c.scenarioOf(args)
	if err != nil {
		return err
	}
	instance, err := c.setUp(b, &f.gameFlags)
	if err != nil {
		return err
	}
	t, err := c.tableFromFlags(instance, f)
	if err != nil {
		return err
	}
	t.gist = b.Gist
	if err := t.warnings(f.warn); err != nil {
		return err
	}
	file, name, err := recordFile(f.record, instance.Scenario)
	if err != nil {
		return err
	}
	if file == nil {
		return t.start(ctx, nil)
	}
	defer file.Close()
	free, err := lockRecord(name)
	if err != nil {
		return err
	}
	defer free()
	t.record = name
	t.say("The record is %s. To continue later: "+program+" resume %s\n", name, shellWord(name))
	return t.start(ctx, file)
}

// start starts the match, with its record in w if that is not nil, and plays it.
func (t *terminalGame) start(ctx context.Context, w io.Writer) error {
	h, err := match.NewHeader(t.instance, version(), t.players(), record.TypedDiceWithSeed(t.random.Seed()))
	if err != nil {
		return err
	}
	t.completeHeader(&h)
	if t.match, err = match.New(t.instance, h, w); err != nil {
		return err
	}
	return t.play(ctx)
}

// tableFromFlags returns a game with the policies, the seed and the dice of the flags.
func (c *console) tableFromFlags(instance *game.Instance, f *playFlags) (*terminalGame, error) {
	seed, err := seedOf(f.seed)
	if err != nil {
		return nil, err
	}
	names, err := playedByPolicy(instance, f.policies)
	if err != nil {
		return nil, err
	}
	t, err := c.table(instance, names, seed)
	if err == nil {
		err = t.diceFlags(f.dice)
	}
	return t, err
}

// recordFile creates the record of a new game. Without a name, the file is named after the
// scenario, with a number if necessary. For the name "none" it returns no file.
func recordFile(name, scenario string) (*os.File, string, error) {
	if name == "none" {
		return nil, "", nil
	}
	how := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if name != "" {
		f, err := os.OpenFile(name, how, 0o666)
		if errors.Is(err, os.ErrExist) {
			return nil, "", fmt.Errorf("--record: %s exists already; name a new file, or continue its game: "+program+" resume %s", name, shellWord(name))
		}
		if err != nil {
			return nil, "", fmt.Errorf("--record: %w", err)
		}
		return f, name, nil
	}
	for n := 1; ; n++ {
		name = scenario + ".jsonl"
		if n > 1 {
			name = fmt.Sprintf("%s-%d.jsonl", scenario, n)
		}
		f, err := os.OpenFile(name, how, 0o666)
		if !errors.Is(err, os.ErrExist) || n == 1000 {
			return f, name, err
		}
	}
}
