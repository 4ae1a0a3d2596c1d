package scene

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// farm is a house of two storeys, a wood, and units in and around it.
func farm() *Scene {
	return &Scene{
		Title: "Test: farm", Headline: "Turn 2 of 6, Red to act", Unit: "inch", Sides: [2]string{"Red", "Blue"},
		Areas: []Area{
			{Name: "table", Kind: "open", Outline: []Point{{0, 0}, {24000, 0}, {24000, 16000}, {0, 16000}}},
			{Name: "orchard", Kind: "wood", Outline: []Point{{1000, 1000}, {7000, 1000}, {7000, 6000}, {1000, 6000}}, Label: true},
		},
		Structures: []Structure{
			{
				Name: "house", Outline: []Point{{12000, 5000}, {20000, 5000}, {20000, 11000}, {12000, 11000}}, Standing: true,
				Condition: "burning", Markers: []string{"objective"},
				Floors: []Floor{
					{Name: "ground", Pieces: []Piece{{Name: "guards", Side: 1, Strength: 8, Markers: []string{"2 pins"}}}},
					{Name: "1", Pieces: []Piece{{Name: "mg", Side: 1, Kind: Team, Strength: 3}, {Name: "major", Side: 1, Kind: Character}}},
				},
			},
			{Name: "barn", Outline: []Point{{3000, 10000}, {8000, 10000}, {8000, 14000}, {3000, 14000}}, Condition: "rubble", Floors: []Floor{{Name: "rubble"}}},
		},
		Openings: []Opening{
			{Name: "north-door", Kind: "door", At: Point{16000, 11000}, In: []Wall{{"house", "ground", "north"}}},
			{Name: "hatch", Kind: "gap", At: Point{16000, 8000}, In: []Wall{{"house", "1", ""}}},
		},
		Pieces: []Piece{
			{Name: "first", Strength: 9, At: Point{4000, 3000}, Where: "orchard"},
			{Name: "tank", Kind: Vehicle, At: Point{10000, 2000}, Where: "lane"},
		},
		Lines: []Line{
			{Piece: "first", Target: "guards", From: Point{4000, 3000}, To: Point{12000, 8000}, Clear: true, Length: 9434, Text: "from the orchard to a window of the house that is in the first third of its west wall; soft cover; short range", Clauses: []string{"t.sight", "t.cover"}},
			{Piece: "first", Target: "major", From: Point{4000, 3000}, To: Point{16000, 8000}, Length: 13000, Text: "the wall & the barn"},
		},
		Notes: []string{"A & B < C"},
	}
}

func golden(t *testing.T, name, have string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(have), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if have != string(want) {
		t.Errorf("%s differs; go test -update rewrites it:\n%s", name, have)
	}
}

func TestText(t *testing.T) {
	s := farm()
	have := s.Text(78)
	golden(t, "farm.txt", have)
	for _, line := range strings.Split(have, "\n") {
		if n := len([]rune(line)); n > 78 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
	// All pieces are in the picture.
	for _, name := range []string{"guards 8 (2 pins)", "mg 3", "major", "[first:i]", "[tank:V]", "house, burning", "barn, rubble", "orchard", "A & B < C", "north-door: door, north", "hatch: gap", "9.434″", "13″", "blocked"} {
		if !strings.Contains(have, name) {
			t.Errorf("%q is missing", name)
		}
	}
}

// TestSVG: the drawing is XML with a title, and contains every name.
func TestSVG(t *testing.T) {
	s := farm()
	var b strings.Builder
	if err := s.SVG(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "farm.svg", b.String())
	d := xml.NewDecoder(strings.NewReader(b.String()))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"Red infantry first 9", "Blue team mg 3", "door north-door", "house, burning", `class="sight blocked"`, "first to major, 13″, blocked: the wall &amp; the barn"} {
		if !strings.Contains(b.String(), name) {
			t.Errorf("%q is missing", name)
		}
	}
}

// TestOdd: scenes without a plan, with points only, and with long names can be drawn.
func TestOdd(t *testing.T) {
	for _, s := range []*Scene{
		{},
		{Pieces: []Piece{{Name: "alone", Side: 1}}},
		{Pieces: []Piece{{Name: strings.Repeat("long", 40)}, {Name: "other", At: Point{5, 5}}}},
		{Structures: []Structure{{Name: strings.Repeat("house", 30), Floors: []Floor{{}}}}},
	} {
		s.Text(40)
		if err := s.SVG(io.Discard); err != nil {
			t.Error(err)
		}
	}
}

// TestCrowded: words on the plan do not overlap. Words without room are listed below it.
func TestCrowded(t *testing.T) {
	s := Scene{Unit: "inch", Sides: [2]string{"Red", "Blue"}, Areas: []Area{{Name: "orchard", Kind: "wood", Label: true, Outline: []Point{{0, 0}, {20000, 0}, {20000, 8000}, {0, 8000}}}}}
	for i := range 20 {
		s.Pieces = append(s.Pieces, Piece{Name: fmt.Sprintf("squad-%02d", i), Side: i % 2, At: Point{10000, 4000}})
	}
	text := s.Text(80)
	plan, rest, ok := strings.Cut(text, "too close to others to be written: ")
	if !ok {
		t.Fatalf("everything found room:\n%s", text)
	}
	rest, _, _ = strings.Cut(rest, "\n")
	written := 0
	for _, p := range s.Pieces {
		on, below := strings.Contains(plan, p.sign()), strings.Contains(rest, p.sign())
		if on == below {
			t.Errorf("%s: on the plan %v, below it %v", p.Name, on, below)
		}
		if on {
			written++
		}
	}
	if written < 3 {
		t.Errorf("only %d have room:\n%s", written, text)
	}
}
