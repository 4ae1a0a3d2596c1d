package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"loophole/dice"
	"loophole/game"
	"loophole/match"
	"loophole/policy"
	"loophole/record"
	"loophole/rule"
	"loophole/rulesets"
)

// playFlags are the flags of play.
type playFlags struct {
	fighting
	dice   string
	record string
}

const playHelp = `Play a game of a rulebook at the terminal: the umpire says what is legal and why
something is not, asks for decisions, resolves, and keeps the record.

A scenario is one that comes with the program (loophole scenarios) or a file.
Type actions as the umpire writes them; ? lists what else can be typed. Both
sides are played at this terminal unless --policy gives one to the program.

Every step is written into a record as it happens (--record, or a new file named
after the scenario; --record none keeps none). A game that was interrupted goes
on with loophole resume.`

func (c *console) playCommand() *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play [RULESET] SCENARIO|FILE",
		Short: "Play a game for buildings, from set-up to victory",
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
	fl.StringVar(&f.dice, "dice", "auto", "who rolls at first: auto, ask, or `SIDE=ask`")
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
	fight, err := c.fight(args, &f.fighting)
	if err != nil {
		return err
	}
	seed, err := seedOf(f.seed)
	if err != nil {
		return err
	}
	names, err := playedByPolicy(fight, f.policies)
	if err != nil {
		return err
	}
	t, err := c.table(fight, names, seed)
	if err != nil {
		return err
	}
	if err := t.throwers(f.dice); err != nil {
		return fmt.Errorf("--dice %s: %w", f.dice, err)
	}
	h, err := match.NewHeader(fight, version(), t.players(), record.TypedWith(seed))
	if err != nil {
		return err
	}
	file, name, err := recordFile(f.record, fight.Scenario)
	if err != nil {
		return err
	}
	var w io.Writer
	if file != nil {
		defer file.Close()
		w = file
		t.say("record %s; loophole resume %s goes on with it\n", name, name)
	}
	if t.match, err = match.New(fight, h, w); err != nil {
		return err
	}
	return t.play(ctx)
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

// A table is a game at the terminal.
type table struct {
	*console
	fight  *game.Fight
	match  *match.Match
	random *dice.Random
	chance [2]*policy.Rand
	policy [2]policy.Policy // nil where a person plays
	names  [2]string        // of the policies
	ask    [2]bool          // the side's dice are typed
	lines  *bufio.Reader
	editor *term.Terminal // where lines are edited, or nil
	asker  *dice.Ask
	acting int // the side whose action is being played
}

// typedLine bounds a line that is typed. It is what package dice reads too, so
// that both can read from one reader.
const typedLine = 64 << 10

// table lays out a game at the terminal.
func (c *console) table(fight *game.Fight, names [2]string, seed uint64) (*table, error) {
	t := &table{console: c, fight: fight, names: names, random: dice.NewRandom(seed), lines: bufio.NewReaderSize(c.in, typedLine)}
	for side, name := range names {
		if name == "" {
			continue
		}
		var err error
		if t.policy[side], err = policy.New(name); err != nil {
			return nil, err
		}
		t.chance[side] = policy.NewRand(seed, 0, side)
	}
	t.asker = &dice.Ask{In: t.lines, Out: c.out}
	return t, nil
}

func (t *table) players() (players [2]string) {
	for side, name := range t.names {
		if players[side] = "at the table"; name != "" {
			players[side] = "policy " + name
		}
	}
	return players
}

// throwers says whose dice are typed: "auto", "ask", "SIDE=ask", "ask SIDE".
func (t *table) throwers(text string) error {
	side, how, one := strings.Cut(text, "=")
	if !one {
		how, side, one = strings.Cut(text, " ")
		how, side = strings.TrimSpace(how), strings.TrimSpace(side)
	}
	if how != "auto" && how != "ask" {
		return errors.New("want auto or ask, for both sides or for one: ask SIDE")
	}
	known := false
	for i, s := range t.fight.Sides {
		if !one || strings.EqualFold(string(s), side) {
			t.ask[i], known = how == "ask", true
		}
	}
	if !known {
		return fmt.Errorf("unknown side %q%s", side, rule.Suggest(side, t.sideNames()))
	}
	return nil
}

func (t *table) sideNames() []string {
	return []string{string(t.fight.Sides[0]), string(t.fight.Sides[1])}
}

func (t *table) say(format string, args ...any) { fmt.Fprintf(t.out, format, args...) }

