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

// A gameCommand is a command that players type between actions.
type gameCommand struct {
	name, args, gist string
	atQuestion       bool // it can be typed at a question of an action too
	do               func(t *terminalGame, ctx context.Context, side int, rest string) error
}

// gameCommands are the commands of a game. init fills it, because help lists it: a literal would be an
// initialization cycle.
var gameCommands []gameCommand

func init() {
	gameCommands = []gameCommand{
		{"legal", "[WORD …]", "list the legal actions, or those that begin with the words", false, (*terminalGame).legal},
		{"why", "ACTION", "say why an action is illegal, with the clauses", true, (*terminalGame).why},
		{"odds", "[ACTION [if OPTION; …]]", "compute the exact odds of an action, or of every legal one if they are few; if names the options that decisions within it take", false, (*terminalGame).odds},
		{"hint", "[ACTION]", "show the three best actions with their chances to win, their odds and why, and weigh ACTION as well; at a decision, the chance to win by each option", true, (*terminalGame).hint},
		{"scene", "", "show the map and the pieces", true, func(t *terminalGame, _ context.Context, _ int, _ string) error { t.scene(); return nil }},
		{"sight", "PIECE", "list the lines of sight of a piece: distances, and what stops a shot, with the clauses", true, (*terminalGame).sight},
		{"status", "", "show round, task, objectives, losses, players, dice and record", true, (*terminalGame).status},
		{"log", "[N]", "show the last N actions with every clause that took effect", true, (*terminalGame).log},
		{"undo", "[N]", "undo your last action, or your last N, with what a policy did since; if dice were rolled, the other player must consent", false, (*terminalGame).undo},
		{"cancel", "", "at a question of an action: undo that action", false, nothingPending},
		{"redo", "", "redo the action that was undone, with the same dice", false, (*terminalGame).redo},
		{"dice", "[auto|ask [SIDE]]", "show who rolls; or let the program (auto) or you (ask) roll for both sides, or for one", true, (*terminalGame).dice},
		{"save", "FILE", "copy the record into a new file; the game continues in this one", true, (*terminalGame).save},
		{"resign", "[SIDE]", "resign for your side, after a question: the other side wins, and the game is over", false, (*terminalGame).resign},
		{"help", "", "list the actions and these commands; at a question, explain the answers", false, (*terminalGame).help},
		{"quit", "", "stop; " + program + " resume continues the game", false, func(*terminalGame, context.Context, int, string) error { return errQuit }},
	}
}

// questionCommands lists the commands that can be typed at a question.
func questionCommands() string {
	var list []string
	for _, w := range gameCommands {
		if w.atQuestion {
			list = append(list, strings.TrimSpace(w.name+" "+w.args))
		}
	}
	return "commands: " + strings.Join(list, ", ") + " · undo or cancel: undo the action"
}

// questionCommand runs a line that is typed at a question if it is a game command. It reports
// whether it was one; the question is then asked again. The error is errCancel for undo and
// cancel.
func (t *terminalGame) questionCommand(line string) (taken bool, err error) {
	first, rest, _ := strings.Cut(line, " ")
	if first = strings.ToLower(first); first == "undo" || first == "cancel" {
		return true, errCancel
	}
	for _, w := range gameCommands {
		if w.atQuestion && w.name == first {
			return true, t.showError(w.do(t, context.Background(), t.acting, strings.TrimSpace(rest)))
		}
	}
	return false, nil
}

// nothingPending answers cancel where no action is pending.
func nothingPending(*terminalGame, context.Context, int, string) error {
	return errors.New("cancel: no action is pending; type undo to undo the last one")
}

// runLine runs a line that a player typed: an action or a game command.
func (t *terminalGame) runLine(ctx context.Context, side int, line string) error {
	first, rest, _ := strings.Cut(line, " ")
	if first == "?" {
		first = "help"
	}
	for _, w := range gameCommands {
		if !strings.EqualFold(w.name, first) {
			continue
		}
		return t.showError(w.do(t, ctx, side, strings.TrimSpace(rest)))
	}
	if line == "" {
		return nil
	}
	a, err := t.instance.ParseAction(line)
	if err != nil {
		return t.showError(err)
	}
	play, err := t.confirmed(ctx, side, a)
	if err != nil || !play {
		return t.showError(err)
	}
	return t.showError(t.act(a))
}

