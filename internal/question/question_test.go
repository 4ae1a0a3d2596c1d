package question_test

import (
	"slices"
	"testing"

	"loophole/internal/question"
	"loophole/rule"
)

func TestParse(t *testing.T) {
	p := question.Param{Name: "--ruling", Prefix: "rulings.", Form: "NAME=READING", Placed: true}
	list, err := p.Parse([]string{"a=b=c", "d="})
	want := []rule.Setting{{Path: "rulings.a", Value: "b=c", Place: "--ruling a=b=c"}, {Path: "rulings.d", Place: "--ruling d="}}
	if err != nil || !slices.Equal(list, want) {
		t.Error(list, err)
	}
	_, err = p.Parse([]string{"a", "b=c", "=d"})
	if err == nil || err.Error() != "--ruling: \"a\" is not NAME=READING\n--ruling: \"=d\" is not NAME=READING" {
		t.Error(err)
	}
}

func TestEvents(t *testing.T) {
	p := &rule.Procedure{Name: "volley", Events: []rule.Label{{Name: "wounded"}, {Name: "kill"}}}
	for _, x := range []struct {
		names []string
		want  []int
	}{{nil, []int{0, 1}}, {[]string{"kill"}, []int{1}}} {
		if got, err := question.Events(p, x.names); err != nil || !slices.Equal(got, x.want) {
			t.Error(x.names, got, err)
		}
	}
	if _, err := question.Events(p, []string{"kil"}); err == nil || err.Error() != `volley: unknown event "kil"; did you mean kill?` {
		t.Error(err)
	}
}
