package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"loophole/game"
	"loophole/internal/format"
	"loophole/match"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
)

// A gameCommand that is typed at the table instead of an action.
type gameCommand struct {
	name, args, gist string
	aside            bool // it can be typed at a question of an action too
	do               func(t *terminalGame, ctx context.Context, side int, rest string) error
}

// words are what can be typed besides actions. It is filled at the start of
// the program because help lists it.
var words []gameCommand

func init() {
	words = []gameCommand{
		{"legal", "[WORD …]", "list what is legal, as far as it begins with the words", false, (*terminalGame).legal},
		{"why", "ACTION", "say why an action is not allowed, with the clauses", true, (*terminalGame).why},
		{"odds", "[ACTION [if OPTION; …]]", "say how likely each event of an action is, exactly; of all legal ones if they are few. Where it holds decisions, say how they are taken to fall, or have them fall on the options named", false, (*terminalGame).odds},
		{"scene", "", "show where everything stands", true, func(t *terminalGame, _ context.Context, _ int, _ string) error { t.scene(); return nil }},
		{"sight", "PIECE", "list the lines from a piece: how far its targets are, what stops a shot, by which clauses", true, (*terminalGame).sight},
		{"status", "", "say where the game stands: round, task, objectives, losses, who plays and rolls, the record", true, (*terminalGame).status},
		{"log", "[N]", "show the last actions with every clause that took effect", true, (*terminalGame).log},
		{"undo", "[N]", "take your last action back, or your last N; against a policy what it did since as well, otherwise the other side is asked after a roll", false, (*terminalGame).undo},
		{"cancel", "", "at a question of an action: take that action back, as undo does", false, nothingBegun},
		{"redo", "", "let it stand again, as it was played", false, (*terminalGame).redo},
		{"dice", "[auto|ask [SIDE]]", "say who rolls; or have the program (auto) or you (ask) roll from now on the dice of both sides, or of one", true, (*terminalGame).dice},
		{"save", "FILE", "write a copy of the record so far into a new file; the game goes on here", true, (*terminalGame).save},
		{"help", "", "list these words and the actions of the rulebook; at a question, say how it is answered", false, (*terminalGame).help},
		{"quit", "", "stop; the record goes on later", false, func(*terminalGame, context.Context, int, string) error { return errQuit }},
	}
}

// questionCommands says which words can be typed at a question.
func questionCommands() string {
	var list []string
	for _, w := range words {
		if w.aside {
			list = append(list, strings.TrimSpace(w.name+" "+w.args))
		}
	}
	return "as at the table: " + strings.Join(list, ", ") + " · undo or cancel: take the action back"
}

// aside takes a line that is typed at a question, if it is a word of the table.
// The question is put again after it, or the action is to be taken back.
func (t *terminalGame) aside(line string) (taken bool, err error) {
	first, rest, _ := strings.Cut(line, " ")
	if first = strings.ToLower(first); first == "undo" || first == "cancel" {
		return true, errCancel
	}
	for _, w := range words {
		if w.aside && w.name == first {
			return true, t.showError(w.do(t, context.Background(), t.acting, strings.TrimSpace(rest)))
		}
	}
	return false, nil
}

func nothingBegun(*terminalGame, context.Context, int, string) error {
	return errors.New("cancel: no action is begun; undo takes the last one back")
}

// runLine takes one line of a player: an action or a word.
func (t *terminalGame) runLine(ctx context.Context, side int, line string) error {
	first, rest, _ := strings.Cut(line, " ")
	if first == "?" {
		first = "help"
	}
	for _, w := range words {
		if !strings.EqualFold(w.name, first) {
			continue
		}
		return t.showError(w.do(t, ctx, side, strings.TrimSpace(rest)))
	}
	if line == "" {
		return nil
	}
	a, err := t.fight.ParseAction(line)
	if err != nil {
		return t.showError(err)
	}
	return t.showError(t.act(a))
}

// showError shows an error that is about what was typed, and returns the others.
func (t *terminalGame) showError(err error) error {
	if err == nil || errors.Is(err, errQuit) || errors.Is(err, io.EOF) || errors.Is(err, rule.ErrUnanswered) {
		return err
	}
	var no rule.IllegalError
	if errors.As(err, &no) {
		err = t.fight.SpokenRefusal(no)
	}
	t.say("%v\n", err)
	return nil
}

func (t *terminalGame) help(_ context.Context, _ int, _ string) error {
	t.helps(func(gameCommand) bool { return true })
	return nil
}

// helps lists the actions of the rulebook, and the words that can be typed.
func (t *terminalGame) helps(can func(gameCommand) bool) {
	t.say("Actions:\n")
	group := ""
	for _, w := range t.fight.Game.Verbs {
		if w.Group != group {
			group = w.Group
			t.say(" %s\n", group)
		}
		t.say("  %s\n      %s\n", w.Usage(), w.Gist)
	}
	t.say("Besides:\n")
	for _, w := range words {
		if can(w) {
			t.say("  %-22s %s\n", w.name+" "+w.args, w.gist)
		}
	}
}

// mostListed is how many actions are listed one by one.
const mostListed = 40

