package dice

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"loophole/internal/format"
	"loophole/rule"
)

const (
	maxLine  = 64 << 10 // the longest line that a player may type, in bytes
	maxTries = 100      // lines for one question beyond one for each die
)

// Terminal asks a person each question over a terminal, or any other pair of streams, and reads the
// answers.
//
// A player answers a roll with the faces of the dice, on one line or several, as in [ParseTray]. An
// invalid line is rejected with the reason; valid lines before it are kept. "=7" gives the result
// without faces, and the record then has "typed total" and no faces. A player answers a choice with
// the number or name of an option. An option with the name of a command needs its number.
//
// Commands: "?" or "help" explains the question in full, "again" drops the faces typed for it so
// far, "auto" lets the program answer this one question, and "quit" stops. The end of the input
// also stops, and so does a line over 64 KiB, or a hundred lines more than the question has dice.
// The error then wraps [rule.ErrUnanswered], and all earlier answers stay valid.
//
// Terminal reads ahead, so nobody else should read In afterwards. It is not safe for concurrent
// use.
type Terminal struct {
	In  io.Reader
	Out io.Writer
	// Program answers "auto". If it is nil, "auto" is rejected.
	Program rule.Source
	// About names the action of a question and is shown with it.
	About string
	// Quiet suppresses the report of answers, for callers that show them.
	Quiet bool
	// Echo writes each line that was read, for input that is not visible.
	Echo bool
	// Words takes lines that are commands of the caller and not answers. An error ends the question
	// and is returned. If a line is taken, the question is asked again.
	Words func(line string) (taken bool, err error)
	// Spoken translates the words of a question for players; nil leaves them. Players can type
	// either name of an option.
	Spoken func(text string) string
	// Help is added to the explanation of "?": the commands of Words.
	Help string

	lines *bufio.Reader
	from  string
	err   error // the error that stopped Out
}

// From returns the origin of the last answer.
func (a *Terminal) From() string { return a.from }

// Roll asks for the faces of one roll.
func (a *Terminal) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	if a.Spoken != nil {
		r.Why = a.Spoken(r.Why)
	}
	if err := r.Pool.Validate(); err != nil {
		return 0, nil, err
	}
	brief := PromptFor(r)
	if s := halving(r.Pool); s != "" {
		brief += "\n  " + s
	}
	t := &typing{ask: a, roll: r}
	err = a.ask(asked{
		lines: r.Pool.N(), brief: brief, full: explain(r, a.Program != nil),
		again: t.again, auto: t.auto, take: t.take,
	})
	if err != nil {
		if n := len(t.faces); n > 0 {
			a.say("  what was typed for this roll is not kept: you will be asked for the whole roll again\n")
		}
		return 0, nil, err
	}
	if !a.Quiet {
		a.say("  %s\n", rule.Entry{Kind: rule.Rolled, Pool: r.Pool, Faces: t.faces, Value: t.value, Text: r.Why, Cite: r.Cite})
	}
	return t.value, t.faces, a.err
}

// typing is an incomplete answer to a roll.
type typing struct {
	ask   *Terminal
	roll  rule.Roll
	faces []uint8
	value int // once the answer is complete
}

func (t *typing) again() {
	t.faces = nil
	t.ask.say("  forgotten, %d to go\n", t.roll.Pool.N())
}

func (t *typing) auto() (err error) {
	t.value, t.faces, err = t.ask.Program.Roll(t.roll)
	return err
}

// take adds the faces of one line to the earlier ones, or replaces them by a total.
func (t *typing) take(line string) (done bool, err error) {
	if text, ok := strings.CutPrefix(line, "="); ok {
		t.value, err = total(text, t.roll.Pool)
		if err == nil {
			t.faces, t.ask.from = nil, FromTotal
		}
		return err == nil, err
	}
	n := t.roll.Pool.N()
	left := n - len(t.faces)
	next, err := readFaces(line, t.roll, left)
	if err == nil {
		err = fits(t.roll, append(slices.Clone(t.faces), next...))
	}
	var w *wanted
	if errors.As(err, &w) {
		// The question is visible just above, so only the reason is needed.
		return false, fmt.Errorf("%s; the line is not taken, %s to go", w.what, format.Counted(left, "faces"))
	}
	t.faces = append(t.faces, next...)
	if left -= len(next); left > 0 {
		t.ask.say("  %d of %d, %d to go\n", len(t.faces), n, left)
		return false, nil
	}
	t.value = t.roll.Pool.Evaluate(t.faces)
	return true, nil
}

