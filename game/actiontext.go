package game

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/usertext"
	"loophole/rule"
)

// domainNames are the names of a domain on one battlefield.
type domainNames struct {
	kind      string
	names     []string // nil for numbers
	values    map[string]int16
	low, high int16
}

// index prepares the look-up of names. It returns an error for a name that is not one word, is
// listed twice, or is a word of the actions.
func (n *domainNames) index(words map[string]bool) error {
	var faults []error
	n.values = make(map[string]int16, len(n.names))
	for i, name := range n.names {
		why := ""
		_, twice := n.values[name]
		switch {
		case twice:
			why = "is listed twice: give each a name of its own"
		case name == "" || strings.ContainsAny(name, ", \t\n\r"):
			why = "is not a single word: write it without spaces and commas"
		case words[strings.ToLower(name)]:
			why = "is a word of the actions of this game: give another name"
		}
		if why != "" {
			faults = append(faults, &setupError{name: name, err: fmt.Errorf("the %s %q %s", n.kind, name, why)})
		}
		n.values[name] = int16(i)
	}
	return errors.Join(faults...)
}

// within returns an error for a value without a name.
func (n *domainNames) within(v int16, s ParamInfo) error {
	switch {
	case s.Set && v == 0 && !s.Optional:
		return fmt.Errorf("name at least one %s", n.kind)
	case s.Set && (v < 0 || int(v) >= 1<<len(n.names)):
		return fmt.Errorf("%d is not a set of %d values", v, len(n.names))
	case s.Set || v == None && s.Optional:
		return nil
	case n.names == nil && (v < n.low || v > n.high):
		return fmt.Errorf("the number of %s %d is out of range: %d to %d", n.kind, v, n.low, n.high)
	case n.names != nil && (v < 0 || int(v) >= len(n.names)):
		return fmt.Errorf("there is no %s with the number %d", n.kind, v)
	}
	return nil
}

func (n *domainNames) print(v int16, s ParamInfo) string {
	if s.Set {
		var words []string
		for _, i := range SetMembers(v) {
			words = append(words, n.names[i])
		}
		return strings.Join(words, ",")
	}
	if n.names == nil {
		return strconv.Itoa(int(v))
	}
	return n.names[v]
}

// parse reads one word.
func (n *domainNames) parse(word string, s ParamInfo) (int16, error) {
	if !s.Set {
		return n.value(word)
	}
	set := int16(0)
	for _, w := range strings.Split(word, ",") {
		v, err := n.value(w)
		if err != nil {
			return 0, err
		}
		if set>>v&1 == 1 {
			return 0, fmt.Errorf("the %s %q is named twice", n.kind, w)
		}
		set |= 1 << v
	}
	return set, nil
}

func (n *domainNames) value(word string) (int16, error) {
	if n.names == nil {
		v, err := strconv.ParseInt(word, 10, 16)
		if err != nil || v < int64(n.low) || v > int64(n.high) || strconv.FormatInt(v, 10) != word {
			return 0, fmt.Errorf("%q is not a number of %s from %d to %d", usertext.Truncate(word), n.kind, n.low, n.high)
		}
		return int16(v), nil
	}
	if v, ok := n.values[word]; ok {
		return v, nil
	}
	for i, name := range n.names {
		if strings.EqualFold(name, word) {
			return int16(i), nil
		}
	}
	return 0, fmt.Errorf("unknown %s %q%s", n.kind, usertext.Truncate(word), rule.Suggest(usertext.Truncate(word), n.names))
}

// mostNamed is the largest number of names that an error lists.
const mostNamed = 12

// few lists the names of a domain that has few.
func (n *domainNames) few() string {
	if len(n.names) == 0 || len(n.names) > mostNamed {
		return ""
	}
	return fmt.Sprintf("; %s is one of %s", strings.ToUpper(n.kind), strings.Join(n.names, ", "))
}

// FormatAction writes an action as its one line: "move squad-a to C4". It writes an action in
// numbers if they are out of range.
func (f *Instance) FormatAction(a Action) string {
	if f.within(a) != nil {
		return fmt.Sprintf("action %d %v", a.Type, a.Args)
	}
	t := &f.Game.ActionTypes[a.Type]
	words := []string{t.Name}
	for i, s := range t.Params {
		v := a.Args[i]
		if s.Optional && (s.Set && v == 0 || !s.Set && v == None) {
			continue
		}
		if s.Word != "" {
			words = append(words, s.Word)
		}
		words = append(words, f.names[a.Type][i].print(v, s))
	}
	return strings.Join(words, " ")
}

