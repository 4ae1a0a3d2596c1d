package ground

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestParsePoints(t *testing.T) {
	p, err := ParsePolygon(" 0,0 6,0\n6,6.25 (0,6.25) ")
	if err != nil || !slices.Equal(p, Polygon{At(0, 0), At(6, 0), {6000, 6250}, {0, 6250}}) {
		t.Error(p, err)
	}
	for _, s := range []string{"0,0 6", "0,0,0", "a,b", "(1,2", "1,2)", ",1", "1,"} {
		if p, err := ParsePolygon(s); err == nil {
			t.Errorf("%q is read as %v", s, p)
		}
	}
	_, err = ParsePoint("6;2")
	if err == nil || err.Error() != `ground: "6;2" is not a point: write inches east and north, such as 6,2.5` {
		t.Error(err)
	}
}

// TestJSON writes a plan and a set of destroyed parts, and reads both back.
func TestJSON(t *testing.T) {
	text, err := json.Marshal(farm())
	if err != nil {
		t.Fatal(err)
	}
	var l Plan
	if err := json.Unmarshal(text, &l); err != nil {
		t.Fatal(err)
	}
	again, _ := json.Marshal(l)
	if string(again) != string(text) {
		t.Errorf("%s\n%s", text, again)
	}
	if m := mustMap(t, l); m.FromSection(0, At(13, -4)) != 4*Inch || m.Opening(0).Kind != Door || m.Wall(0).Material != Brick {
		t.Error("the farm read back is another farm")
	}
}

func TestRuinsText(t *testing.T) {
	r := Destroyed{}.Fallen(1).Fallen(127).Removed(0).Removed(64)
	if text, _ := r.MarshalText(); string(text) != "s1 s127 f0 f64" {
		t.Errorf("%s", text)
	}
	for _, s := range []string{"s", "s128", "f128", "x1", "1", "s-1", "s+1"} {
		if err := new(Destroyed).UnmarshalText([]byte(s)); err == nil {
			t.Errorf("%q is read", s)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var r, back Destroyed
		for range rapid.IntRange(0, 9).Draw(t, "n") {
			r = r.Fallen(SectionID(rapid.IntRange(0, MaxSections-1).Draw(t, "s"))).Removed(FeatureID(rapid.IntRange(0, MaxFeatures-1).Draw(t, "f")))
		}
		text, _ := r.MarshalText()
		if err := back.UnmarshalText(text); err != nil || back != r {
			t.Fatalf("%s: %v", text, err)
		}
	})
}

func FuzzParsePolygon(f *testing.F) {
	for _, s := range []string{"0,0 6,0 6,6 0,6", "(1,2)", "1/4,2 3,4", "0,0 12,0 12,6 6,6 6,12 0,12", "-500,-500 500,500 -500,500"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePolygon(s)
		if err != nil {
			return
		}
		text, _ := p.MarshalText()
		if back, err := ParsePolygon(string(text)); err != nil || !slices.Equal(back, p) {
			t.Fatalf("%q writes %q, which reads %v, %v", s, text, back, err)
		}
		if p.Check() != nil {
			return
		}
		m, err := New(Plan{Structures: []Structure{hut("house", p, Inch)}})
		if err != nil {
			t.Fatal(err)
		}
		if d := m.FromSection(0, p[0]); d != 0 || p.Locate(p[0]) != Edge || overlap(&m.sections[0].shape, &m.sections[0].shape) == false {
			t.Fatal("a lawful plan that does not hold its own corner", d)
		}
	})
}

// FuzzLayout reads plans from JSON. Every plan is rejected with faults or answers all questions.
func FuzzLayout(f *testing.F) {
	text, _ := json.Marshal(farm())
	f.Add(text)
	f.Add([]byte(`{"Structures":[{"Name":"a","Sections":[{"Plan":"0,0 9,0 0,9","Storeys":[{"Height":"3"}]}]}],"Features":[{"Name":"f","Line":["0,0","9,9"]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var l Plan
		if json.Unmarshal(text, &l) != nil {
			return
		}
		m, err := New(l)
		if err != nil {
			if len(err.(Faults)) == 0 {
				t.Fatal("refused without a fault")
			}
			return
		}
		a, b := eye(-3, 1, Inch), eye(30, 7, 0)
		if m.Sight(a, b, Destroyed{}) != m.Sight(b, a, Destroyed{}) {
			t.Fatal("not the same way back")
		}
		there, ok := m.Walk(a.Point, b.Point, Destroyed{})
		if back, too := m.Walk(b.Point, a.Point, Destroyed{}); back != there || ok != too {
			t.Fatal("not as far back")
		}
		for s := range SectionID(m.Sections()) {
			lo, hi := m.Storeys(s)
			for k := lo; k <= hi; k++ {
				m.NearestWall(Floor{s, int8(k)}, a, Destroyed{})
				m.Exits(Floor{s, int8(k)})
			}
		}
	})
}
