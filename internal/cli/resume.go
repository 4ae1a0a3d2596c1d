package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"loophole/dice"
	"loophole/match"
	"loophole/policy"
	"loophole/record"
	"loophole/rulesets"
	"loophole/scenario"
)

// resumeFlags are the flags of resume.
type resumeFlags struct {
	dice   []string
	record string
	until  int
	branch bool // --until was given
}

func (c *console) resumeCommand() *cobra.Command {
	var f resumeFlags
	cmd := &cobra.Command{
		Use:   "resume FILE",
		Short: "Resume a game from its record",
		Long: `Go on with a game where its record stops, even in the middle of an action or of a
line. Everything in the record is checked first, as loophole verify does; what
follows is written to the same file. Who rolls is as it was, unless --dice says
otherwise; faces that were typed for a roll that was not complete are not kept.

With --until the game goes on after that action in a new record (--record, or one
named after the old): a branch of a game, or what holds of a record that was
damaged. The old file is not touched.`,
		Example: `  loophole resume block.jsonl
  loophole resume block.jsonl --until 12 --record what-if.jsonl`,
		Args: exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.branch = cmd.Flags().Changed("until")
			return c.resume(cmd.Context(), args[0], &f)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&f.dice, "dice", nil, diceUsage)
	fl.IntVar(&f.until, "until", 0, "go on after this action, a `NUMBER` from 1, in a new record")
	fl.StringVar(&f.record, "record", "", "the new `FILE` of --until")
	return cmd
}

func (c *console) resume(ctx context.Context, name string, f *resumeFlags) (err error) {
	switch {
	case f.branch:
		if name, err = c.branch(name, f.until, f.record); err != nil {
			return err
		}
	case f.record != "":
		return errors.New("--record names the new file of --until; without --until the game goes on in its own")
	}
	free, err := c.takes(name)
	if err != nil {
		return err
	}
	defer free()
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	t, err := c.resumed(file, name)
	if err != nil {
		return err
	}
	if err := t.diceFlags(f.dice); err != nil {
		return err
	}
	t.record = name
	t.greets()
	return t.play(ctx)
}

// takes keeps a record that is there from other programs.
func (c *console) takes(name string) (free func(), err error) {
	if _, err := os.Stat(name); err != nil {
		return nil, err
	}
	return lockRecord(name)
}

// reread reads a record to go on with it. A line that is cut off is taken away.
func (c *console) reread(file *os.File) (*match.File, error) {
	f, err := match.Read(file)
	var bad *record.Fault
	if errors.As(err, &bad) && bad.Kind == record.CutOff && f != nil {
		fmt.Fprintf(c.out, "The last line is cut off; the game goes on after line %d.\n", len(f.Objects))
		f.Broken = nil
		if err = file.Truncate(int64(f.CompleteBytes)); err == nil {
			_, err = file.Seek(int64(f.CompleteBytes), io.SeekStart)
		}
	}
	return f, err
}

// resumed lays the table of a record out again.
func (c *console) resumed(file *os.File, name string) (*terminalGame, error) {
	f, err := c.reread(file)
	var m *match.Match
	var random *dice.Random
	if err == nil {
		m, random, err = match.Resume(f, shelf, file)
	}
	if err != nil {
		return nil, c.mendable(name, f, err)
	}
	t, err := c.table(m.Fight, policiesOf(f.Header), 0)
	if err != nil {
		return nil, err
	}
	if t.match = m; random != nil {
		t.random = random
	}
	for side := range t.chance {
		// The decisions of a policy go on from where the record is, not from the
		// start of the game.
		t.chance[side] = policy.NewRand(uint64(len(f.Objects)), 0, side)
	}
	t.ask, t.gist = modesOf(m), gistOf(f.Header)
	return t, nil
}

// gistOf is what the scenario of a match says about itself, if it comes with
// the program.
func gistOf(h match.Header) string {
	b, err := scenario.Find(h.Ruleset, h.Scenario)
	if err != nil || otherSetup(h) {
		return ""
	}
	return b.Gist
}

// greets says what is gone on with. What was played of an action that is begun
// is shown once.
func (t *terminalGame) greets() {
	t.say("%s %s, %d lines of the record hold\n", t.match.Header.Ruleset, t.match.Header.Scenario, 1+len(t.match.Entries))
	t.say("dice: %s\n", t.modes())
	t.shown = len(t.match.Entries)
	if open, ok := t.match.PendingRange(); ok {
		t.shown = open.From
		if t.acting = open.By; t.ask[open.By] {
			t.say("Faces typed for a roll that was not complete are not kept: it begins anew.\n")
		}
	}
}

// policiesOf are the policies that the seats of a match name.
func policiesOf(h match.Header) (names [2]string) {
	for i, s := range h.Seats {
		names[i], _ = strings.CutPrefix(s.Player, "policy ")
		if names[i] == s.Player {
			names[i] = ""
		}
	}
	return names
}

// isMatch reports whether a file is the record of a game, by its first line.
func isMatch(in io.Reader) bool {
	line, fault, err := record.NewLineReader(in).Next()
	var probe struct{ Loophole string }
	return fault == nil && err == nil && json.Unmarshal(line, &probe) == nil && probe.Loophole == "match"
}

// readMatch reads a file if it is the record of a game. It takes in no more than a
// record may have, whatever the file is.
func (c *console) readMatch(name string) (f *match.File, is bool, err error) {
	if name == "-" {
		return nil, false, nil
	}
	in, err := os.Open(name)
	if err != nil {
		return nil, false, err
	}
	defer in.Close()
	if !isMatch(in) {
		return nil, false, nil
	}
	if _, err = in.Seek(0, io.SeekStart); err != nil {
		return nil, true, err
	}
	if f, err = match.Read(in); err != nil {
		err = c.mendable(name, f, err)
	}
	return f, true, err
}

// verifyMatch audits the record of a game.
func (c *console) verifyMatch(f *match.File) error {
	r, err := match.Verify(f, shelf)
	if err != nil {
		return broken(err)
	}
	state := "the game is not over"
	if r.Finished {
		state = "the game is over"
	}
	p := c.page()
	p.Line("holds: %d lines, %d actions, %d rolls; %s", r.Lines, r.Actions, r.Rolls, state)
	p.Line("%s %s, sum %s", f.Header.Ruleset, f.Header.Scenario, r.Sum)
	if otherSetup(f.Header) {
		p.Text(0, fmt.Sprintf("note: the set-up is not that of the scenario %s that comes with this program. A scenario of one's own may have any name: look at it with loophole scene FILE --until 1.", f.Header.Scenario))
	}
	if ofHands(f.Header) {
		p.Text(0, "note: the dice are of two hands, as the record says. That both players made them is in the lines of their hands, which the server of the match hands out beside it: verify those too.")
	}
	return p.Flush()
}

// otherSetup reports whether a match bears the name of a scenario that comes
// with the program, and is set up otherwise. That is lawful, and worth knowing.
func otherSetup(h match.Header) bool {
	b, err := scenario.Find(h.Ruleset, h.Scenario)
	if err != nil {
		return false
	}
	g, err := rulesets.Game(h.Ruleset)
	if err != nil {
		return false
	}
	setup := g.NewSetup()
	if err := b.Fill(setup, g.Rules); err != nil {
		return false
	}
	own, err := json.Marshal(setup)
	return err == nil && !bytes.Equal(own, h.Setup)
}
