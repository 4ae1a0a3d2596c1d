package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"loophole/hands"
	"loophole/internal/twohands"
	"loophole/match"
)

// A handsFile is the lines of a match with dice of two hands, played again.
type handsFile struct {
	game   *twohands.Game
	record bytes.Buffer // the ordinary one, which follows from the lines

	rolls, actions, signatures, away int
}

// mostOfHands bounds the bytes of such a file: more than any server keeps.
const mostOfHands = 64 << 20

// isHands reports whether a file is one, by its first bytes.
func isHands(name string) bool {
	f, err := os.Open(name)
	if name == "-" || err != nil {
		return false
	}
	defer f.Close()
	const begins = `{"loophole":"hands",`
	head := make([]byte, len(begins))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == begins
}

// readHands plays a file again. The error names the first line that does not hold.
func readHands(name string) (*handsFile, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := newHandsFile()
	in := bufio.NewReader(io.LimitReader(f, mostOfHands))
	for {
		line, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF && len(line) == 0 && h.game.Match != nil:
			return h, nil
		case err == io.EOF:
			return nil, refused(fmt.Errorf("line %d: the file ends in the middle of it", h.game.Hands.Lines+1))
		case err != nil:
			return nil, err
		}
		if err := h.take(line[:len(line)-1]); err != nil {
			return nil, refused(err)
		}
	}
}

func newHandsFile() *handsFile {
	h := &handsFile{}
	h.game = twohands.New(shelf, &h.record)
	return h
}

// take takes a line, and counts it.
func (h *handsFile) take(line []byte) error {
	if err := h.game.Take(line); err != nil {
		var f *hands.Fault
		if errors.As(err, &f) {
			return fmt.Errorf("line %d: %s", f.Line, f.Why)
		}
		return err
	}
	e := h.game.Hands.Last
	switch e.Kind {
	case hands.Roll, hands.Again:
		h.rolls++
	case hands.Act:
		h.actions++
	case hands.Away:
		h.away++
	}
	for _, sig := range []string{e.Sig, e.Consent} {
		if sig != "" {
			h.signatures++
		}
	}
	return nil
}

// end says how the lines end.
func (h *handsFile) end() string {
	g := h.game
	switch owes := g.Hands.Owes(); {
	case g.Lost() != twohands.Nobody:
		return fmt.Sprintf("lost by %s, who owed a value", g.Match.Fight.Sides[g.Lost()])
	case g.Hands.Closed():
		return "closed by both"
	case owes != "":
		return owes + " owes a value"
	case g.Over():
		return "the game is over, and not closed"
	}
	return "not closed"
}

// verifyHands checks a match with dice of two hands: lines, signatures and faces by the
// protocol, and that the acts and the questions are those of the rules.
func (c *console) verifyHands(name string, asJSON bool) error {
	h, err := readHands(name)
	if asJSON {
		v := verdict{Holds: err == nil}
		if err == nil {
			v.Entries, v.Rolls, v.Sum = h.game.Hands.Lines-1, h.rolls, h.game.Hands.Sum
		} else {
			v.Found = err.Error()
		}
		return errors.Join(err, c.json(v))
	}
	if err != nil {
		return err
	}
	f, err := match.Read(bytes.NewReader(h.record.Bytes()))
	if err != nil {
		return fault(err)
	}
	p := c.page()
	p.Line("holds: %d lines, %d rolls of two hands, %d acts, %d signatures; %s", h.game.Hands.Lines, h.rolls, h.actions, h.signatures, h.end())
	p.Line("%s %s, sum %s", f.Header.Ruleset, f.Header.Scenario, h.game.Hands.Sum)
	p.Line("the record that follows has the sum %s", f.Sum)
	if h.away > 0 {
		p.Line("note: in %d rolls the server stood in for who was away, and could foresee them", h.away)
	}
	if otherSetup(f.Header) {
		p.Text(0, fmt.Sprintf("note: the set-up is not that of the scenario %s that comes with this program", f.Header.Scenario))
	}
	p.Text(0, "not checked: how long a value was owed; whose keys these are, which the players compare by another way; and of a match that is not closed, that it ends here")
	return p.Flush()
}

// heldByHands checks the lines that a server keeps of a match against its record.
func heldByHands(lines, record [][]byte) error {
	h := newHandsFile()
	for _, line := range lines {
		if err := h.take(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return fmt.Errorf("dice of two hands: %w", err)
		}
	}
	if len(lines) > 0 && !bytes.Equal(h.record.Bytes(), bytes.Join(record, nil)) {
		return errors.New("dice of two hands: the record is not the one that the lines tell")
	}
	return nil
}

// ofHands reports whether the dice of a record are of two hands.
func ofHands(h match.Header) bool { return h.Terms != nil && h.Terms.Hands != nil }