// showError prints an error about what was typed and returns nil. It returns any other error.
func (t *terminalGame) showError(err error) error {
	if err == nil || errors.Is(err, errQuit) || errors.Is(err, io.EOF) || errors.Is(err, rule.ErrUnanswered) {
		return err
	}
	var no rule.IllegalError
	if errors.As(err, &no) {
		err = t.instance.SpokenViolations(no)
	}
	t.say("%s\n", inWords(err))
	return nil
}

func (t *terminalGame) help(_ context.Context, _ int, _ string) error {
	t.showHelp(func(gameCommand) bool { return true })
	return nil
}

// showHelp lists the actions of the rulebook and the game commands that pass a test.
func (t *terminalGame) showHelp(can func(gameCommand) bool) {
	t.say("Actions:\n")
	group := ""
	for _, x := range t.instance.Game.ActionTypes {
		if x.Group != group {
			group = x.Group
			t.say(" %s\n", group)
		}
		t.say("  %s\n%s\n", x.Usage(), t.wrapped(6, x.Gist))
	}
	t.say("Commands:\n")
	for _, w := range gameCommands {
		if can(w) {
			t.say("  %s\n%s\n", strings.TrimSpace(w.name+" "+w.args), t.wrapped(6, w.gist))
		}
	}
}

// mostListed is how many actions legal and odds list one by one.
const mostListed = 40

// legal lists the legal actions that begin with what was typed. If they are many, it lists
// their next words with counts instead.
func (t *terminalGame) legal(_ context.Context, _ int, rest string) error {
	if err := t.afterResignation("legal"); err != nil {
		return err
	}
	list, err := t.instance.Legal(t.match.Position())
	if err != nil {
		return err
	}
	var lines []string
	for _, a := range list {
		if line := t.instance.FormatAction(a); strings.HasPrefix(strings.ToLower(line), strings.ToLower(rest)) {
			lines = append(lines, line)
		}
	}
	switch {
	case len(lines) == 0:
		t.say("no legal action begins with that; type legal to list all\n")
	case len(lines) <= mostListed:
		for _, line := range lines {
			t.say("  %s\n", line)
		}
	default:
		t.say("%s actions; type legal and the first words to list those that begin with them:\n", format.Count(int64(len(lines))))
		for _, g := range beginnings(lines, len(strings.Fields(rest))+1) {
			t.say("  %-30s %d\n", g.words, g.count)
		}
	}
	return nil
}

// A beginning is the first words of lines, and how many lines begin with them.
type beginning struct {
	words string
	count int
}

// beginnings counts lines by their first words, in the order of the lines.
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
	if rest == "" {
		return errors.New("why: name an action: why ACTION; type legal to list the legal ones")
	}
	if err := t.afterResignation("why"); err != nil {
		return err
	}
	a, err := t.instance.ParseAction(rest)
	if err != nil {
		return err
	}
	if err := t.instance.WhyIllegal(t.match.Position(), a); err != nil {
		return err
	}
	t.say("this action is legal\n")
	return nil
}

// odds shows the exact odds of one action, or of every legal one.
func (t *terminalGame) odds(ctx context.Context, side int, rest string) error {
	if err := t.afterResignation("odds"); err != nil {
		return err
	}
	p := t.instance.View(t.match.Position(), side)
	if rest != "" {
		line, options, _ := strings.Cut(rest, " if ")
		a, err := t.instance.ParseAction(line)
		if err != nil {
			return err
		}
		return t.chances(ctx, p, a, optionsOf(options)...)
	}
	list, err := t.instance.Legal(p)
	if err != nil {
		return err
	}
	if len(list) > mostListed {
		return fmt.Errorf("odds: %d actions are legal: name one, such as odds %s", len(list), t.instance.FormatAction(list[0]))
	}
	for _, a := range list {
		if err := t.chances(ctx, p, a); err != nil {
			return err
		}
	}
	return nil
}

// optionsOf splits the options after "if" at semicolons.
func optionsOf(text string) (list []string) {
	for _, x := range strings.Split(text, ";") {
		if x = strings.TrimSpace(x); x != "" {
			list = append(list, x)
		}
	}
	return list
}

