package fieldtags

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
)

type colour uint8

func (colour) Names() []string { return []string{"red", "green"} }

type inner struct {
	NoStairs bool
	MGs      int `min:"-1"`
}

type outer struct {
	inner
	Lead   int8 `key:"lead" table:"units" doc:"the unit" unit:"pieces" max:"9"`
	Side   int  `of:"sides"`
	Paint  colour
	Pair   [2]int `each:"one,other"`
	hidden int
}

func TestFields(t *testing.T) {
	var keys []string
	var hidden []string
	Fields(reflect.ValueOf(&outer{hidden: 1}).Elem(), func(f Field) {
		keys = append(keys, f.Key)
		if !f.Exported {
			hidden = append(hidden, f.Key)
		}
	})
	if got := fmt.Sprint(keys, hidden); got != "[no-stairs mgs lead side paint pair hidden] [hidden]" {
		t.Error(got)
	}
}

func TestTags(t *testing.T) {
	rows := func(table string) ([]string, bool) { return []string{"tiger"}, table == "units" }
	lists := map[string][]string{"sides": {"German", "Soviet"}}
	want := map[string]string{
		"no-stairs": "0 9 []", "mgs": "-1 9 []", "lead": "0 9 [none tiger]", "side": "0 9 [German Soviet]",
		"paint": "0 9 [red green]", "pair": "0 9 []", "hidden": "0 9 []",
	}
	Fields(reflect.ValueOf(outer{}), func(f Field) {
		lo, hi := f.Tags.Range(0, 9)
		if got := fmt.Sprint(lo, hi, Names(f.Value, f.Tags, rows, lists)); got != want[f.Key] {
			t.Errorf("%s: %s, want %s", f.Key, got, want[f.Key])
		}
		if f.Key == "lead" && (f.Tags.Doc() != "the unit" || f.Tags.Unit() != "pieces" || f.Tags.Table() != "units") {
			t.Error("lead has other texts")
		}
		if f.Key == "pair" && !slices.Equal(f.Tags.Each(), []string{"one", "other"}) {
			t.Error("the elements have other names")
		}
	})
}

func TestInt(t *testing.T) {
	x := struct {
		A int8
		B uint16
	}{}
	v := reflect.ValueOf(&x).Elem()
	SetInt(v.Field(0), -3)
	SetInt(v.Field(1), 7)
	if Int(v.Field(0)) != -3 || Int(v.Field(1)) != 7 {
		t.Error(x)
	}
}

// TestFault: a bound that no reader heeds is a fault.
func TestFault(t *testing.T) {
	for _, c := range []struct {
		tag  Tags
		of   any
		want bool
	}{
		{`min:"1" max:"9"`, 0, false},
		{`min:"1" max:"9"`, []int{}, false}, // of each number
		{`max:"9"`, [2]uint8{}, false},
		{`least:"1" most:"9"`, []inner{}, false},
		{`max:"9"`, []inner{}, true},
		{`min:"1"`, "", true},
		{`max:"9"`, false, true},
		{`least:"1"`, [2]inner{}, true},
		{`most:"1"`, 0, true},
		{`max:"nine"`, 0, true},
		{`max:""`, 0, true},
		{`unitt:"men"`, 0, true},
		{`key:"men" lest:"2" doc:"a: \"b\" c"`, []int{}, true},
		{`key:"men" doc:"a: \"b\" c:" unit:"men" of:"sides"`, 0, false},
		{`each:"near,far"`, [2]int{}, true}, // of situations only
	} {
		if err := c.tag.Fault(InSetup, reflect.TypeOf(c.of)); (err != nil) != c.want {
			t.Errorf("%s of %T: %v", c.tag, c.of, err)
		}
	}
}
