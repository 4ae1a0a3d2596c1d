package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"loophole/game"
	"loophole/match"
	"loophole/numeral"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
)

// A word that is typed at the table instead of an action.
type word struct {
	name, args, gist string
	do               func(t *table, ctx context.Context, side int, rest string) error
}

// words are what can be typed besides actions. It is filled at the start of
// the program because help lists it.
var words []word

func init() {
	words = []word{
		{"legal", "[WORD …]", "list what is legal, as far as it begins with the words", (*table).legal},
		{"why", "ACTION", "say why an action is not allowed, with the clauses", (*table).why},
		{"odds", "[ACTION]", "say how likely each event of an action is, exactly; of all legal ones if they are few", (*table).odds},
		{"scene", "", "show where everything stands", func(t *table, _ context.Context, _ int, _ string) error { t.scene(); return nil }},
		{"sight", "PIECE", "list the lines from a piece: how far its targets are, what stops a shot, by which clauses", (*table).sight},
		{"log", "[N]", "show the last actions with every clause that took effect", (*table).log},
		{"undo", "", "take the last action back; after a roll the other side is asked", (*table).undo},
		{"redo", "", "let it stand again, as it was played", func(t *table, _ context.Context, side int, _ string) error { return t.match.Redo(side) }},
		{"dice", "auto|ask [SIDE]", "say who rolls from now on, for both sides or one", func(t *table, _ context.Context, _ int, rest string) error { return t.throwers(rest) }},
		{"save", "FILE", "write a copy of the record so far into a new file; the game goes on here", (*table).save},
		{"help", "", "list these words and the actions of the rulebook", (*table).help},
		{"quit", "", "stop; the record goes on later", func(*table, context.Context, int, string) error { return errQuit }},
	}
}

// typed takes one line of a player: an action or a word.
func (t *table) typed(ctx context.Context, side int, line string) error {
	first, rest, _ := strings.Cut(line, " ")
	if first == "?" {
		first = "help"
	}
	for _, w := range words {
		if !strings.EqualFold(w.name, first) {
			continue
		}
		if err := w.do(t, ctx, side, strings.TrimSpace(rest)); err != nil {
			return t.told(err)
		}
		return nil
	}
	if line == "" {
		return nil
	}
	a, err := t.fight.Parse(line)
	if err != nil {
		return t.told(err)
	}
	return t.told(t.act(a))
}

// told shows an error that is about what was typed, and returns the others.
func (t *table) told(err error) error {
	if err == nil || errors.Is(err, errQuit) || errors.Is(err, rule.ErrUnanswered) {
		return err
	}
	t.say("%v\n", err)
	return nil
}

func (t *table) help(_ context.Context, _ int, _ string) error {
	t.say("Actions:\n")
	group := ""
	for _, w := range t.fight.Game.Verbs {
		if w.Group != group {
			group = w.Group
			t.say(" %s\n", group)
		}
		t.say("  %s\n      %s\n", w.Form(), w.Gist)
	}
	t.say("Besides:\n")
	for _, w := range words {
		t.say("  %-22s %s\n", w.name+" "+w.args, w.gist)
	}
	return nil
}

// mostListed is how many actions are listed one by one.
const mostListed = 40

// legal lists the legal actions that begin with what was typed; where there are
// many, what they go on with.
func (t *table) legal(_ context.Context, _ int, rest string) error {
	list, err := t.fight.Legal(t.match.Position())
	if err != nil {
		return err
	}
	var lines []string
	for _, a := range list {
		if line := t.fight.Print(a); strings.HasPrefix(strings.ToLower(line), strings.ToLower(rest)) {
			lines = append(lines, line)
		}
	}
	switch {
	case len(lines) == 0:
		t.say("nothing legal begins so; legal alone lists everything\n")
	case len(lines) <= mostListed:
		for _, line := range lines {
			t.say("  %s\n", line)
		}
	default:
		t.say("%s actions; legal and some words list those that begin so:\n", numeral.Count(int64(len(lines))))
		for _, g := range beginnings(lines, len(strings.Fields(rest))+1) {
			t.say("  %-30s %d\n", g.words, g.count)
		}
	}
	return nil
}

// A beginning is some first words of lines, and how many lines have them.
type beginning struct {
	words string
	count int
}

func beginnings(lines []string, words int) []beginning {
	var list []beginning
	place := map[string]int{}
	for _, line := range lines {
		f := strings.Fields(line)
		head := strings.Join(f[:min(words, len(f))], " ")
		i, ok := place[head]
		if !ok {
			i = len(list)
			place[head] = i
			list = append(list, beginning{words: head})
		}
		list[i].count++
	}
	return list
}