// Choose lists the options and asks for one.
func (a *Terminal) Choose(c rule.Choice) (taken int, err error) {
	var b strings.Builder
	told := a.told(c)
	fmt.Fprintf(&b, "%s", capital(decision(told)))
	for i, o := range told.Options {
		fmt.Fprintf(&b, "\n  %d) %s", i+1, o)
	}
	err = a.ask(asked{
		lines: 1,
		brief: b.String(),
		full:  b.String() + "\n  Type the number or the name of one option.\n  " + commands(a.Program != nil) + "\n",
		again: func() {},
		auto: func() error {
			taken, err = a.Program.Choose(c)
			if err == nil && (taken < 0 || taken >= len(c.Options)) {
				err = fmt.Errorf("dice: the program took option %d of %d", taken+1, len(c.Options))
			}
			return err
		},
		take: func(line string) (bool, error) {
			if taken, err = option(line, c); err != nil {
				taken, err = option(line, told)
			}
			return err == nil, err
		},
	})
	if err == nil && !a.Quiet {
		a.say("  %s\n", told.Options[taken])
	}
	return taken, errors.Join(err, a.err)
}

// told returns a choice in the words that the player sees.
func (a *Terminal) told(c rule.Choice) rule.Choice {
	if a.Spoken == nil {
		return c
	}
	c.Why, c.Options = a.Spoken(c.Why), slices.Clone(c.Options)
	for i, o := range c.Options {
		c.Options[i] = a.Spoken(o)
	}
	return c
}

// asked is a question with the functions for its answers.
type asked struct {
	lines       int // the number of lines that a fair answer can take
	brief, full string
	again       func()
	auto        func() error
	take        func(line string) (done bool, err error)
}

// ask reads lines until the question is answered.
func (a *Terminal) ask(q asked) error {
	if a.About != "" {
		q.brief = a.About + "\n" + q.brief
	}
	a.say("%s\n", q.brief)
	for tries := 0; tries < q.lines+maxTries; {
		a.say("> ")
		line, err := a.line()
		if err != nil {
			return err
		}
		taken, err := a.word(line)
		if err != nil {
			return err
		}
		if taken {
			a.say("%s\n", q.brief)
			continue
		}
		tries++
		done, err := a.answer(q, line)
		if done {
			return err
		}
		if err != nil {
			a.say("  %s\n", helped(err))
		}
	}
	return fmt.Errorf("dice: %d lines were no answer: %w", q.lines+maxTries, rule.ErrUnanswered)
}

// word passes a line to Words.
func (a *Terminal) word(line string) (taken bool, err error) {
	if a.Words == nil || line == "" {
		return false, nil
	}
	return a.Words(line)
}

// helped adds a hint to the help to the error of a line.
func helped(err error) string {
	if s := err.Error(); strings.HasSuffix(s, "? explains") {
		return s
	}
	return err.Error() + "; ? helps"
}

// answer handles one line: a command or an answer. Only "quit" and failures of the program itself
// end the question with an error.
func (a *Terminal) answer(q asked, line string) (done bool, err error) {
	a.from = FromTyped
	switch strings.ToLower(line) {
	case "":
		return false, errors.New("an empty line is no answer; ? explains")
	case "?", "help":
		a.say("%s", q.full)
		if a.Help != "" {
			a.say("  %s\n", a.Help)
		}
		return false, nil
	case "again":
		q.again()
		return false, nil
	case "quit":
		return true, fmt.Errorf("dice: the players stopped: %w", rule.ErrUnanswered)
	case "auto":
		if a.Program == nil {
			return false, errors.New("the program does not answer this one")
		}
		a.from = FromProgram
		return true, q.auto()
	}
	return q.take(line)
}

// line reads one line of bounded length, without the spaces around it.
func (a *Terminal) line() (string, error) {
	if a.err != nil {
		return "", a.err
	}
	if a.lines == nil {
		a.lines = bufio.NewReaderSize(a.In, maxLine)
	}
	line, err := a.lines.ReadSlice('\n')
	text := strings.TrimSpace(string(line))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("dice: a line of more than %d bytes; type the faces over several lines: %w", maxLine, rule.ErrUnanswered)
	case errors.Is(err, io.EOF) && text == "":
		return "", fmt.Errorf("dice: the input has ended: %w", rule.ErrUnanswered)
	case err != nil && !errors.Is(err, io.EOF):
		return "", fmt.Errorf("dice: the input cannot be read: %w", err)
	}
	if a.Echo {
		a.say("%s\n", text)
	}
	return text, nil
}

// say writes to the player and stores the first failure, which ends the question.
func (a *Terminal) say(format string, args ...any) {
	if a.err == nil {
		if _, err := fmt.Fprintf(a.Out, format, args...); err != nil {
			a.err = fmt.Errorf("dice: the question cannot be shown: %w", err)
		}
	}
}
