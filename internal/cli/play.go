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
}

const playHelp = `Play a game of a rulebook at the terminal: the umpire says what is legal and why
something is not, asks for decisions, resolves, and keeps the record.

A scenario is one that comes with the program (loophole scenarios) or a file.
Type actions as the umpire writes them; ? lists what else can be typed. Both
sides are played at this terminal unless --policy gives one to the program.

--dice says who rolls: auto is the program, ask is you, who type what your dice
show. A roll that a rule gives to a side is asked of that side; any other belongs
to the side whose action it comes of. --dice Soviet=ask has you throw the dice of
the Soviet side, also where a policy plays it; --dice ask those of both. The word
dice changes it on the way.

undo takes back the last action of your side, and with it what a policy did since;
the program consents. What the program rolled is not rolled anew at will: the same
action from the same position meets the same dice. The record shows all of it.

Every step is written into a record as it happens (--record, or a new file named
after the scenario; --record none keeps none). A game that was interrupted goes
on with loophole resume.`

func (c *console) playCommand() *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play [RULESET] SCENARIO|FILE",
		Short: "Play a game at the terminal, from set-up to victory",
		Long:  playHelp,
		Example: `  loophole play tideofiron block
  loophole play block --policy Soviet=cautious --dice ask
  loophole play my-street.yaml --house club.yaml --record saturday.jsonl`,
		Args:              oneOrMore(1, 2, "SCENARIO"),
		ValidArgsFunction: completeScenario,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.begin(cmd.Context(), args, &f) },
	}
	f.flags(cmd)
	fl := cmd.Flags()
	fl.StringArrayVar(&f.dice, "dice", nil, diceUsage)
	fl.StringVar(&f.record, "record", "", "write the record into a new `FILE`, or none")
	return cmd
}

// oneOrMore is a number of words with a name for the one that is missing.
func oneOrMore(least, most int, name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least {
			return fmt.Errorf("%s: %s is missing\nsee: %s --help", cmd.Name(), name, cmd.CommandPath())
		}
		return upTo(most)(cmd, args)
	}
}

// begin sets a scenario up and plays it.
func (c *console) begin(ctx context.Context, args []string, f *playFlags) error {
	b, err := c.scenarioOf(args)
	if err != nil {
		return err
	}
	fight, err := c.setUp(b, &f.gameFlags)
	if err != nil {
		return err
	}
	t, err := c.seated(fight, f)
	if err != nil {
		return err
	}
	t.gist = b.Gist
	file, name, err := recordFile(f.record, fight.Scenario)
	if err != nil {
		return err
	}
	if file == nil {
		return t.opens(ctx, nil)
	}
	defer file.Close()
	free, err := lockRecord(name)
	if err != nil {
		return err
	}
	defer free()
	t.record = name
	t.say("record %s; loophole resume %s goes on with it\n", name, shellWord(name))
	return t.opens(ctx, file)
}

// opens begins the match, written to w if it is not nil, and plays it.
func (t *terminalGame) opens(ctx context.Context, w io.Writer) error {
	h, err := match.NewHeader(t.fight, version(), t.players(), record.TypedDiceWithSeed(t.random.Seed()))
	if err != nil {
		return err
	}
	t.heads(&h)
	if t.match, err = match.New(t.fight, h, w); err != nil {
		return err
	}
	return t.play(ctx)
}

// seated lays out a table by the flags: its policies, its seed, who rolls.
func (c *console) seated(fight *game.Instance, f *playFlags) (*terminalGame, error) {
	seed, err := seedOf(f.seed)
	if err != nil {
		return nil, err
	}
	names, err := playedByPolicy(fight, f.policies)
	if err != nil {
		return nil, err
	}
	t, err := c.table(fight, names, seed)
	if err == nil {
		err = t.diceFlags(f.dice)
	}
	return t, err
}

// recordFile opens the record of a new game. Without a name it is called after
// the scenario, with a number if need be.
func recordFile(name, scenario string) (*os.File, string, error) {
	if name == "none" {
		return nil, "", nil
	}
	how := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if name != "" {
		f, err := os.OpenFile(name, how, 0o666)
		if errors.Is(err, os.ErrExist) {
			err = fmt.Errorf("--record: %s is there already; loophole resume goes on with it", name)
		}
		return f, name, err
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
