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
	"loophole/internal/format"
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
	warn   bool

	policies []string
}

func (c *console) resumeCommand() *cobra.Command {
	var f resumeFlags
	cmd := &cobra.Command{
		Use:   "resume FILE",
		Short: "Resume a game from its record",
		Long: `Resume a game where its record ends, even in the middle of an action or of a line. The
record is verified first, as loophole verify does. New steps go to the same file. The
players roll as before, unless --dice changes it. Faces that were typed for an
incomplete roll are lost.

--until resumes the game after an earlier action, in a new record (--record, or a file
named after the old one). It begins a branch of a game, or saves the valid part of a
damaged record. The old file is not changed. --policy says who plays the branch: a
policy, or none for you.`,
		Example: `  loophole resume block.jsonl
  loophole resume block.jsonl --until 12 --record what-if.jsonl
  loophole resume block.jsonl --until 0 --policy German=none`,
		Args: exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.branch = cmd.Flags().Changed("until")
			return c.resume(cmd.Context(), args[0], &f)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&f.dice, "dice", nil, diceUsage)
	fl.IntVar(&f.until, "until", 0, "resume after the action of this `NUMBER`, or 0 for the start, in a new record; undone ones count")
	fl.StringArrayVarP(&f.policies, "policy", "p", nil, "with --until, change who plays a side: `SIDE=POLICY`, or none for a person")
	fl.StringVar(&f.record, "record", "", "the new `FILE` for --until")
	fl.BoolVar(&f.warn, "warn", false, warnUsage)
	return cmd
}

// resume plays the game of a record to its end, or with --until a copy of its beginning.
func (c *console) resume(ctx context.Context, name string, f *resumeFlags) (err error) {
	switch {
	case isHands(name):
		return fmt.Errorf("%s: its dice need the hands of both players: join the match again with "+program+" join, or play on from it alone on the page Analysis of "+program+" serve", name)
	case f.branch:
		if name, err = c.branch(name, f); err != nil {
			return err
		}
	case len(f.policies) > 0:
		return errors.New("--policy needs --until: who plays a record does not change")
	case f.record != "":
		return errors.New("--record needs --until; without --until the game continues in its own record")
	}
	free, err := lockExisting(name)
	if err != nil {
		return err
	}
	defer free()
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	t, err := c.tableFromRecord(file, name)
	if err != nil {
		return err
	}
	if err := t.diceFlags(f.dice); err != nil {
		return err
	}
	if err := t.warnings(f.warn); err != nil {
		return err
	}
	t.record = name
	t.showResumed()
	return t.play(ctx)
}

// lockExisting locks a record that exists.
func lockExisting(name string) (free func(), err error) {
	f, err := openFile(name)
	if err != nil {
		return nil, err
	}
	f.Close()
	return lockRecord(name)
}

// readToResume reads a record that is to be continued. It truncates the file before an incomplete
// last line.
func (c *console) readToResume(file *os.File) (*match.File, error) {
	f, err := match.Read(file)
	var bad *record.Fault
	if errors.As(err, &bad) && bad.Kind == record.CutOff && f != nil {
		fmt.Fprintf(c.out, "The last line is incomplete; the game resumes after line %d.\n", len(f.Objects))
		f.Broken = nil
		if err = file.Truncate(int64(f.CompleteBytes)); err == nil {
			_, err = file.Seek(int64(f.CompleteBytes), io.SeekStart)
		}
	}
	return f, err
}

// tableFromRecord returns the game of a record, ready to be continued.
func (c *console) tableFromRecord(file *os.File, name string) (*terminalGame, error) {
	f, err := c.readToResume(file)
	var m *match.Match
	var random *dice.Random
	if err == nil {
		m, random, err = match.Resume(f, findGame, file)
	}
	if err != nil {
		return nil, c.withRemedy(name, f, err)
	}
	t, err := c.table(m.Instance, policiesOf(f.Header), 0)
	if err != nil {
		return nil, err
	}
	if t.match = m; random != nil {
		t.random = random
	}
	for side := range t.chance {
		// A policy continues its random decisions at this point of the record. It does not repeat
		// those from the start of the game.
		t.chance[side] = policy.NewRand(uint64(len(f.Objects)), 0, side)
	}
	t.ask, t.gist = rollersOf(m), gistOf(f.Header)
	return t, nil
}

// gistOf returns the description of the bundled scenario of a match, or "" for another scenario.
func gistOf(h match.Header) string {
	b, err := scenario.Find(h.Ruleset, h.Scenario)
	if err != nil || otherSetup(h) {
		return ""
	}
	return b.Gist
}

// showResumed prints which game is resumed. It arranges that the entries of a pending action are
// shown.
func (t *terminalGame) showResumed() {
	t.say("%s %s, %d valid lines\n", t.match.Header.Ruleset, t.match.Header.Scenario, 1+len(t.match.Entries))
	t.say("dice: %s\n", t.diceModes())
	t.shown = len(t.match.Entries)
	if open, ok := t.match.PendingRange(); ok {
		t.shown = open.From
		if t.acting = open.By; t.ask[open.By] {
			t.say("Faces typed for an incomplete roll are lost: the roll starts again.\n")
		}
	}
}

// policiesOf returns the policies of the seats of a match, or "" for people.
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

// readMatch reads a file if it is the record of a game, or the lines of one with dice of two hands,
// and reports whether it is. It reads no more bytes than such a file may have.
func (c *console) readMatch(name string) (f *match.File, is bool, err error) {
	if name == "-" {
		return nil, false, nil
	}
	if isHands(name) {
		f, err = recordOfHands(name)
		return f, true, err
	}
	in, err := openFile(name)
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
		err = c.withRemedy(name, f, err)
	}
	return f, true, err
}

// verifyMatch verifies the record of a game and prints the result.
func (c *console) verifyMatch(name string, f *match.File) error {
	r, err := match.Verify(f, findGame)
	if err != nil {
		return recordError(name, err)
	}
	state := "the game is not over"
	if r.Finished {
		state = "the game is over"
	}
	p := c.page()
	p.Line("valid: %s, %s, %s; %s", format.Counted(r.Lines, "lines"), format.Counted(r.Actions, "actions"), format.Counted(r.Rolls, "rolls"), state)
	p.Line("%s %s, checksum %s", f.Header.Ruleset, f.Header.Scenario, r.Sum)
	if r.Reworded > 0 {
		p.Text(0, fmt.Sprintf("note: this version words %s differently; rolls, decisions, clauses and positions are the same", format.Counted(r.Reworded, "lines")))
	}
	if otherSetup(f.Header) {
		p.Text(0, fmt.Sprintf("note: the set-up is not that of the bundled scenario %s. A scenario of a player may have any name; to look at it: "+program+" scene FILE --until 1", f.Header.Scenario))
	}
	switch {
	case ofTyped(f.Header):
		p.Text(0, "note: the record says that the players typed their dice and signed them. For the faces there is only their word. The signatures are in the lines of the match, which both devices hand out: verify those too.")
	case ofHands(f.Header):
		p.Text(0, "note: the record says that its dice are of two hands. The proof is in the lines of the hands, which the server of the match hands out: verify those too.")
	}
	return p.Flush()
}

// otherSetup reports whether a match has the name of a bundled scenario but another set-up. That
// is allowed, and readers should know it.
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