// ParamRange returns the lowest and the highest value of an argument. An optional argument may also
// be [None], and a set may be 0.
func (f *Instance) ParamRange(actionType uint8, arg int) (low, high int) {
	n, s := &f.names[actionType][arg], f.Game.ActionTypes[actionType].Params[arg]
	low, high = int(n.low), int(n.high)
	if n.names != nil {
		low, high = 0, len(n.names)-1
	}
	switch {
	case s.Set && s.Optional:
		return 0, 1<<len(n.names) - 1
	case s.Set:
		return 1, 1<<len(n.names) - 1
	}
	return low, high
}

// mostLine bounds the text of an action, in bytes.
const mostLine = 1 << 10

// ParseAction parses the line of an action. It accepts upper and lower case, and sets in any order.
// The error says what is expected and suggests near names. ParseAction does not check whether the
// action is legal.
func (f *Instance) ParseAction(text string) (Action, error) {
	var a Action
	if len(text) > mostLine {
		return a, fmt.Errorf("game: an action of %d bytes; the most is %d", len(text), mostLine)
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return a, fmt.Errorf("game: say what to do: %s", strings.Join(f.typeNames(), ", "))
	}
	number := slices.IndexFunc(f.Game.ActionTypes, func(t ActionInfo) bool { return strings.EqualFold(t.Name, words[0]) })
	if number < 0 {
		return a, fmt.Errorf("game: no action begins with %q%s", usertext.Truncate(words[0]), rule.Suggest(usertext.Truncate(words[0]), f.typeNames()))
	}
	a.Type = uint8(number)
	t := &f.Game.ActionTypes[number]
	rest := words[1:]
	for i, s := range t.Params {
		var err error
		if a.Args[i], rest, err = f.argument(number, i, s, rest); err != nil {
			return Action{}, fmt.Errorf("game: %s: %w", t.Name, err)
		}
	}
	if len(rest) > 0 {
		return Action{}, fmt.Errorf("game: %s: unexpected %q: the form is %s", t.Name, usertext.Truncate(rest[0]), t.Usage())
	}
	return a, nil
}

// argument reads one argument from the front of the words.
func (f *Instance) argument(actionType, i int, s ParamInfo, words []string) (int16, []string, error) {
	absent := int16(0)
	if !s.Set {
		absent = None
	}
	if s.Word != "" {
		if len(words) == 0 || !strings.EqualFold(words[0], s.Word) {
			if s.Optional {
				return absent, words, nil
			}
			return 0, nil, fmt.Errorf("%q and %s are missing: the form is %s%s", s.Word, strings.ToUpper(s.Domain), f.Game.ActionTypes[actionType].Usage(), f.names[actionType][i].few())
		}
		words = words[1:]
	}
	if len(words) == 0 {
		if s.Optional && s.Word == "" {
			return absent, words, nil
		}
		return 0, nil, fmt.Errorf("%s is missing: the form is %s%s", strings.ToUpper(s.Domain), f.Game.ActionTypes[actionType].Usage(), f.names[actionType][i].few())
	}
	x, err := f.names[actionType][i].parse(words[0], s)
	return x, words[1:], err
}

// Usage returns the form of the line: "move UNIT to PLACE".
func (t ActionInfo) Usage() string {
	form := t.Name
	for _, s := range t.Params {
		part := strings.ToUpper(s.Domain)
		if s.Set {
			part += ",…"
		}
		if s.Word != "" {
			part = s.Word + " " + part
		}
		if s.Optional {
			part = "[" + part + "]"
		}
		form += " " + part
	}
	return form
}

func (f *Instance) typeNames() []string {
	var names []string
	for _, t := range f.Game.ActionTypes {
		names = append(names, t.Name)
	}
	return names
}

// Complete lists the words that can follow in a line that may still become a legal action: those
// that begin with the last, unfinished word, or any after a space. The list is empty if the line is
// complete or cannot become legal.
func (f *Instance) Complete(p Position, line string) ([]string, error) {
	legal, err := f.Legal(p)
	if err != nil || len(line) > mostLine {
		return nil, err
	}
	done := strings.Fields(line)
	part := ""
	if n := len(done); n > 0 && !strings.HasSuffix(line, " ") {
		done, part = done[:n-1], strings.ToLower(done[n-1])
	}
	var next []string
	seen := map[string]bool{}
	for _, a := range legal {
		words := strings.Fields(f.FormatAction(a))
		if len(words) <= len(done) || !slices.EqualFunc(words[:len(done)], done, strings.EqualFold) {
			continue
		}
		if w := words[len(done)]; !seen[w] && strings.HasPrefix(strings.ToLower(w), part) {
			seen[w] = true
			next = append(next, w)
		}
	}
	return next, nil
}
