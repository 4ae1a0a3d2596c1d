package cli

import (
	"bufio"
	"io"
	"strings"

	"golang.org/x/term"
)

// At a terminal, players can edit lines, recall them with the arrow keys, and complete legal
// actions with the tab key. Other input is read line by line.

// openKeyboard reads the input with a line editor if input and output are terminals. restore
// resets the terminal.
func (t *terminalGame) openKeyboard() (restore func(), err error) {
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
	screen := t.out
	t.columns = func() int { return width(screen) } // The editor does not know its own width.
	keys := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, t.out}, "")
	if w, h, err := term.GetSize(int(in.Fd())); err == nil && w > 0 {
		keys.SetSize(w, h)
	}
	t.useEditor(keys)
	return func() { term.Restore(int(in.Fd()), before) }, nil
}

// useEditor reads and writes through a line editor.
func (t *terminalGame) useEditor(keys *term.Terminal) {
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

// typedLines is a reader of the lines of a line editor. Each call of Read returns bytes of one
// line.
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

// prompt sets the prompt of the editor, or prints it if there is no editor.
func (t *terminalGame) prompt(text string) {
	if t.editor != nil {
		t.editor.SetPrompt(text)
		return
	}
	t.say("%s", text)
}

// complete extends a line as far as all legal continuations agree. It also returns the words
// that may follow.
func (t *terminalGame) complete(line string) (done string, options []string) {
	if part, ok := strings.CutPrefix(line, "sight "); ok {
		return completed("sight ", part, t.pieces(part))
	}
	text, before := line, ""
	for _, w := range gameCommands {
		// An action follows these commands.
		if rest, ok := strings.CutPrefix(line, w.name+" "); ok && (w.name == "why" || w.name == "odds" || w.name == "legal") {
			text, before = rest, w.name+" "
		}
	}
	options, err := t.instance.Complete(t.match.Position(), text)
	if err != nil {
		return line, nil
	}
	start := strings.LastIndexByte(text, ' ') + 1
	part := text[start:]
	if before == "" && start == 0 {
		for _, w := range gameCommands {
			if strings.HasPrefix(w.name, strings.ToLower(part)) {
				options = append(options, w.name)
			}
		}
	}
	return completed(before+text[:start], part, options)
}

// pieces lists the visible pieces whose names begin with what was typed.
func (t *terminalGame) pieces(part string) (names []string) {
	s, _ := t.instance.Scene(t.seen())
	for _, n := range s.PieceNames() {
		if strings.HasPrefix(strings.ToLower(n), strings.ToLower(part)) {
			names = append(names, n)
		}
	}
	return names
}

// completed extends a part of a word to the longest common beginning of the options.
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
