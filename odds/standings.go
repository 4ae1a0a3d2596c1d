package odds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/rule"
)

// Standings are the states in which a question can come to one of its Rounds, as
// players write them.
type Standings struct {
	Mark   string
	Keys   []rule.Key // by which the states differ
	Values [][]string // of each state, for each key; in the order in which the states were met
	nodes  []int32
	same   []rule.Key // that are alike in all states, with their value as Default
}

// A Standing is one of these states.
type Standing struct {
	Mark   string
	Keys   []rule.Key
	Values []string // by the Keys
}

// TakeUp answers the question from the state that words tell: KEY=VALUE for what
// tells it apart from others, after the name of the round where there are several. Its
// errors are those of [Standings.Find] and [Kept.From].
func (k *Kept) TakeUp(ctx context.Context, words []string) (*Kept, error) {
	mark, settings, err := k.told(words)
	if err != nil {
		return nil, err
	}
	all, err := k.Standings(ctx, mark)
	if err != nil {
		return nil, err
	}
	i, err := all.Find(settings)
	if err != nil {
		return nil, err
	}
	return k.From(ctx, mark, i)
}

// told splits words into the name of a round and settings.
func (k *Kept) told(words []string) (mark string, settings []rule.Setting, err error) {
	for i, w := range words {
		key, value, ok := strings.Cut(w, "=")
		switch {
		case !ok && i == 0:
			mark = w
		case !ok || key == "":
			return "", nil, fmt.Errorf("%q is not key=value", w)
		default:
			settings = append(settings, rule.Setting{Path: key, Value: value})
		}
	}
	switch rounds := k.Answer.Rounds; {
	case mark != "" || len(rounds) == 0: // whether there is such a round is seen later
	case len(rounds) > 1:
		return "", nil, fmt.Errorf("begin with the name of what is taken up: %s", strings.Join(rounds, " or "))
	default:
		mark = rounds[0]
	}
	return mark, settings, nil
}

// maxStandings bounds the states that are written out.
const maxStandings = 1 << 16

// Standings returns the states at one of the answer's Rounds. The error names the
// rounds that there are, or says that the states are too many to be told apart by
// people, or that the chain was given up.
func (k *Kept) Standings(ctx context.Context, mark string) (*Standings, error) {
	i := slices.Index(k.Answer.Rounds, mark)
	if i < 0 {
		if len(k.Answer.Rounds) == 0 {
			return nil, fmt.Errorf("odds: %s is not played in rounds", k.Answer.Question)
		}
		return nil, fmt.Errorf("odds: no round is called %q%s", mark, rule.Suggest(mark, k.Answer.Rounds))
	}
	d, err := k.chain.take(ctx)
	if err != nil {
		return nil, err
	}
	defer k.chain.mu.Unlock()
	if k.chain.standings[i] == nil {
		if k.chain.standings[i], err = d.standings(mark, k.Answer.Question.Procedure); err != nil {
			return nil, err
		}
	}
	return k.chain.standings[i], nil
}

func (d *odometer) standings(mark string, p *rule.Procedure) (*Standings, error) {
	stages := d.course.Stages()
	at := stages[slices.IndexFunc(stages, func(s *rule.Stage) bool { return s.Name == mark })]
	if n := at.Len(); n > maxStandings {
		return nil, &TooLarge{Runs: float64(n), Why: fmt.Sprintf("%d states at %q, of which %d are told apart", n, mark, maxStandings)}
	}
	s := &Standings{Mark: mark, nodes: slices.Clone(at.Nodes)}
	look := lookout{ctx: d.ctx}
	for i := range at.Len() {
		if look.stopped(rankWords) {
			return nil, d.ctx.Err()
		}
		s.Values = append(s.Values, p.Standing(at, i))
	}
	s.keep(p.StandingKeys(at))
	return s, nil
}

