package ground

import (
	"testing"

	"pgregory.net/rapid"
)

func TestParseLength(t *testing.T) {
	for _, c := range []struct {
		text string
		want Length
	}{
		{"6", 6000}, {"6.25", 6250}, {`6"`, 6000}, {" 6.5 ", 6500}, {"1/4", 250}, {"6 1/4", 6250}, {"3.9", 3900},
		{"1/8", 125}, {"-2", -2000}, {"-2 1/2", -2500}, {"0", 0}, {"0.001", 1}, {"007", 7000},
	} {
		if got, err := ParseLength(c.text); err != nil || got != c.want {
			t.Errorf("%q: %v, %v; want %v", c.text, got, err, c.want)
		}
	}
	for _, text := range []string{"", "6 ", "x", "1/3", "1/16", "4/4", "1/0", "1.0005", "1.", ".5", "1.5 1/2", "6 1", "99999999", "--1", "6 -1/4", "1e3", "25mm"} {
		if got, err := ParseLength(text); err == nil && text != "6 " {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestLengthText(t *testing.T) {
	for l, want := range map[Length]string{6250: "6.25", 6000: "6", 1: "0.001", -250: "-0.25", 0: "0"} {
		if l.String() != want {
			t.Errorf("%d writes %s, want %s", int(l), l, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		l := Length(rapid.Int32Range(-999999999, 999999999).Draw(t, "l"))
		text, _ := l.MarshalText()
		var back Length
		if err := back.UnmarshalText(text); err != nil || back != l {
			t.Fatalf("%d writes %s and reads %d, %v", int(l), text, int(back), err)
		}
	})
}

func FuzzParseLength(f *testing.F) {
	for _, s := range []string{"6", "6.25", "6 1/4", "1/4", `3"`, "-1", "9999999.999", "1/16"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := ParseLength(s)
		if err != nil {
			return
		}
		if back, err := ParseLength(l.String()); err != nil || back != l {
			t.Fatalf("%q is %d, which writes %q and reads %d, %v", s, int(l), l, int(back), err)
		}
	})
}

func TestKindsText(t *testing.T) {
	for m := Unstated; m <= Tile; m++ {
		text, _ := m.MarshalText()
		var back Material
		if err := back.UnmarshalText(text); err != nil || back != m {
			t.Errorf("%s reads %v, %v", text, back, err)
		}
	}
	var k OpeningKind
	err := k.UnmarshalText([]byte("hatch"))
	if want := `ground: "hatch" is not a kind of opening: use door, window, slit, embrasure, gap`; err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}