// legal lists the legal actions that begin with what was typed; where there are
// many, what they go on with.
func (t *terminalGame) legal(_ context.Context, _ int, rest string) error {
	list, err := t.fight.Legal(t.match.Position())
	if err != nil {
		return err
	}
	var lines []string
	for _, a := range list {
		if line := t.fight.FormatAction(a); strings.HasPrefix(strings.ToLower(line), strings.ToLower(rest)) {
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
		t.say("%s actions; legal and some words list those that begin so:\n", format.Count(int64(len(lines))))
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

func (t *terminalGame) why(_ context.Context, _ int, rest string) error {
	a, err := t.fight.ParseAction(rest)
	if err != nil {
		return err
	}
	if err := t.fight.WhyIllegal(t.match.Position(), a); err != nil {
		return err
	}
	t.say("it is allowed\n")
	return nil
}

// odds shows the chances of one action, or of every legal one.
func (t *terminalGame) odds(ctx context.Context, side int, rest string) error {
	p := t.fight.View(t.match.Position(), side)
	if rest != "" {
		line, options, _ := strings.Cut(rest, " if ")
		a, err := t.fight.ParseAction(line)
		if err != nil {
			return err
		}
		return t.chances(ctx, p, a, optionsOf(options)...)
	}
	list, err := t.fight.Legal(p)
	if err != nil {
		return err
	}
	if len(list) > mostListed {
		return fmt.Errorf("%d actions are legal: name one, as in odds %s", len(list), t.fight.FormatAction(list[0]))
	}
	for _, a := range list {
		if err := t.chances(ctx, p, a); err != nil {
			return err
		}
	}
	return nil
}

// optionsOf reads the options that odds are to be reckoned with.
func optionsOf(text string) (list []string) {
	for _, x := range strings.Split(text, ";") {
		if x = strings.TrimSpace(x); x != "" {
			list = append(list, x)
		}
	}
	return list
}

// chances shows what may come of an action, and how decisions within it are taken to
// fall.
func (t *terminalGame) chances(ctx context.Context, p game.Position, a game.Action, options ...string) error {
	x, err := policy.Odds(ctx, t.fight, p, a, odds.Options{}, options...)
	var large *odds.TooLargeError
	if errors.As(err, &large) {
		t.say("  %s: %v\n", t.fight.FormatAction(a), large)
		return nil
	}
	if err != nil {
		return err
	}
	t.say("  %s (%s)\n", t.fight.Order(a), t.fight.FormatAction(a))
	never := t.likely(x)
	if len(x.Events) == 0 {
		t.say("    nothing is named that may come of it\n")
	}
	if len(never) > 0 {
		t.say("    never: %s\n", strings.Join(never, "; "))
	}
	for _, d := range x.Assumes {
		t.say("    %s; other options: %s\n", d, strings.Join(d.Others(), "; "))
	}
	if len(options) == 0 && len(x.Assumes) > 0 {
		t.say("    odds ACTION if OPTION; OPTION takes others\n")
	}
	return nil
}

// likely writes what may come of an action, the likeliest first, and returns what
// cannot.
func (t *terminalGame) likely(x *policy.ActionOdds) (never []string) {
	list := slices.Clone(x.Events)
	slices.SortStableFunc(list, func(a, b policy.EventOdds) int { return cmp.Compare(b.Chance.Float, a.Chance.Float) })
	for _, e := range list {
		if e.Chance.Float > 0 {
			t.say("    %7s  %s\n", format.Percent(e.Chance.Float, e.Chance.Exact), t.fight.Happened(e.Event, t.match.Status().Side))
		} else {
			never = append(never, t.fight.Happened(e.Event, t.match.Status().Side))
		}
	}
	return never
}

// sight lists the lines of a piece, as far as those at the terminal may know.
func (t *terminalGame) sight(_ context.Context, _ int, rest string) error {
	p := t.seen()
	s, _ := t.fight.Scene(p)
	if rest == "" {
		return fmt.Errorf("sight: name a piece: %s", strings.Join(s.PieceNames(), ", "))
	}
	var err error
	if s.Lines, err = t.fight.SightLines(p, rest); err != nil {
		return err
	}
	if len(s.Lines) == 0 {
		t.say("%s has nobody to fire at\n", rest)
	}
	t.say("%s", s.SightLineTable(max(60, width(t.out))))
	return nil
}

// log shows the last actions in full.
func (t *terminalGame) log(_ context.Context, _ int, rest string) error {
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
	for _, e := range t.match.Account(from) {
		t.say("%s\n", e.Told(t.fight))
	}
	return nil
}

// save writes a copy of the record so far. It is whole before the file is
// touched.
func (t *terminalGame) save(_ context.Context, _ int, rest string) error {
	if rest = unquoted(rest); rest == "" {
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
	t.say("saved %s lines to %s; the game goes on here, and from there with: loophole resume %s\n", format.Count(int64(1+len(t.match.Entries))), rest, shellWord(rest))
	return nil
}

// unquoted takes the quotes off a name that was typed in quotes, as a shell
// does.
func unquoted(name string) string {
	if n := len(name); n >= 2 && (name[0] == '"' || name[0] == '\'') && name[n-1] == name[0] {
		return name[1 : n-1]
	}
	return name
}

// shellWord writes a name so that a shell takes it as one word.
func shellWord(name string) string {
	if strings.ContainsAny(name, " '\"$&;()<>|*?") {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}
