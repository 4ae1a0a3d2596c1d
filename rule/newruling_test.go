package rule_test

import (
	"reflect"
	"strings"
	"testing"

	"loophole/rule"
)

func TestNewRuling(t *testing.T) {
	got := rule.NewRuling("half", "a.half", "How is a half rounded?", "up", "up: in favour of the many", "down", "down").WithExample("volley count=3").AsOption()
	want := rule.Ruling{
		Name: "half", Cite: "a.half", Question: "How is a half rounded?", Option: true, Example: "volley count=3",
		Readings: []rule.Reading{{Name: "up", Gist: "up: in favour of the many"}, {Name: "down", Gist: "down"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic for a reading without a gist")
		}
	}()
	odd := strings.Fields("up")
	rule.NewRuling("half", "a.half", "How is a half rounded?", odd...)
}
