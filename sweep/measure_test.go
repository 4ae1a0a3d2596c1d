package sweep_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"loophole/balance"
	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/sweep"
)

// measured measures all that games have, over several seeds, and some of what a question has.
const measured = `
format: 1
name: measured
seeds: [5..6]
games: 14
shard: 5
measure: [units, buildings-lost, score, won, actions, rounds, lost, last-round, endings]
policies: [[random, random]]
scenarios:
  - {scenario: stairs, vary: [setup.rounds=2..3]}
  - {scenario: worked, seeds: 1, measure: [rounds, objectives-held]}
questions:
  - {ruleset: tideofiron, procedure: attack, example: worked, vary: [level=0..1], measure: [casualties, casualty]}
  - {ruleset: lasergrenadiers, procedure: opening, measure: hit}
`

// TestMeasures compares what is measured with games that are played one at a time, and added up here.
func TestMeasures(t *testing.T) {
	p := plan(t, measured)
	r := reread(t, run(t, p, p.Result(), sweep.Options{}))
	g, err := rulesets.Game("tideofiron")
	if err != nil {
		t.Fatal(err)
	}
	c := &r.Cells[1] // stairs, two rounds, seed 6
	if c.Label() != "tideofiron stairs, random v random setup.rounds=2 seed=6" {
		t.Fatal(c.Label())
	}
	// The seed of a cell is part of every result, so it must stay what it is.
	sum := sha256.Sum256([]byte("loophole sweep 1\n6\ntideofiron stairs, random v random\nsetup.rounds=2"))
	s, err := bundled("", "stairs")
	if err != nil {
		t.Fatal(err)
	}
	f, err := (&balance.Base{Game: g, Scenario: s}).Instance([]rule.Setting{{Path: "setup.rounds", Value: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	random := func() policy.Policy { x, _ := policy.New("random"); return x }
	var won, rounds [3]int // rounds: by their number less 1
	endings, lives, left := map[string]int{}, map[string]int{}, map[string]int{}
	squares, buildings := map[string]int{}, [2]int{}
	for n := range 14 {
		_, err := policy.PlaySeries(t.Context(), f, [2]func() policy.Policy{random, random}, policy.Options{
			Games: 1, First: uint64(n), Seed: binary.LittleEndian.Uint64(sum[:]), Workers: 1,
			Ended: func(end game.Status, last game.Position) {
				winner := end.Winner
				if winner == game.Draw {
					winner = 2
				}
				won[winner]++
				rounds[end.Round-1]++
				endings[fmt.Sprint(winner, game.Reason(end.Why, end.Winner == game.Draw))]++
				picture, _ := f.Scene(last)
				for name, piece := range picture.ByName() {
					lives[name]++
					left[name] += piece.Strength
					squares[name] += piece.Strength * piece.Strength
				}
				lost := f.Runner().SetPosition(last).Metric(0)
				buildings[0] += lost
				buildings[1] += lost * lost
			},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	x := c.Total
	if x.Games != 14 || x.Won != won || !slices.Equal(x.LastRounds, rounds[:len(x.LastRounds)]) || rounds[2] != 0 {
		t.Errorf("won %v, last rounds %v; there are %v and %v", x.Won, x.LastRounds, won, rounds)
	}
	if len(x.Metrics) != 1 || x.Metrics[0] != buildings || c.Metrics[0] != "buildings-lost" {
		t.Errorf("buildings lost: %v, not %v", x.Metrics, buildings)
	}
	for _, e := range x.Endings {
		if key := fmt.Sprint(e.Winner, e.Why); endings[key] != e.Games {
			t.Errorf("%d games end by %s, not %d", e.Games, key, endings[key])
		}
	}
	start, _ := f.Scene(f.Start)
	for _, u := range x.Units {
		if u.Lives != lives[u.Name] || u.Left != [2]int{left[u.Name], squares[u.Name]} {
			t.Errorf("%s: %+v, not %d, %d, %d", u.Name, u, lives[u.Name], left[u.Name], squares[u.Name])
		}
		if at := start.ByName()[u.Name]; at == nil || u.Side != at.Side || u.Models != at.Strength {
			t.Errorf("%s: %+v at the start, not %+v", u.Name, at, u)
		}
		delete(lives, u.Name)
	}
	if len(x.Endings) != len(endings) || len(lives) > 0 || len(x.Units) < 2 {
		t.Errorf("%d endings, %d units; besides %v", len(x.Endings), len(x.Units), lives)
	}
}

// TestOnlyWhatIsAsked checks that a result has what is asked for and no more, and that measuring changes
// no game.
func TestOnlyWhatIsAsked(t *testing.T) {
	p := plan(t, measured)
	r := run(t, p, p.Result(), sweep.Options{})
	var keys struct {
		Cells []struct {
			Total  map[string]json.RawMessage
			Answer struct{ Events, Measures []sweep.Fraction }
		}
	}
	if err := json.Unmarshal([]byte(bytesOf(t, r)), &keys); err != nil {
		t.Fatal(err)
	}
	for cell, want := range map[int]string{
		0: "actions endings games last_rounds lost metrics rounds units won", 4: "games metrics rounds won",
	} {
		var got []string
		for key := range keys.Cells[cell].Total {
			got = append(got, key)
		}
		if slices.Sort(got); strings.Join(got, " ") != want {
			t.Errorf("cell %d has %v, not %s", cell, got, want)
		}
	}
	var table bytes.Buffer
	if err := r.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	names := map[string][]string{}
	for _, line := range strings.Split(table.String(), "\n")[1:] {
		if words := strings.Split(line, ","); len(words) > 7 {
			names[words[1]] = append(names[words[1]], words[7])
		}
	}
	for subject, want := range map[string]string{
		"worked": "rounds objectives-held", "attack": "casualty casualties casualty casualties", "opening": "hit hit",
	} {
		if got := strings.Join(names[subject], " "); got != want {
			t.Errorf("%s has %s, not %s", subject, got, want)
		}
	}
	// The cell of seed 5 has the games of a file with that seed which names no measures.
	q := plan(t, "format: 1\nseed: 5\ngames: 14\nshard: 5\npolicies: [[random, random]]\n"+
		"scenarios: [{scenario: stairs, vary: ['setup.rounds=2']}]")
	usual := run(t, q, q.Result(), sweep.Options{}).Cells[0].Total
	all := r.Cells[0].Total
	if all.Games != usual.Games || all.Won != usual.Won || *all.Actions != *usual.Actions || *all.Rounds != *usual.Rounds ||
		*all.Lost != *usual.Lost || all.Metrics[0] != usual.Metrics[0] {
		t.Errorf("%+v\nand without measures\n%+v", all, usual)
	}
	if fmt.Sprint(r.Cells[0].Total.Won, r.Cells[0].Total.Actions) == fmt.Sprint(r.Cells[1].Total.Won, r.Cells[1].Total.Actions) {
		t.Error("two seeds give the same games")
	}
}

// TestForm checks the form of a result whose file names no measures: it is that of all versions of the
// format, so that old results can be read and continued.
func TestForm(t *testing.T) {
	const old = `{"format":1,"program":"loophole test","name":"s","seed":"5","stop":0,"sweep":"a","rules":"b","complete":false,` +
		`"cells":[{"entry":1,"ruleset":"tideofiron","scenario":"stairs","policies":["random","random"],"sides":["Soviet","German"],` +
		`"values":[],"games":5,"shard":2,"metrics":["buildings-lost","objectives-held"],"done":false,` +
		`"total":{"games":3,"won":[1,2,0],"actions":[30,310],"rounds":[9,27],"lost":[[0,0],[4,10]],"metrics":[[0,0],[1,1]]},` +
		`"shards":[{"number":0,"games":2,"won":[0,2,0],"actions":[20,210],"rounds":[6,18],"lost":[[0,0],[3,9]],"metrics":[[0,0],[0,0]]},` +
		`{"number":2,"games":1,"won":[1,0,0],"actions":[10,100],"rounds":[3,9],"lost":[[0,0],[1,1]],"metrics":[[0,0],[1,1]]}]}]}` + "\n"
	r, err := sweep.ReadResult("old.json", strings.NewReader(old))
	if err != nil {
		t.Fatal(err)
	}
	if got := bytesOf(t, r); got != old {
		t.Errorf("it becomes\n%s", got)
	}
	for change, want := range map[string]string{
		`"actions":[20,210],`:      "shard 0 has other measures than its cell: actions",
		`,"metrics":[[0,0],[0,0]]`: "does not have the games of its cell",
		`"lost":[[0,0],[3,9]],`:    "has other measures than its cell: lost",
	} {
		_, err := sweep.ReadResult("old.json", strings.NewReader(strings.Replace(old, change, "", 1)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("without %s: %v", change, err)
		}
	}
}

// byHand has two shards of two games each. Their tallies and what follows are worked by hand.
const byHand = `{"format":1,"program":"p","name":"s","seed":"1","stop":0,"sweep":"a","rules":"b","complete":%v,"cells":[
{"entry":1,"ruleset":"r","scenario":"x","policies":["one","two"],"sides":["A","B"],"values":[],"games":4,"shard":2,
"measure":["endings","score","units","last-round","m"],"metrics":["m"],"done":%v,%s"shards":[%s]}]}`

const (
	handOne = `{"number":0,"games":2,"won":[1,1,0],"metrics":[[3,5]],"endings":[{"winner":0,"why":"time","games":1},{"winner":1,"why":"all dead","games":1}],
"units":[{"name":"tank","side":0,"models":0,"lives":2,"left":[0,0]},{"name":"guards","side":1,"models":4,"lives":1,"left":[3,9]}],"last_rounds":[0,2]}`
	handTwo = `{"number":1,"games":2,"won":[1,0,1],"metrics":[[1,1]],"endings":[{"winner":0,"why":"time","games":1},{"winner":2,"why":"time","games":1}],
"units":[{"name":"tank","side":0,"models":0,"lives":1,"left":[0,0]},{"name":"guards","side":1,"models":4,"lives":2,"left":[5,13]},
{"name":"relief","side":1,"models":0,"lives":1,"left":[2,4]}],"last_rounds":[1,0,1]}`
	handTotal = `{"games":4,"won":[2,1,1],"metrics":[[4,6]],
"endings":[{"winner":0,"why":"time","games":2},{"winner":1,"why":"all dead","games":1},{"winner":2,"why":"time","games":1}],
"units":[{"name":"tank","side":0,"models":0,"lives":3,"left":[0,0]},{"name":"guards","side":1,"models":4,"lives":3,"left":[8,22]},
{"name":"relief","side":1,"models":0,"lives":1,"left":[2,4]}],"last_rounds":[1,2,1]}`
)

// part returns the result that has one shard of byHand.
func part(shard string) string {
	total := `"total":{` + shard[strings.Index(shard, `"games"`):] + ","
	return fmt.Sprintf(byHand, false, false, total, shard)
}

// TestByHand merges tallies by hand, and checks each number of the table of comma-separated values.
func TestByHand(t *testing.T) {
	read := func(text string) *sweep.Result {
		r, err := sweep.ReadResult("r.json", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	merged, err := sweep.Merge(read(part(handTwo)), read(part(handOne)))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(fmt.Sprintf(byHand, true, true, `"total":`+handTotal+",", handOne+","+handTwo), "\n", "") + "\n"
	if got := bytesOf(t, merged); got != want {
		t.Errorf("there is\n%s\nnot\n%s", got, want)
	}
	var table bytes.Buffer
	if err := merged.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	// √(p(1−p)/4) of shares: 1/4 has 0.216506351, and 1/2 has 0.25. The score is that of 1, 1, 0 and ½: its
	// variance is (2.25 − 4 × 0.625²) / 3 = 11/48, and its error √(11/192). The guards have 8 of 4 games and the
	// squares 22: (22 − 16) / 3 = 2, and √(2/4). The relief: (4 − 1) / 3 = 1. m: (6 − 4) / 3 = 2/3, and √(1/6).
	rows := []string{
		`"ended: A, time",0.5,0.25`, `"ended: B, all dead",0.25,0.216506351`, `"ended: drawn, time",0.25,0.216506351`,
		"score of A,0.625,0.239356777", "outlived: A tank,0.75,0.216506351", "outlived: B guards,0.75,0.216506351",
		"left of B guards,2,0.707106781", "outlived: B relief,0.25,0.216506351", "left of B relief,0.5,0.5",
		"ended in round 1,0.25,0.216506351", "ended in round 2,0.5,0.25", "ended in round 3,0.25,0.216506351", "m,1,0.40824829",
	}
	text := "ruleset,subject,policy 1,policy 2,values,games,done,name,value,standard error,exact\n"
	for _, row := range rows {
		text += "r,x,one,two,,4,true," + row + ",\n"
	}
	if table.String() != text {
		t.Errorf("there is\n%s\nnot\n%s", table.String(), text)
	}
	for _, x := range [][2]string{
		{`"winner":1,"why"`, `"winner":0,"why"`}, {`"last_rounds":[0,2]`, `"last_rounds":[0,1]`}, {`"lives":2`, `"lives":3`},
		{`"last_rounds":[0,2]`, `"last_rounds":[0,2,0]`}, {`"name":"tank","side":0`, `"name":"tank","side":2`},
		{`"why":"time","games":1`, `"why":"time","games":2`},
	} {
		changed := strings.ReplaceAll(part(handOne), x[0], x[1])
		if _, err := sweep.ReadResult("r.json", strings.NewReader(changed)); err == nil {
			t.Errorf("%s is read", x[1])
		}
	}
	renamed := strings.Replace(part(handOne), `"last-round","m"]`, `"last-round"]`, 1)
	if _, err := sweep.ReadResult("r.json", strings.NewReader(renamed)); err == nil || !strings.Contains(err.Error(), "its metrics") {
		t.Error(err)
	}
}

// TestSpread works out by hand how the scores of three seeds differ: 0, 50 and 100 % of two games each.
func TestSpread(t *testing.T) {
	g := sweep.Group{}
	for i, won := range []int{2, 0, 1} {
		g.Cells = append(g.Cells, &sweep.Cell{Values: []sweep.Value{{Path: "setup.x", Value: "1"}, {Path: "seed", Value: fmt.Sprint(i)}},
			Total: &sweep.Tally{Games: 2, Won: [3]int{won, 2 - won, 0}}})
	}
	alone := &sweep.Cell{Values: []sweep.Value{{Path: "setup.x", Value: "2"}, {Path: "seed", Value: "7"}}, Total: g.Cells[0].Total}
	empty := &sweep.Cell{Values: []sweep.Value{{Path: "setup.x", Value: "1"}, {Path: "seed", Value: "8"}}}
	g.Cells = append(g.Cells, alone, empty)
	list := g.Spreads()
	if len(list) != 1 {
		t.Fatalf("%+v", list)
	}
	// The variance is (1 + 0 + ¼ − 3 × ¼) / 2 = ¼.
	x := list[0]
	if x.Label() != "setup.x=1" || x.Seeds != 3 || x.Least != 0 || x.Greatest != 1 || x.Deviation != 0.5 ||
		x.Together.Games != 6 || x.Together.Plain.Mean != 0.5 {
		t.Errorf("%+v", x)
	}
}

// TestMissingParts removes parts of a sweep, and asks which.
func TestMissingParts(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	p := plan(t, small)
	for _, x := range []struct {
		have  []int
		parts int
		want  string
	}{
		{[]int{1, 3, 4}, 4, "[2] 4"}, {[]int{1}, 3, "[2 3] 3"}, {[]int{2, 4}, 4, "[1] 2"}, {[]int{1, 2, 3}, 3, "[] 0"}, {nil, 3, "[] 0"},
	} {
		r := p.Result()
		for _, part := range x.have {
			r = run(t, p, r, sweep.Options{Part: part, Parts: x.parts})
		}
		missing, parts := r.MissingParts()
		if got := fmt.Sprint(missing, parts); got != x.want {
			t.Errorf("with %v of %d: %s, not %s", x.have, x.parts, got, x.want)
		}
		lacks := 0
		for _, g := range r.Gaps() {
			lacks += len(g.Lacks)
		}
		if n, _ := r.Missing(); n != lacks {
			t.Errorf("%d shards are missing, and the gaps have %d", n, lacks)
		}
	}
}
