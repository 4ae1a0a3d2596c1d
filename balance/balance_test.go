package balance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"loophole/balance"
	"loophole/game"
	_ "loophole/internal/lazygc"
	"loophole/match"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/winprob"
)

func base(t *testing.T, ruleset, name string) *balance.Base {
	t.Helper()
	g, err := rulesets.Game(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Find(ruleset, name)
	if err != nil {
		t.Fatal(err)
	}
	return &balance.Base{Game: g, Scenario: s}
}

func start(t *testing.T, b *balance.Base) *game.Instance {
	t.Helper()
	f, err := b.Instance(nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var cautious = [2]string{"cautious", "cautious"}

// TestReport checks what must hold in any report, and that it does not depend on the number of
// goroutines.
func TestReport(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, x := range [][2]string{{"tideofiron", "stairs"}, {"lasergrenadiers", "bastion"}} {
		t.Run(x[0], func(t *testing.T) {
			t.Parallel()
			f := start(t, base(t, x[0], x[1]))
			report := func(workers int) *balance.Report {
				r, err := balance.NewReport(t.Context(), f, []string{"random", "cautious"}, cautious,
					balance.Options{Games: 30, Seed: 5, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			r := report(1)
			if other := report(3); !reflect.DeepEqual(r, other) {
				t.Error("the report depends on the number of goroutines")
			}
			checkReport(t, f, r)
		})
	}
}

func TestReportErrors(t *testing.T) {
	f := start(t, base(t, "tideofiron", "stairs"))
	for games, want := range map[int]string{-1: "must not be negative", 100_001: "play at most 100000"} {
		if _, err := balance.NewReport(t.Context(), f, []string{"random"}, cautious, balance.Options{Games: games}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%d games: %v, want %q", games, err, want)
		}
	}
}

func checkReport(t *testing.T, f *game.Instance, r *balance.Report) {
	t.Helper()
	// The report's pairing is also a cell of its matrix, and was played with the same games.
	if !reflect.DeepEqual(r.Score, r.Matrix[1].Scores[1]) {
		t.Errorf("the score is %+v, in the matrix %+v", r.Score, r.Matrix[1].Scores[1])
	}
	if s := r.Score; s.Won[0]+s.Won[1]+s.Won[2] != 30 || s.LessLuck == nil || s.Games != 30 {
		t.Errorf("score %+v", s)
	}
	sum := func(list []balance.Share) (all float64) {
		for _, s := range list {
			all += s.Share
		}
		return all
	}
	drawn := float64(r.Score.Won[2]) / 30
	if v := sum(r.Rounds); math.Abs(v-1) > 1e-9 {
		t.Errorf("the shares of rounds add up to %v", v)
	}
	if v := sum(r.Decided.Settled); math.Abs(v-(1-drawn)) > 1e-9 {
		t.Errorf("%v of the games are settled, %v are drawn", v, drawn)
	}
	won := map[string]float64{}
	for _, e := range r.Endings {
		won[e.Winner] += e.Share
	}
	for i, side := range append(r.Sides[:], "") {
		if math.Abs(won[side]-float64(r.Score.Won[i])/30) > 1e-9 {
			t.Errorf("endings give %q %v of the games, the score %d of 30", side, won[side], r.Score.Won[i])
		}
	}
	s, _ := f.Scene(f.Start)
	for _, u := range r.Units {
		if u.Lives < 0 || u.Lives > 1 || u.Models > 0 && u.Left > float64(u.Models)*u.Lives+1e-9 {
			t.Errorf("unit %+v", u)
		}
	}
	if len(r.Units) < len(s.PieceNames()) {
		t.Errorf("%d units, %d on the map at the start", len(r.Units), len(s.PieceNames()))
	}
	w := r.Swing
	if !(w.Game > 0) || w.Game > w.Dice+w.Decisions+1e-9 || len(w.Actions) == 0 || len(w.Clauses) == 0 {
		t.Errorf("swing %+v", w)
	}
	for i, p := range w.Clauses {
		off := math.Abs(p.Each*p.Times - p.Share*w.Game)
		if p.Gist == "" || p.Share > 1+1e-9 || off > 1e-9 || i > 0 && w.Clauses[i-1].Share < p.Share {
			t.Errorf("clause %+v", p)
		}
	}
	if l := r.Length; l.Lower > l.Median || l.Median > l.Upper || l.Lower < 1 || l.Rounds < 1 {
		t.Errorf("length %+v", l)
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
}

// TestVary checks that each cell is the series of the changed scenario, and that the score follows
// an advantage.
func TestVary(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	b := base(t, "d20skirmish", "arnhem")
	axes := []balance.Axis{
		{Path: "setup.rounds", Values: []string{"3", "7"}},
		{Path: "facts.activation.actions", Values: []string{"2", "3"}},
	}
	o := balance.Options{Games: 24, Seed: 9}
	table, err := balance.Vary(t.Context(), b, axes, cautious, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Cells) != 4 {
		t.Fatalf("%d cells", len(table.Cells))
	}
	f, err := b.Instance([]rule.Setting{
		{Path: "setup.rounds", Value: "7"},
		{Path: "facts.activation.actions", Value: "2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := balance.Play(t.Context(), f, cautious, o)
	if err != nil {
		t.Fatal(err)
	}
	x, want := table.Cells[2], balance.ScoreOf(s)
	if !reflect.DeepEqual(x.Values, []string{"7", "2"}) || !reflect.DeepEqual(x.Score, want) {
		t.Errorf("the cell is %+v, the series %+v", x, want)
	}
	// The British must last, so fewer rounds are better for them.
	if few, many := table.Cells[0].Score.Best().Mean, table.Cells[2].Score.Best().Mean; few < many+0.1 {
		t.Errorf("a score of %v in 3 rounds, of %v in 7", few, many)
	}
}

// TestVaryErrors checks that wrong paths and values are errors with a place and a remedy, before
// a game is played.
func TestVaryErrors(t *testing.T) {
	b := base(t, "d20skirmish", "arnhem")
	played := balance.Options{Games: 1, Progress: func(int, int) { t.Error("a game was played") }}
	for _, x := range []struct{ axis, want string }{
		{"setup.roundz=3..4", `arnhem.yaml:21:3: setup: unknown key "roundz"; did you mean rounds?`},
		{"setup.teamz.1.men=3", `there is no "teamz"; did you mean teams?`},
		{"setup.teams.commandos.men=3", `no element has the name or number "commandos"`},
		{"setup.teams.1.men=8..12", `arnhem.yaml:61:96: setup.teams.1.at: place corridor: 10 characters`},
		{"setup.teams.1.men=30", `30 is out of range: 1 to 10`},
		{"facts.activation.action=3", `did you mean activation.actions`},
		{"rulings.killed=x,y", `rulings.killed=x`},
		{"units.guards=3", `unknown section "units"`},
		{"rounds=5..6", `rounds=5: unknown section "rounds"; did you mean setup.rounds?`},
	} {
		a, err := balance.ParseAxis(x.axis)
		if err != nil {
			t.Fatal(err)
		}
		_, err = balance.Vary(t.Context(), b, []balance.Axis{a}, cautious, played)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v\nwant %s", x.axis, err, x.want)
		}
	}
	a := balance.Axis{Path: "setup.rounds", Values: []string{"3"}}
	many := balance.Axis{Path: "setup.helmets.1", Values: make([]string, balance.MostCells+1)}
	for _, axes := range [][]balance.Axis{nil, {a, a}, {a, many}, {a, many, a}} {
		if _, err := balance.Vary(t.Context(), b, axes, cautious, played); err == nil {
			t.Errorf("%d axes are accepted", len(axes))
		}
	}
	_, err := balance.Vary(t.Context(), b, []balance.Axis{a}, [2]string{"cautios", "random"}, played)
	if err == nil || !strings.Contains(err.Error(), "did you mean cautious?") {
		t.Errorf("an unknown policy: %v", err)
	}
}

// TestParseAxis reads ranges and lists.
func TestParseAxis(t *testing.T) {
	for text, want := range map[string][]string{
		"setup.rounds=3..5":       {"3", "4", "5"},
		"setup.x=-1..1":           {"-1", "0", "1"},
		"setup.rounds=4":          {"4"},
		"rulings.a=before, after": {"before", "after"},
	} {
		if a, err := balance.ParseAxis(text); err != nil || !reflect.DeepEqual(a.Values, want) {
			t.Errorf("%s: %v, %v", text, a.Values, err)
		}
	}
	for text, want := range map[string]string{
		"setup.rounds": "give PATH=VALUES", "=3": "give PATH=VALUES", "a=": "give PATH=VALUES",
		"a=3..x": "two whole numbers", "a=5..3": "write a=3..5",
		"a=1..1000": "at most 100 cells", "a=1,1": "give each value once", "a=1,": "none empty",
	} {
		if _, err := balance.ParseAxis(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", text, err, want)
		}
	}
}

// TestSample checks that the sample is a record that replays to its end, the same each time.
func TestSample(t *testing.T) {
	f := start(t, base(t, "tideofiron", "stairs"))
	write := func() (string, *balance.Sample) {
		var b bytes.Buffer
		s, err := balance.WriteSample(t.Context(), &b, f, cautious, "test", balance.Options{Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		return b.String(), s
	}
	text, s := write()
	if again, _ := write(); again != text {
		t.Error("the sample differs from one of the same seed")
	}
	file, err := match.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := match.Resume(file, rulesets.Game, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Status() != s.End || m.ActionCount() != s.Actions || !s.End.Over || s.Seed < 7 || s.Seed >= 7+uint64(s.Of) {
		t.Errorf("%+v; the record has %d actions and ends %+v", s, m.ActionCount(), m.Status())
	}
}

// TestCancel checks that a cancelled series is an error.
func TestCancel(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	f := start(t, base(t, "tideofiron", "stairs"))
	_, err := balance.Play(ctx, f, cautious, balance.Options{Games: 1 << 20, Workers: 1, Progress: func(done, _ int) {
		if done == 2 {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := balance.Matrix(t.Context(), f, nil, balance.Options{}); err == nil {
		t.Error("a matrix without policies")
	}
}

// TestDoubts: a report says what ± does not contain, and where a model misleads a level.
func TestDoubts(t *testing.T) {
	score := func(mean float64) balance.Score {
		stdErr := 0.05
		return balance.Score{Plain: balance.Mean{Mean: mean, StdErr: &stdErr}}
	}
	r := &balance.Report{
		Sides: [2]string{"Raiders", "Guards"},
		Matrix: []balance.Row{
			{Policy: "cautious", Scores: []balance.Score{score(0.72), score(0.40)}},
			{Policy: "sergeant", Scores: []balance.Score{score(0.15), score(0.35)}},
		},
	}
	if got := r.Doubts(); got != nil {
		t.Errorf("doubts without a model: %q", got)
	}
	r.Model = &winprob.Quality{Games: 300, Brier: 0.104, Constant: 0.105}
	got := strings.Join(r.Doubts(), "\n")
	for _, want := range []string{"Brier score is 0.104; that of a constant is 0.105, so it knows hardly more",
		"± does not contain the model's error", "As Raiders against cautious, sergeant scores less than cautious"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %q", want, got)
		}
	}
	if strings.Count(got, "scores less") != 1 {
		t.Errorf("too many warnings: %q", got)
	}
	table := &balance.Table{Policies: [2]string{"cautious", "cautious"}}
	if got := table.Doubts(); got != nil {
		t.Errorf("doubts of cautious: %q", got)
	}
	table.Policies[1] = "sergeant"
	if got := table.Doubts(); len(got) != 1 || !strings.Contains(got[0], "± does not contain") {
		t.Errorf("doubts of sergeant: %q", got)
	}
}
