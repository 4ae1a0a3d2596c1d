package odds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/replay"
	"loophole/internal/usertext"
	"loophole/rule"
)

// A StateTable lists the states in which a question can reach one of its Rounds, as players write
// them.
type StateTable struct {
	Checkpoint string
	Keys       []rule.Key // keys by which the states differ, and keys of the same list that are never 0
	Values     [][]string // of each state, for each key; in the order of discovery
	nodes      []int32
	same       []rule.Key // keys with equal values in all states; the value is their Default
}

// A State is a state of a StateTable.
type State struct {
	Checkpoint string
	Keys       []rule.Key
	Values     []string // by the Keys
}

// A StateError is the error of words that describe no state, or several. It may contain several
// [rule.SettingError] values.
type StateError struct{ Err error }

// Error describes the fault.
func (b *StateError) Error() string { return b.Err.Error() }

// Unwrap returns the contained error.
func (b *StateError) Unwrap() error { return b.Err }

func badState(format string, args ...any) error { return &StateError{fmt.Errorf(format, args...)} }

// FromState answers the question from the state that words describe: KEY=VALUE for the keys that
// identify it, after the name of the round if there are several rounds. A word may contain several
// of these, separated by spaces. Its errors are a *[StateError] and those of
// [Solver.FromStateNumber].
func (k *Solver) FromState(ctx context.Context, words []string) (*Solver, error) {
	checkpoint, settings, err := k.splitWords(strings.Fields(strings.Join(words, " ")))
	if err != nil {
		return nil, err
	}
	all, err := k.States(ctx, checkpoint)
	if err != nil {
		return nil, err
	}
	i, err := all.Find(settings)
	if err != nil {
		return nil, err
	}
	return k.FromStateNumber(ctx, checkpoint, i)
}

// splitWords splits words into the name of a round and settings.
func (k *Solver) splitWords(words []string) (checkpoint string, settings []rule.Setting, err error) {
	rounds := k.Answer.Rounds
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		switch {
		case !ok && checkpoint == "" && slices.Contains(rounds, w):
			checkpoint = w
		case !ok || key == "":
			return "", nil, k.unknownWord(w)
		case slices.ContainsFunc(settings, func(s rule.Setting) bool { return s.Path == key && s.Value != value }):
			return "", nil, badState("%s is given twice", usertext.Truncate(key))
		default:
			settings = append(settings, rule.Setting{Path: key, Value: value})
		}
	}
	switch {
	case checkpoint != "":
	case len(rounds) > 1:
		return "", nil, badState("begin with the name of the round: %s", strings.Join(rounds, " or "))
	case len(rounds) == 1:
		checkpoint = rounds[0]
	}
	return checkpoint, settings, nil
}

// unknownWord returns the error for a word that is neither a round nor a setting.
func (k *Solver) unknownWord(w string) error {
	if len(k.Answer.Rounds) == 0 {
		return k.noRounds()
	}
	return badState("%q is neither key=value nor the name of a round (%s)", usertext.Truncate(w), strings.Join(k.Answer.Rounds, " or "))
}

func (k *Solver) noRounds() error {
	return badState("this %s is not played in rounds", k.Answer.Question.Procedure.Name)
}

// maxListedStates is the largest number of states in a table.
const maxListedStates = 1 << 16

// States returns the states at one of the answer's Rounds. The error is a *[StateError] if the
// name is unknown or the question has no rounds, a *[TooLargeError] if there are too many states to
// list, and otherwise that of the context or of a closed solver.
func (k *Solver) States(ctx context.Context, checkpoint string) (*StateTable, error) {
	i := slices.Index(k.Answer.Rounds, checkpoint)
	if i < 0 && len(k.Answer.Rounds) == 0 {
		return nil, k.noRounds()
	}
	if i < 0 {
		return nil, badState("no round is called %q%s", usertext.Truncate(checkpoint), rule.Suggest(checkpoint, k.Answer.Rounds))
	}
	d, err := k.chain.take(ctx)
	if err != nil {
		return nil, err
	}
	defer k.chain.leave()
	if k.chain.tables[i] == nil {
		if k.chain.tables[i], err = d.stateTable(checkpoint, k.Answer.Question.Procedure); err != nil {
			return nil, err
		}
		k.chain.weigh()
	}
	return k.chain.tables[i], nil
}

// stateTable lists the states of a checkpoint.
func (d *odometer) stateTable(checkpoint string, p *rule.Procedure) (*StateTable, error) {
	checkpoints := d.plan.Checkpoints()
	at := checkpoints[slices.IndexFunc(checkpoints, func(s *replay.Checkpoint) bool { return s.Name == checkpoint })]
	if n := at.Len(); n > maxListedStates {
		return nil, &TooLargeError{Runs: float64(n), Why: fmt.Sprintf("%d states at %q; at most %d can be listed", n, checkpoint, maxListedStates)}
	}
	s := &StateTable{Checkpoint: checkpoint, nodes: slices.Clone(at.Nodes)}
	poll := cancelPoll{ctx: d.ctx}
	for i := range at.Len() {
		if poll.cancelled(rankWords) {
			return nil, d.ctx.Err()
		}
		s.Values = append(s.Values, p.StateValues(at, i))
	}
	s.keep(p.StateKeys(at))
	return s, nil
}

