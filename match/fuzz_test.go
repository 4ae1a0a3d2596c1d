package match_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/match"
	"loophole/record"
)

// FuzzRead: the reader and the audit accept any input, sealed or not, without a crash. A fault has
// its line, and the valid part can be resumed.
func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	m := begin(f, &b, record.ProgramDice(4))
	do(f, m, dice.NewRandom(4), "move rifle-squad to B3", "done rifle-squad", "fire sig-33b at squad-a suppressive")
	must(f, m.Undo(0, true))
	text := b.String()
	must(f, m.Resign(1))
	f.Add(b.String(), false)
	f.Add(strings.Replace(b.String(), `"by":"Soviet"`, `"by":"German"`, 1), true)
	f.Add(text, false)
	f.Add(text, true)
	f.Add(text[:len(text)-40], false)
	f.Add(strings.Replace(text, "undo", "redo", 1), true)
	f.Add(strings.Replace(text, `"Rounds":6`, `"Rounds":9e9`, 1), true)
	f.Add(strings.Replace(text, `"Setup":{`, `"Setup":{"Hexes":[`+strings.Repeat("[", 5000), 1), true)
	f.Add(`{"loophole":"match","format":2}`, true)
	f.Fuzz(func(t *testing.T, text string, reseal bool) {
		if reseal {
			text = forge(text, 0, "", "")
		}
		file, err := match.Read(strings.NewReader(text))
		if err == nil {
			_, err = match.Verify(file, find)
		}
		var fault *record.Fault
		if errors.As(err, &fault) && (fault.Line < 1 || fault.Line > strings.Count(text, "\n")+2) {
			t.Errorf("a fault of line %d in %d lines: %v", fault.Line, strings.Count(text, "\n"), err)
		}
		if err == nil {
			if _, _, err := match.Resume(file, find, nil); err != nil {
				t.Errorf("it is verified, and cannot be resumed: %v", err)
			}
		}
	})
}