func (t *table) why(_ context.Context, _ int, rest string) error {
	a, err := t.fight.Parse(rest)
	if err != nil {
		return err
	}
	if err := t.fight.Why(t.match.Position(), a); err != nil {
		return err
	}
	t.say("it is allowed\n")
	return nil
}

// odds shows the chances of one action, or of every legal one.
func (t *table) odds(ctx context.Context, side int, rest string) error {
	p := t.fight.View(t.match.Position(), side)
	if rest != "" {
		a, err := t.fight.Parse(rest)
		if err != nil {
			return err
		}
		return t.chances(ctx, p, a)
	}
	list, err := t.fight.Legal(p)
	if err != nil {
		return err
	}
	if len(list) > mostListed {
		return fmt.Errorf("%d actions are legal: name one, as in odds %s", len(list), t.fight.Print(list[0]))
	}
	for _, a := range list {
		if err := t.chances(ctx, p, a); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) chances(ctx context.Context, p game.Position, a game.Action) error {
	x, err := policy.Odds(ctx, t.fight, p, a, odds.Options{})
	var large *odds.TooLarge
	if errors.As(err, &large) {
		t.say("  %s: %v\n", t.fight.Print(a), large)
		return nil
	}
	if err != nil {
		return err
	}
	var parts []string
	for _, e := range x.Events {
		if e.Chance.Float > 0 {
			parts = append(parts, t.fight.Game.Events[e.Event].Name+" "+numeral.Percent(e.Chance.Float, e.Chance.Exact))
		}
	}
	if len(parts) == 0 {
		parts = []string{"no event that is named"}
	}
	t.say("  %s: %s\n", t.fight.Print(a), strings.Join(parts, ", "))
	return nil
}

// sight lists the lines of a piece, as far as those at the terminal may know.
func (t *table) sight(_ context.Context, _ int, rest string) error {
	p := t.seen()
	s, _ := t.fight.Scene(p)
	if rest == "" {
		return fmt.Errorf("sight: name a piece: %s", strings.Join(s.PieceNames(), ", "))
	}
	var err error
	if s.Lines, err = t.fight.Lines(p, rest); err != nil {
		return err
	}
	if len(s.Lines) == 0 {
		t.say("%s has nobody to fire at\n", rest)
	}
	t.say("%s", s.LinesText(max(60, width(t.out))))
	return nil
}

// log shows the last actions in full.
func (t *table) log(_ context.Context, _ int, rest string) error {
	n := 1
	if rest != "" {
		if _, err := fmt.Sscan(rest, &n); err != nil || n < 1 {
			return fmt.Errorf("log: %q is not a number of actions", rest)
		}
	}
	from := len(t.match.Entries)
	for from > 0 && n > 0 {
		if from--; t.match.Entries[from].Kind == match.Acted {
			n--
		}
	}
	for _, e := range t.match.Entries[from:] {
		t.say("%s\n", e)
	}
	return nil
}

// save writes a copy of the record so far. It is whole before the file is
// touched.
func (t *table) save(_ context.Context, _ int, rest string) error {
	if rest == "" {
		return errors.New("save: name a new file: save FILE")
	}
	var whole bytes.Buffer
	if err := t.match.Save(&whole); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	f, err := create(rest, false)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("save: %s is there already and stays as it is; name another file", rest)
	}
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	_, err = f.Write(whole.Bytes())
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("save: %s is not whole: %w", rest, err)
	}
	t.say("saved %s lines to %s; the game goes on here, and from there with: loophole resume %s\n", numeral.Count(int64(1+len(t.match.Entries))), rest, rest)
	return nil
}

// undo takes the last action back. Whoever must consent is asked.
func (t *table) undo(_ context.Context, side int, _ string) error {
	err := t.match.Undo(side, false)
	var asks *match.NeedsConsent
	if errors.As(err, &asks) {
		t.prompt(fmt.Sprintf("Dice were rolled, or somebody else decided. Does %s consent to taking %q back? yes/no> ", asks.From, asks.Action))
		line, err := t.line()
		t.prompt("")
		if err != nil {
			return err
		}
		if !strings.EqualFold(line, "yes") {
			t.say("it stands\n")
			return nil
		}
		return t.taken(t.match.Undo(side, true))
	}
	return t.taken(err)
}

func (t *table) taken(err error) error {
	if err == nil {
		t.say("taken back\n")
	}
	return err
}