// Roll rolls for the side that acts: a table is the source of its own game.
func (t *table) Roll(r rule.Roll) (int, []uint8, error) {
	if t.ask[t.acting] && t.policy[t.acting] == nil {
		t.asker.Program = t.random
		return t.asker.Roll(r)
	}
	return t.random.Roll(r)
}

// Choose puts a decision to the side that owes it.
func (t *table) Choose(c rule.Choice) (int, error) {
	for side, name := range t.fight.Sides {
		if name == c.By && t.policy[side] != nil {
			return t.policy[side].Choose(c, t.chance[side]), nil
		}
	}
	return t.asker.Choose(c)
}

// From says where the last answer came from.
func (t *table) From() string {
	if t.ask[t.acting] && t.policy[t.acting] == nil {
		return t.asker.From()
	}
	return t.random.From()
}

// errQuit ends a game at the terminal before it is over.
var errQuit = errors.New("quit")

// play goes on until the game is over or nobody wants to.
func (t *table) play(ctx context.Context) error {
	restore, err := t.keyboard()
	if err != nil {
		return err
	}
	defer restore()
	t.scene()
	for ctx.Err() == nil {
		s := t.match.Status()
		if a, open := t.match.Begun(); open {
			t.say("%s goes on.\n", t.fight.Print(a))
			if err := t.act(a); err != nil {
				return t.stopped(err)
			}
			continue
		}
		if s.Over {
			t.scene()
			return nil
		}
		if t.policy[s.Side] != nil {
			if err := t.programs(s.Side); err != nil {
				return t.stopped(err)
			}
			continue
		}
		t.prompt(fmt.Sprintf("%s, round %d, %s> ", t.fight.Sides[s.Side], s.Round, s.Phase))
		line, err := t.line()
		t.prompt("")
		if err == nil {
			err = t.typed(ctx, s.Side, line)
		}
		if err != nil {
			return t.stopped(err)
		}
	}
	return ctx.Err()
}

// stopped is how a game ends that is not over.
func (t *table) stopped(err error) error {
	if errors.Is(err, errQuit) || errors.Is(err, io.EOF) || errors.Is(err, rule.ErrUnanswered) {
		t.say("\nThe game stands as it is.\n")
		return nil
	}
	return err
}

// line reads one line.
func (t *table) line() (string, error) {
	line, err := t.lines.ReadSlice('\n')
	text := strings.TrimSpace(string(line))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("a line of more than %d bytes", typedLine)
	case err != nil && text == "":
		return "", io.EOF
	}
	if t.editor == nil && !terminal(t.in) {
		t.say("%s\n", text) // so that what was piped in stands in the transcript
	}
	return text, nil
}

// programs has the program act for a side.
func (t *table) programs(side int) error {
	p := t.fight.View(t.match.Position(), side)
	a, err := t.policy[side].Act(t.fight.Runner().At(p), t.chance[side])
	if err != nil {
		return err
	}
	return t.act(a)
}

// act plays an action and shows what came of it.
func (t *table) act(a game.Action) error {
	before := len(t.match.Entries)
	t.acting = t.match.Status().Side
	err := t.match.Play(a, t)
	t.show(t.match.Entries[before:])
	return err
}

// show writes what happened: every roll and decision, and what came of it. The
// clauses that took effect are for the command log.
func (t *table) show(entries []match.Entry) {
	for _, e := range entries {
		if e.Kind == match.Ruled && e.Rule.Kind != rule.Rolled && e.Rule.Kind != rule.Chosen {
			continue
		}
		t.say("%s\n", e)
	}
}

// scene shows where everything stands.
func (t *table) scene() { t.picture(t.seen()) }

// picture draws a position, in words where a game is not drawn.
func (t *table) picture(p game.Position) {
	if s, ok := t.fight.Scene(p); ok {
		t.say("%s", s.Text(max(60, width(t.out))))
		return
	}
	t.say("%s", t.fight.Text(p))
}

// seen is the position as those at the terminal may see it: where one side is
// the program's, as the other side does.
func (t *table) seen() game.Position {
	p := t.match.Position()
	for side := range t.policy {
		if t.policy[side] != nil && t.policy[1-side] == nil {
			return t.fight.View(p, 1-side)
		}
	}
	return t.fight.View(p, t.fight.Status(p).Side)
}

// shelf finds games for records.
func shelf(id string) (*game.Game, error) { return rulesets.Game(id) }
