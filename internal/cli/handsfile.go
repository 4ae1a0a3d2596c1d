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

// A handsFile is a match with dice of two hands, replayed from its lines.
type handsFile struct {
	game   *twohands.Game
	record bytes.Buffer // the ordinary record, which the lines determine

	rolls, actions, signatures, away int // counts; away are rolls in which the server stood in
}

// mostOfHands is how many bytes of such a file are read: more than any server keeps.
const mostOfHands = 64 << 20

// isHands reports whether a file has the lines of a match with dice of two hands, by its first
// bytes.
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

// readHands replays a file. The error names the first invalid line.
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
			return nil, refused(fmt.Errorf("line %d: the file ends in the middle of this line", h.game.Hands.Lines+1))
		case err != nil:
			return nil, err
		}
		if err := h.take(line[:len(line)-1]); err != nil {
			return nil, refused(err)
		}
	}
}

// newHandsFile returns a match before its first line.
func newHandsFile() *handsFile {
	h := &handsFile{}
	h.game = twohands.New(findGame, &h.record)
	return h
}

// take replays one line and counts it.
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

// end describes how the lines end.
func (h *handsFile) end() string {
	g := h.game
	switch owes := g.Hands.Owes(); {
	case g.Lost() != twohands.Nobody:
		return fmt.Sprintf("%s did not give a value in time and lost", g.Match.Fight.Sides[g.Lost()])
	case g.Hands.Closed():
		return "both players confirmed the result"
	case owes != "":
		return owes + " must give a value"
	case g.Over():
		return "the game is over, but its end is not signed"
	}
	return "the game is not over"
}

// verifyHands verifies a match with dice of two hands. It checks lines, signatures and faces
// against the protocol, and acts and questions against the rules.
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
		return internalError(err)
	}
	p := c.page()
	p.Line("valid: %d lines, %d rolls of two hands, %d acts, %d signatures; %s", h.game.Hands.Lines, h.rolls, h.actions, h.signatures, h.end())
	p.Line("%s %s, checksum %s", f.Header.Ruleset, f.Header.Scenario, h.game.Hands.Sum)
	p.Line("the record of the game has the checksum %s", f.Sum)
	if h.away > 0 {
		p.Text(0, fmt.Sprintf("note: in %d rolls the server stood in for an absent player and could foresee the result", h.away))
	}
	if otherSetup(f.Header) {
		p.Text(0, fmt.Sprintf("note: the set-up is not that of the bundled scenario %s", f.Header.Scenario))
	}
	p.Text(0, "not checked: how long a player took to give a value; whose keys these are, which the players compare by other means; and, if the end is not signed, whether more lines exist")
	return p.Flush()
}

// checkHands replays the lines of two hands that a server stores for a match and compares the
// record that they determine with the stored one. Without lines it returns nil.
func checkHands(lines, record [][]byte) error {
	h := newHandsFile()
	for _, line := range lines {
		if err := h.take(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return fmt.Errorf("dice of two hands: %w", err)
		}
	}
	if len(lines) > 0 && !bytes.Equal(h.record.Bytes(), bytes.Join(record, nil)) {
		return errors.New("dice of two hands: the record differs from the one that the lines determine")
	}
	return nil
}

// ofHands reports whether a match has dice of two hands.
func ofHands(h match.Header) bool { return h.Terms != nil && h.Terms.Hands != nil }
