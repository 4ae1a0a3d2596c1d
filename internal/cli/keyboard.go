package cli

import (
	"bufio"
	"io"
	"strings"

	"golang.org/x/term"
)

// At a terminal lines can be edited, come back with the arrow keys, and are
// completed with the tab key, from what the umpire says is legal. Elsewhere
// lines are read as they come.

// keyboard has a table read from the terminal. What it returns gives the
// terminal back.
func (t *terminalGame) keyboard() (restore func(), err error) {
	in, isFile := t.in.(interface {
		io.Reader
		Fd() uintptr
	})
	if !isFile || !terminal(t.in) || !terminal(t.out) {
		return func() {}, nil
	}
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return nil, err
	}
	keys := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, t.out}, "")
	if w, h, err := term.GetSize(int(in.Fd())); err == nil && w > 0 {
		keys.SetSize(w, h)
	}
	t.keys(keys)
	return func() { term.Restore(int(in.Fd()), before) }, nil
}

// keys has a table read and write through a line editor.
func (t *terminalGame) keys(keys *term.Terminal) {
	own := *t.console
	own.out = keys
	t.console, t.editor = &own, keys
	t.lines = bufio.NewReaderSize(&typedLines{keys: keys}, typedLine)
	t.asker.In, t.asker.Out, t.asker.Echo = t.lines, keys, false
	keys.AutoCompleteCallback = func(line string, at int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		done, options := t.complete(line[:at])
		if len(options) > 1 && done == line[:at] {
			t.say("%s\n", strings.Join(options, "  "))
		}
		return done + line[at:], len(done), true
	}
}

// typedLines reads lines from a line editor, one at a time.
type typedLines struct {
	keys *term.Terminal
	rest []byte
}

func (l *typedLines) Read(b []byte) (int, error) {
	if len(l.rest) == 0 {
		line, err := l.keys.ReadLine()
		if err != nil {
			return 0, err
		}
		l.rest = []byte(line + "\n")
	}
	n := copy(b, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// prompt says whose turn it is to type.
func (t *terminalGame) prompt(text string) {
	if t.editor != nil {
		t.editor.SetPrompt(text)
		return
	}
	t.say("%s", text)
}

// complete returns what was typed with as much added as there is no doubt
// about, and the words that it may go on with.
func (t *terminalGame) complete(line string) (done string, options []string) {
	if part, ok := strings.CutPrefix(line, "sight "); ok {
		return completed("sight ", part, t.pieces(part))
	}
	text, before := line, ""
	for _, w := range words {
		// These take an action behind them.
		if rest, ok := strings.CutPrefix(line, w.name+" "); ok && (w.name == "why" || w.name == "odds" || w.name == "legal") {
			text, before = rest, w.name+" "
		}
	}
	options, err := t.fight.Complete(t.match.Position(), text)
	if err != nil {
		return line, nil
	}
	start := strings.LastIndexByte(text, ' ') + 1
	part := text[start:]
	if before == "" && start == 0 {
		for _, w := range words {
			if strings.HasPrefix(w.name, strings.ToLower(part)) {
				options = append(options, w.name)
			}
		}
	}
	return completed(before+text[:start], part, options)
}

// pieces are the pieces that may be seen and begin with what was typed.
func (t *terminalGame) pieces(part string) (names []string) {
	s, _ := t.fight.Scene(t.seen())
	for _, n := range s.PieceNames() {
		if strings.HasPrefix(strings.ToLower(n), strings.ToLower(part)) {
			names = append(names, n)
		}
	}
	return names
}

// completed adds to the beginning of a word what all options have in common.
func completed(before, part string, options []string) (done string, same []string) {
	if len(options) == 0 {
		return before + part, nil
	}
	common := options[0]
	for _, o := range options[1:] {
		for !strings.HasPrefix(strings.ToLower(o), strings.ToLower(common)) {
			common = common[:len(common)-1]
		}
	}
	if len(options) == 1 {
		common += " "
	}
	if len(common) < len(part) {
		common = part
	}
	return before + common, options
}