// chances shows the chances of the events of an action, and the options that decisions within it
// are assumed to take.
func (t *terminalGame) chances(ctx context.Context, p game.Position, a game.Action, options ...string) error {
	x, err := policy.Odds(ctx, t.instance, p, a, odds.Options{}, options...)
	var large *odds.TooLargeError
	if errors.As(err, &large) {
		t.say("  %s: %v\n", t.instance.FormatAction(a), large)
		return nil
	}
	if err != nil {
		return err
	}
	t.say("  %s (%s)\n", t.instance.Order(a), t.instance.FormatAction(a))
	never := t.possible(x)
	if len(x.Events) == 0 {
		t.say("    this action has no named events\n")
	}
	if len(never) > 0 {
		impossible := "impossible: "
		if t.instance.HasHiddenInfo() {
			impossible = "impossible, as far as this side knows: "
		}
		t.say("%s\n", t.wrapped(4, impossible+strings.Join(never, "; ")))
	}
	for _, d := range x.Assumes {
		t.say("%s\n", t.wrapped(4, fmt.Sprintf("%s; other options: %s", d, strings.Join(d.Others(), "; "))))
	}
	if len(options) == 0 && len(x.Assumes) > 0 {
		t.say("    to assume others: odds ACTION if OPTION; OPTION\n")
	}
	return nil
}

// possible prints the possible events of an action, the most likely first. It returns the
// impossible ones.
func (t *terminalGame) possible(x *policy.ActionOdds) (never []string) {
	list := slices.Clone(x.Events)
	slices.SortStableFunc(list, func(a, b policy.EventOdds) int { return cmp.Compare(b.Chance.Float, a.Chance.Float) })
	for _, e := range list {
		if e.Chance.Float > 0 {
			t.say("    %7s  %s\n", format.Percent(e.Chance.Float, e.Chance.Exact), t.instance.EventSentence(e.Event, t.match.Status().Side))
		} else if t.instance.Game.Events[e.Event].Name != game.Winning { // That it cannot win goes without saying.
			never = append(never, t.instance.EventSentence(e.Event, t.match.Status().Side))
		}
	}
	return never
}

// sight lists the lines of sight of a piece that the players at the terminal may know.
func (t *terminalGame) sight(_ context.Context, _ int, rest string) error {
	p := t.seen()
	s, _ := t.instance.Scene(p)
	if rest == "" {
		return fmt.Errorf("sight: name a piece: %s", strings.Join(s.PieceNames(), ", "))
	}
	var err error
	if s.Lines, err = t.instance.SightLines(p, rest); err != nil {
		return err
	}
	if len(s.Lines) == 0 {
		t.say("%s has no target\n", rest)
	}
	t.say("%s", s.SightLineTable(max(60, t.columns())))
	return nil
}

// log shows the last actions with every clause that took effect.
func (t *terminalGame) log(_ context.Context, _ int, rest string) error {
	n := 1
	if rest != "" {
		if _, err := fmt.Sscan(rest, &n); err != nil || n < 1 {
			return fmt.Errorf("log: %q is not a number: type log 3 for the last three actions", rest)
		}
	}
	from := len(t.match.Entries)
	for from > 0 && n > 0 {
		if from--; t.match.Entries[from].Kind == match.Acted {
			n--
		}
	}
	for _, e := range t.match.ExplainedEntries(from) {
		t.sayLine(e.Told(t.instance).String())
	}
	if len(t.match.Entries) == 0 {
		t.say("no action has been played yet\n")
	}
	return nil
}

// save copies the record into a new file. The text is complete before the file is created.
func (t *terminalGame) save(_ context.Context, _ int, rest string) error {
	if rest = unquoted(rest); rest == "" {
		return errors.New("save: name a new file: save FILE")
	}
	var text bytes.Buffer
	if err := t.match.Save(&text); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	f, err := create(rest, false)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("save: %s exists already and is unchanged; name another file", rest)
	}
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	_, err = f.Write(text.Bytes())
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("save: %s is incomplete: %w", rest, err)
	}
	t.say("saved %s lines to %s; the game continues here\nto continue from the copy: "+program+" resume %s\n", format.Count(int64(1+len(t.match.Entries))), rest, shellWord(rest))
	return nil
}

// unquoted removes the quotation marks around a name, as a shell does.
func unquoted(name string) string {
	if n := len(name); n >= 2 && (name[0] == '"' || name[0] == '\'') && name[n-1] == name[0] {
		return name[1 : n-1]
	}
	return name
}

// shellWord quotes a name if a shell would not read it as one word.
func shellWord(name string) string {
	if strings.ContainsAny(name, " '\"$&;()<>|*?") {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}