// keep keeps the keys by which the states differ.
func (s *Standings) keep(keys []rule.Key) {
	var differ []int
	for k, key := range keys {
		if slices.ContainsFunc(s.Values, func(v []string) bool { return v[k] != key.Default }) {
			differ = append(differ, k)
			s.Keys = append(s.Keys, key)
		} else {
			s.same = append(s.same, key)
		}
	}
	for i, all := range s.Values {
		some := make([]string, len(differ))
		for n, k := range differ {
			some[n] = all[k]
		}
		s.Values[i] = some
	}
	s.shorten()
}

// shorten names the only element of a list that differs by the list alone.
func (s *Standings) shorten() {
	list := func(path string) string {
		dot := strings.LastIndexByte(path, '.')
		if _, err := strconv.Atoi(path[dot+1:]); dot < 0 || err != nil {
			return ""
		}
		return path[:dot]
	}
	count := map[string]int{}
	for _, k := range s.Keys {
		count[list(k.Path)]++
	}
	for i, k := range s.Keys {
		if name := list(k.Path); name != "" && count[name] == 1 {
			s.Keys[i].Path = name
		}
	}
}

// Find returns the state that has the given values. What is not given may be
// anything, as long as only one state fits. The errors are [rule.BadSetting]s for
// keys and values that there are not; others say which states fit.
func (s *Standings) Find(settings []rule.Setting) (int, error) {
	var faults []error
	fits := func([]string) bool { return true }
	for _, x := range settings {
		at, value, err := s.read(x)
		if err != nil {
			faults = append(faults, &rule.BadSetting{Setting: x, Err: err})
			continue
		}
		if at >= 0 {
			before := fits
			fits = func(v []string) bool { return v[at] == value && before(v) }
		}
	}
	if len(faults) > 0 {
		return 0, errors.Join(faults...)
	}
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
		return 0, fmt.Errorf("it never stands so at the beginning of a %s", s.Mark)
	}
	return 0, s.ambiguous(found)
}

// read finds the key of a setting, or -1 for one in which all states are alike, and
// its value as states have it.
func (s *Standings) read(x rule.Setting) (at int, value string, err error) {
	for i, k := range s.Keys {
		if k.Path != x.Path {
			continue
		}
		var met []string
		for _, v := range s.Values {
			if means(k, v[i], x.Value) {
				return i, v[i], nil
			}
			met = append(met, v[i])
		}
		return 0, "", fmt.Errorf("%s: never %q at the beginning of a %s: it is %s", k.Path, x.Value, s.Mark, ranged(k, met))
	}
	var known []string
	for _, k := range s.Keys {
		known = append(known, k.Path)
	}
	for _, k := range s.same {
		if k.Path == x.Path {
			if !means(k, k.Default, x.Value) {
				return 0, "", fmt.Errorf("%s: never %q at the beginning of a %s: it is %s", k.Path, x.Value, s.Mark, k.Default)
			}
			return -1, "", nil
		}
	}
	return 0, "", fmt.Errorf("unknown key %q of a %s%s", x.Path, s.Mark, rule.Suggest(x.Path, known))
}

// means compares a value with what somebody wrote.
func means(k rule.Key, value, written string) bool {
	switch k.Kind {
	case "integer":
		n, err := strconv.Atoi(written)
		return err == nil && strconv.Itoa(n) == value
	case "yes/no":
		switch strings.ToLower(written) {
		case "true", "on", "1":
			written = "yes"
		case "false", "off", "0":
			written = "no"
		}
	}
	return strings.EqualFold(value, written)
}

// ranged says which values of a key there are.
func ranged(k rule.Key, met []string) string {
	slices.Sort(met)
	met = slices.Compact(met)
	if k.Kind != "integer" {
		return strings.Join(met, " or ")
	}
	least, most := 0, 0
	for i, v := range met {
		n, _ := strconv.Atoi(v) // it was written from a number
		if i == 0 {
			least, most = n, n
		}
		least, most = min(least, n), max(most, n)
	}
	return fmt.Sprintf("from %d to %d", least, most)
}

// ambiguous tells some of several states that fit, by what tells them apart.
func (s *Standings) ambiguous(found []int) error {
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
	return fmt.Errorf("%d states of a %s fit; say also: %s", len(found), s.Mark, strings.Join(list, "; or "))
}
