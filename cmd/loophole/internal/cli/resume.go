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

	"loophole/match"
	"loophole/policy"
	"loophole/record"
	"loophole/rulesets"
	"loophole/scenario"
)

func (c *console) resumeCommand() *cobra.Command {
	how := "auto"
	cmd := &cobra.Command{
		Use:   "resume FILE",
		Short: "Go on with a game from its record",
		Long: `Go on with a game where its record stops, even in the middle of an action or of a
line. Everything in the record is checked first, as loophole verify does; what
follows is written to the same file.`,
		Args: exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.resume(cmd.Context(), args[0], how) },
	}
	cmd.Flags().StringVar(&how, "dice", "auto", "who rolls at first: auto, ask, or `SIDE=ask`")
	return cmd
}

func (c *console) resume(ctx context.Context, name, how string) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	f, err := match.Read(file)
	var bad *record.Fault
	if errors.As(err, &bad) && bad.Kind == record.CutOff && f != nil {
		fmt.Fprintf(c.out, "The last line is cut off; the game goes on after line %d.\n", len(f.Objects))
		f.Broken = nil
		if err = file.Truncate(int64(f.Whole)); err == nil {
			_, err = file.Seek(int64(f.Whole), io.SeekStart)
		}
	}
	if err != nil {
		return broken(err)
	}
	m, random, err := match.Resume(f, shelf, file)
	if err != nil {
		return broken(err)
	}
	t, err := c.table(m.Fight, policiesOf(f.Header), 0)
	if err != nil {
		return err
	}
	if err := t.throwers(how); err != nil {
		return fmt.Errorf("--dice %s: %w", how, err)
	}
	if t.match = m; random != nil {
		t.random = random
	}
	for side := range t.chance {
		// The decisions of a policy go on from where the record is, not from the
		// start of the game.
		t.chance[side] = policy.NewRand(uint64(len(f.Objects)), 0, side)
	}
	t.say("%s %s, %d lines of the record hold\n", f.Header.Ruleset, f.Header.Scenario, len(f.Objects))
	return t.play(ctx)
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
func isMatch(data []byte) bool {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	var probe struct{ Loophole string }
	return json.Unmarshal(line, &probe) == nil && probe.Loophole == "match"
}

// readMatch reads a file if it is the record of a game.
func (c *console) readMatch(name string) (f *match.File, is bool, err error) {
	if name == "-" {
		return nil, false, nil
	}
	data, err := os.ReadFile(name)
	if err != nil || !isMatch(data) {
		return nil, false, err
	}
	f, err = match.Read(bytes.NewReader(data))
	return f, true, broken(err)
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
	setup := g.Setup()
	if err := b.Fill(setup, g.Rules); err != nil {
		return false
	}
	own, err := json.Marshal(setup)
	return err == nil && !bytes.Equal(own, h.Setup)
}
