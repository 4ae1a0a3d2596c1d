package endpoint

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// limits are the limits of a value in the tags of its field. A nil limit does not apply.
type limits struct {
	minLength, maxLength *int // characters of a text
	minItems, maxItems   *int
	maxProperties        *int
	minimum, maximum     *float64
	enum                 []string
	pattern              *class
}

// limitsOf reads the tags of a field. It panics if a tag is not a number.
func limitsOf(tag reflect.StructTag) (l limits) {
	whole := func(name string) *int {
		text, ok := tag.Lookup(name)
		if !ok {
			return nil
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			panic("endpoint: " + name + ": " + err.Error())
		}
		return &n
	}
	number := func(name string) *float64 {
		n := whole(name)
		if n == nil {
			return nil
		}
		x := float64(*n)
		return &x
	}
	l = limits{
		minLength: whole("minLength"), maxLength: whole("maxLength"), minItems: whole("minItems"), maxItems: whole("maxItems"),
		maxProperties: whole("maxProperties"), minimum: number("minimum"), maximum: number("maximum"),
	}
	if words, ok := tag.Lookup("enum"); ok {
		l.enum = strings.Split(words, ",")
	}
	if text, ok := tag.Lookup("pattern"); ok {
		l.pattern = classOf(text)
	}
	return l
}

// text checks a text.
func (l *limits) text(at, text string, bad *InvalidError) {
	n := utf8.RuneCountInString(text)
	switch {
	case l.minLength != nil && n < *l.minLength:
		bad.add(at, fmt.Sprintf("it has %d characters; the least is %d", n, *l.minLength), text)
	case l.maxLength != nil && n > *l.maxLength:
		bad.add(at, fmt.Sprintf("it has %d characters; the most is %d", n, *l.maxLength), text)
	case l.enum != nil && !slices.Contains(l.enum, text):
		bad.add(at, "it must be one of: "+strings.Join(l.enum, ", "), text)
	case l.pattern != nil && !l.pattern.matches(text):
		bad.add(at, "it must match "+l.pattern.text, text)
	}
}

// number checks a number.
func (l *limits) number(at string, x float64, bad *InvalidError) {
	switch {
	case l.minimum != nil && x < *l.minimum:
		bad.add(at, fmt.Sprintf("it must be at least %.0f", *l.minimum), x)
	case l.maximum != nil && x > *l.maximum:
		bad.add(at, fmt.Sprintf("it must be at most %.0f", *l.maximum), x)
	}
}

// list checks the length of a list.
func (l *limits) list(at string, n int, bad *InvalidError) {
	switch {
	case l.minItems != nil && n < *l.minItems:
		bad.add(at, fmt.Sprintf("it has %d values; the least is %d", n, *l.minItems), nil)
	case l.maxItems != nil && n > *l.maxItems:
		bad.add(at, fmt.Sprintf("it has %d values; the most is %d", n, *l.maxItems), nil)
	}
}

// properties checks the number of an object's names.
func (l *limits) properties(at string, n int, bad *InvalidError) {
	if l.maxProperties != nil && n > *l.maxProperties {
		bad.add(at, fmt.Sprintf("it has %d names; the most is %d", n, *l.maxProperties), nil)
	}
}

// A class is a pattern of the form ^[a-z0-9_-]+$ or ^[a-z]{64}$: characters, and how many. Package regexp
// would be a thirtieth of the program for browsers.
type class struct {
	text  string
	holds [128]bool
	n     int // 0: one or more
}

// classOf reads a pattern. It panics for one of another form.
func classOf(text string) *class {
	c := &class{text: text}
	inner, many, ok := strings.Cut(strings.TrimPrefix(text, "^["), "]")
	many, ended := strings.CutSuffix(many, "$")
	if ok = ok && ended && strings.HasPrefix(text, "^["); ok && many != "+" {
		n, err := strconv.Atoi(strings.Trim(many, "{}"))
		c.n, ok = n, err == nil && n > 0
	}
	for i := 0; ok && i < len(inner); i++ {
		last := i
		if i+2 < len(inner) && inner[i+1] == '-' {
			last = i + 2
		}
		if ok = inner[i] < 128 && inner[last] < 128 && inner[i] != '\\' && inner[i] != '^'; !ok {
			break
		}
		for x := inner[i]; x <= inner[last]; x++ {
			c.holds[x] = true
		}
		i = last
	}
	if !ok {
		panic("endpoint: a pattern is ^[characters]+$ or ^[characters]{number}$, not " + text)
	}
	return c
}

func (c *class) matches(text string) bool {
	if text == "" || c.n > 0 && len(text) != c.n {
		return false
	}
	for i := range len(text) {
		if text[i] >= 128 || !c.holds[text[i]] {
			return false
		}
	}
	return true
}