// keep keeps the keys by which the states differ. It also keeps a key with equal values if its list
// has such keys: a list without some of its men would be wrong.
func (s *StateTable) keep(keys []rule.Key) {
	differ, lists := make([]bool, len(keys)), map[string]bool{}
	for k, key := range keys {
		differ[k] = slices.ContainsFunc(s.Values, func(v []string) bool { return v[k] != key.Default })
		lists[listOf(key.Path)] = lists[listOf(key.Path)] || differ[k]
	}
	var kept []int
	for k, key := range keys {
		list := listOf(key.Path)
		if differ[k] || list != "" && lists[list] && key.Default != "0" && key.Default != "no" {
			kept = append(kept, k)
			s.Keys = append(s.Keys, key)
		} else {
			s.same = append(s.same, key)
		}
	}
	for i, all := range s.Values {
		some := make([]string, len(kept))
		for n, k := range kept {
			some[n] = all[k]
		}
		s.Values[i] = some
	}
	shorten(s.Keys)
	shorten(s.same)
}

// listOf returns the list that a key is an element of, or "".
func listOf(path string) string {
	dot := strings.LastIndexByte(path, '.')
	if _, err := strconv.Atoi(path[dot+1:]); dot < 0 || err != nil {
		return ""
	}
	return path[:dot]
}

// shorten names an element by its list alone, if no other element of the list is ever above zero.
func shorten(keys []rule.Key) {
	count := map[string]int{}
	for _, k := range keys {
		count[listOf(k.Path)]++
	}
	for i, k := range keys {
		if name := listOf(k.Path); name != "" && count[name] == 1 {
			keys[i].Path = name
		}
	}
}

// Find returns the number of the state that has the given values. Values of some keys are enough if only one
// state has them. The error is a *[StateError].
func (s *StateTable) Find(settings []rule.Setting) (int, error) {
	var faults []error
	fits := func([]string) bool { return true }
	for _, x := range settings {
		at, value, err := s.read(x)
		if err != nil {
			faults = append(faults, &rule.SettingError{Setting: x, Err: err})
			continue
		}
		if at >= 0 {
			before := fits
			fits = func(v []string) bool { return v[at] == value && before(v) }
		}
	}
	if len(faults) > 0 {
		return 0, &StateError{errors.Join(faults...)}
	}
	return s.single(fits)
}

// single returns the only state that fits.
func (s *StateTable) single(fits func(values []string) bool) (int, error) {
	var found []int
	for i, v := range s.Values {
		if fits(v) {
			found = append(found, i)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return 0, badState("no state at the beginning of a %s has these values", s.Checkpoint)
	}
	return 0, s.ambiguous(found)
}

// read finds the key of a setting and its value as states have it. The key is -1 if all states have
// the same value.
func (s *StateTable) read(x rule.Setting) (at int, value string, err error) {
	never := func(k rule.Key, is string) error {
		return fmt.Errorf("%s: never %q at the beginning of a %s: it is %s", k.Path, usertext.Truncate(x.Value), s.Checkpoint, is)
	}
	var known []string
	for i, k := range s.Keys {
		known = append(known, k.Path)
		if k.Path != x.Path {
			continue
		}
		var met []string
		for _, v := range s.Values {
			if equalsWritten(k, v[i], x.Value) {
				return i, v[i], nil
			}
			met = append(met, v[i])
		}
		return 0, "", never(k, rangeText(k, met))
	}
	for _, k := range s.same {
		if k.Path == x.Path || listOf(k.Path) == x.Path && k.Default != "0" {
			if !equalsWritten(k, k.Default, x.Value) {
				return 0, "", never(k, k.Default)
			}
			return -1, "", nil
		}
	}
	return 0, "", fmt.Errorf("unknown key %q of a %s%s", usertext.Truncate(x.Path), s.Checkpoint, rule.Suggest(x.Path, known))
}

// equalsWritten compares a value with the written one.
func equalsWritten(k rule.Key, value, written string) bool {
	read, ok := k.ParseValue(written)
	return ok && read == value
}

// rangeText describes the values of a key.
func rangeText(k rule.Key, met []string) string {
	slices.Sort(met)
	met = slices.Compact(met)
	if k.Kind != "integer" || len(met) == 1 {
		return strings.Join(met, " or ")
	}
	least, most := 0, 0
	for i, v := range met {
		n, _ := strconv.Atoi(v) // it was formatted from a number
		if i == 0 {
			least, most = n, n
		}
		least, most = min(least, n), max(most, n)
	}
	return fmt.Sprintf("from %d to %d", least, most)
}

// ambiguous describes some of several states that fit, by the keys in which they differ.
func (s *StateTable) ambiguous(found []int) error {
	const few = 6
	var list []string
	for _, i := range found[:min(few, len(found))] {
		var words []string
		for k, key := range s.Keys {
			if slices.ContainsFunc(found, func(j int) bool { return s.Values[j][k] != s.Values[i][k] }) {
				words = append(words, key.Path+"="+s.Values[i][k])
			}
		}
		list = append(list, strings.Join(words, " "))
	}
	if len(found) > few {
		list = append(list, "…")
	}
	return badState("%d states of a %s fit; add one of: %s", len(found), s.Checkpoint, strings.Join(list, "; or "))
}
