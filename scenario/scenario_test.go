package scenario_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	_ "loophole/internal/lazygc"
	"loophole/rule"
	"loophole/rulesets/tideofiron"
	"loophole/scenario"
)

// written writes settings on one line, as "path=value@line:col".
func written(settings []rule.Setting) string {
	var words []string
	for _, s := range settings {
		words = append(words, fmt.Sprintf("%s=%s@%s", s.Path, s.Value, strings.TrimPrefix(s.Place, "f:")))
	}
	return strings.Join(words, " ")
}

func TestSituation(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"flat", "level: 1\ncard: yes\nlead.distance: 3\n", "level=1@1:1 card=yes@2:1 lead.distance=3@3:1"},
		{"nested", "lead:\n  unit: sig-33b\n  distance: 3\n", "lead.unit=sig-33b@2:3 lead.distance=3@3:3"},
		{"flow", "lead: {unit: sig-33b, distance: 3}", "lead.unit=sig-33b@1:8 lead.distance=3@1:23"},
		{"list", "squads:\n- 4\n- figures: 3\n  floor: 1\n", "squads=@1:1 squads.1=4@2:3 squads.2.figures=3@3:3 squads.2.floor=1@4:3"},
		{"empty list", "squads: []", "squads=@1:1"},
		{"list of lists", "a: [[1, 2], [3]]", "a=@1:1 a.1=@1:5 a.1.1=1@1:6 a.1.2=2@1:9 a.2=@1:13 a.2.1=3@1:14"},
		{"words stay words", "a: yes\nb: off\nc: 'true'\nd: \"8\"\ne: 0\nf: -3\ng: 1.50\nh: 0x1f\ni: true", "a=yes@1:1 b=off@2:1 c=true@3:1 d=8@4:1 e=0@5:1 f=-3@6:1 g=1.50@7:1 h=0x1f@8:1 i=true@9:1"},
		{"quoted zero", "a: '010'", "a=010@1:1"},
		{"comments", "# one\n---\n# two\na: 1 # three\n", "a=1@4:1"},
		{"document end", "a: 1\n...\n", "a=1@1:1"},
		{"windows", "\ufeffa: 1\r\nb: 2\r\n", "a=1@1:1 b=2@2:1"},
		{"accents", "é: 1\nb: {é: 2, c: 3}", "é=1@1:1 b.é=2@2:5 b.c=3@2:11"},
		{"json", "{\n\t\"level\": 1,\n\t\"card\": true,\n\t\"squads\": [{\"figures\": 4}, 2]\n}", "level=1@2:2 card=yes@3:2 squads=@4:2 squads.1.figures=4@4:14 squads.2=2@4:29"},
		{"general late", "c: 1\na.1.b: 2\na: [1]\n", "c=1@1:1 a.1.b=2@2:1 a=@3:1 a.1=1@3:5"},
		{"number keys", "squads: {1: {floor: 1}}", "squads.1.floor=1@1:14"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := scenario.ReadSituation("f", strings.NewReader(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if w := written(got); w != c.want {
				t.Errorf("got  %s\nwant %s", w, c.want)
			}
		})
	}
}

func TestHeader(t *testing.T) {
	s, h, err := scenario.ReadSituation("f", strings.NewReader("procedure: attack\nlevel: 1\nruleset: tideofiron\n"))
	if err != nil || h != (scenario.Header{Ruleset: "tideofiron", Procedure: "attack"}) || written(s) != "level=1@2:1" {
		t.Error(written(s), h, err)
	}
	if _, _, err = scenario.ReadSituation("f", strings.NewReader("ruleset: [a]")); err == nil || err.Error() != "f:1:1: ruleset must be a name, not a list" {
		t.Error(err)
	}
}

func TestHouse(t *testing.T) {
	const in = `ruleset: tideofiron
rulings: {halving: before}
facts:
  defence.block: 4
  need: {floor: 2}
facts.collapse.hit: 5
tables:
  units:
    tiger-i: {move: 6}
`
	id, s, err := scenario.ReadHouseRules("f", strings.NewReader(in))
	if err != nil || id != "tideofiron" {
		t.Fatal(id, err)
	}
	want := "rulings.halving=before@2:11 facts.defence.block=4@4:3 facts.need.floor=2@5:10 facts.collapse.hit=5@6:1 tables.units.tiger-i.move=6@9:15"
	if w := written(s); w != want {
		t.Errorf("got  %s\nwant %s", w, want)
	}
	h, err := tideofiron.Rules.House(s)
	if err != nil || len(h.Overrides()) != 5 {
		t.Error(h, err)
	}
}

func TestRefused(t *testing.T) {
	deep := strings.Repeat("[", 40) + strings.Repeat("]", 40)
	dashes := strings.Repeat("- ", 40) + "1"
	steps := ""
	for i := range 40 {
		steps += strings.Repeat(" ", i) + "a:\n"
	}
	for _, c := range []struct{ name, in, want string }{
		{"empty", " \n", "f:1:1: the file is empty"},
		{"comment only", "# nothing\n", "f:1:1: the file has no keys"},
		{"scalar", "attack", "f:1:1: the file must hold keys with values (key: value), not a value"},
		{"list", "- a\n- b", "f:1:1: the file must hold keys with values (key: value), not a list"},
		{"twice", "a: 1\na: 2", `f:2:1: duplicate key "a": first set at line 1, column 1`},
		{"twice by dots", "a: {b: 1}\na.b: 2", `f:2:1: duplicate key "a.b": first set at line 1, column 5`},
		{"twice in json", `{"a": 1, "a": 2}`, `f:1:10: duplicate key "a": first set at line 1, column 2`},
		{"header twice", "ruleset: a\nruleset: b", "f:2:1: duplicate key \"ruleset\""},
		{"anchor", "a: &x 1", "f:1:4: anchors (&) are not allowed; write the value out, or put it in quotes"},
		{"alias", "a: *x", "f:1:4: aliases (*) are not allowed; write the value out, or put it in quotes"},
		{"merge", "a:\n  <<: {b: 1}", "f:2:3: merge keys (<<) are not allowed; write the keys out"},
		{"tag", "a: !!int 1", "f:1:4: tags (!) are not allowed; put the value in quotes"},
		{"question", "? a\n: 1", "f:1:1: question-mark keys are not allowed; write key: value"},
		{"block", "a: |\n  x", "f:1:4: block text (|) is not allowed; write the value on one line"},
		{"folded", "a: >\n  x", "f:1:4: block text (>) is not allowed; write the value on one line"},
		{"directive", "%YAML 1.2\n---\na: 1", "f:1:1: directives (%) are not allowed"},
		{"documents", "a: 1\n---\nb: 1", "f:2:1: a file must hold one document"},
		{"after end", "a: 1\n...\nb: 1", "f:2:1: a file must hold one document"},
		{"octal", "a: 010", "f:1:4: 010 could be read as octal; write it without the leading zero"},
		{"no value", "a:\nb: 1", `f:1:1: "a" has no value`},
		{"null", "a: null", `f:1:1: "a" has no value`},
		{"a point in braces", "a: {at: 13,15}", `f:1:12: "15" has no value: quote a point, as in "13,15"`},
		{"null item", "a: [~]", "f:1:5: a value is missing"},
		{"json null", `{"a": null}`, "f:1:7: a value is missing"},
		{"two lines", "a: \"x\\ny\"", "f:1:4: write the value on one line"},
		{"deep flow", "a: " + deep, "f:1:19: nested more than 16 levels deep"},
		{"deep dashes", "a:\n" + dashes, "f:2:33: nested more than 16 levels deep"},
		{"deep steps", steps, "f:17:17: nested more than 16 levels deep"},
		{"deep json", `{"a": ` + deep + `}`, "f:1:23: nested more than 16 levels deep"},
		{"utf-8", "a: 1\nb: \xff", "f:2:4: the text is not UTF-8: save the file as UTF-8"},
		{"control", "a: \x00", "f:1:4: the character '\\x00' is not allowed"},
		{"large", "a: 1\n#" + strings.Repeat("x", 1<<20), "f:1:1: the file is larger than 1048576 bytes"},
		{"many", strings.Repeat("- 1\n", 1<<15), "f:16385:1: the file has more than 32768 values"},
		{"long key", strings.Repeat("a.", 200) + "a: 1", `f:1:1: the key "a.a.`},
		{"key of dots", "a..b: 1", `f:1:1: invalid key "a..b"`},
		{"open bracket", "a: [1", `f:1:4: a bracket "[" is not closed, or a comma is missing`},
		{"no colon", "a: 1\nb\nc: 2", "f:2:1: a key is missing: every line here has a key and a value"},
		{"two colons", "a: b: 1", `f:1:4: the text has a colon and a space in it: put it in quotes, as in a: "…"`},
		{"two colons in an entry", "- {a: 1}\n- b: c: d\n", `f:2:6: the text has a colon and a space in it: put it in quotes, as in b: "…"`},
		{"odd step", "a:\n  b: 1\n c: 2", "f:3:2: this value does not belong here: check how far the lines are indented"},
		{"entry beside its key", "a: - b", `f:1:4: an entry of a list ("- …") may not begin here`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, err := scenario.ReadSituation("f", strings.NewReader(c.in))
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got  %v %v\nwant %s", s, err, c.want)
			}
		})
	}
}

// TestHostile gives each kind of bad file the full size. Only a quadratic reader needs more than
// the seconds allowed.
func TestHostile(t *testing.T) {
	full := func(begin, again string) string { return begin + strings.Repeat(again, (1<<20-len(begin))/len(again)) }
	for name, in := range map[string]string{
		"dots": full("", "a.") + "a: 1", "brackets": full("a: ", "["), "dashes": full("", "- "), "colons": full("", ": "),
		"questions": full("", "? "), "quotes": full("a: ", "\""), "commas": full("a: [", ","), "lines": full("", "a: 1\n"),
		"text": full("a: ", "x"), "key": full("", "x") + ": 1", "folded": full("a: x\n", "  y\n"), "blank": full("a: 1", "\n"),
		"bombs": full("", "a: &a [*a,*a]\n"), "json brackets": full(`{"a":`, "["), "json keys": full("{", `"a":1,`), "json text": full(`{"a":"`, "x"),
		"unlike": full("", "\"a\" b\n"), "documents": full("", "---\n"), "escapes": full("a: \"", `\x41`), "tabs": full("a:", "\t"),
		"braces": full("a: ", "{a: "), "single quotes": full("a: ", "'"), "hashes": full("a: 1 ", "#"),
	} {
		start := time.Now()
		_, _, err := scenario.ReadSituation("f", strings.NewReader(in[:min(len(in), 1<<20)]))
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s took %v: %v", name, d, err)
		}
		if err != nil && len(err.Error()) > 300 {
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
	}
}

func TestHouseRefused(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"no rulebook", "facts: {a: 1}", "f:1:1: the rulebook is missing: add ruleset: NAME"},
		{"section", "ruleset: x\nfact: {a: 1}", `f:2:1: unknown section "fact"; did you mean facts?`},
		{"value", "ruleset: x\nfacts: 4", "f:2:1: facts must hold keys with values, not a value"},
		{"list", "ruleset: x\nfacts: {a: [1]}", "f:2:12: a house file cannot contain lists"},
		{"json", `{"ruleset": "x", "facts": [1]}`, "f:1:18: facts must hold keys with values, not a list"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, s, err := scenario.ReadHouseRules("f", strings.NewReader(c.in))
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v %v\nwant %s", s, err, c.want)
			}
		})
	}
}

func TestJSONRefused(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"early", `{"a": `, "f.json:1:7: unexpected end of file"},
		{"syntax", "{\"a\": 1,\n  b: 2}", "f.json:2:3: invalid JSON: invalid character 'b'"},
		{"after", `{"a": 1} {}`, "f.json:1:10: unexpected text after the end of the document"},
		{"list", `[1]`, "f.json:1:1: the file must hold keys with values (key: value), not a list"},
		{"many", `{"a": [` + strings.Repeat("1,", 1<<15) + "1]}", "f.json:1:65538: the file has more than 32768 values"},
		{"escaped line", `{"a": "x\ny"}`, "f.json:1:7: write the value on one line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, err := scenario.ReadSituation("f.json", strings.NewReader(c.in))
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got  %v %v\nwant %s", s, err, c.want)
			}
		})
	}
}

// TestPlaces: the ruleset's errors about keys name their places in the file.
func TestPlaces(t *testing.T) {
	p, err := tideofiron.Rules.Procedure("attack")
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := scenario.ReadSituation("siege.yaml", strings.NewReader("lead: sig-33b\nsquads:\n  - {figures: 9}\nlevle: 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.NewQuestion(nil, s)
	want := "siege.yaml:3:6: squads.1.figures: 9 is out of range: 0 to 4 figures\n" +
		`siege.yaml:4:1: unknown key "levle"; did you mean level?`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	_, s, err = scenario.ReadHouseRules("house.yaml", strings.NewReader("ruleset: tideofiron\nrulings:\n  halvin: before\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = tideofiron.Rules.House(s)
	if want := `house.yaml:3:3: unknown ruling "halvin"; did you mean halving?`; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestScenarioRefused: the errors about the keys of a scenario name the place of the key.
func TestScenarioRefused(t *testing.T) {
	const head = "format: 1\nruleset: tideofiron\nname: x\n"
	for _, c := range []struct{ name, in, want string }{
		{"setup twice", head + "setup: {rounds: 2}\nsetup: {rounds: 3}\n", `f:5:1: duplicate key "setup": first set at line 4, column 1`},
		{"house twice", head + "house: {rulings: {halving: before}}\nhouse: {facts: {a: 1}}\nsetup: {rounds: 2}\n", `f:5:1: duplicate key "house": first set at line 4, column 1`},
		{"house value", head + "house: 5\nsetup: {rounds: 2}\n", "f:4:1: house must hold keys with values, not a value"},
		{"house list", head + "house: [facts]\nsetup: {rounds: 2}\n", "f:4:1: house must hold keys with values, not a list"},
		{"name twice", head + "name: y\nsetup: {rounds: 2}\n", `f:4:1: duplicate key "name": first set at line 3, column 1`},
		{"empty text twice", head + "gist: ''\ngist: y\nsetup: {rounds: 2}\n", `f:5:1: duplicate key "gist": first set at line 4, column 1`},
		{"format twice", head + "format: 1\nsetup: {rounds: 2}\n", `f:4:1: duplicate key "format": first set at line 1, column 1`},
		{"minutes", head + "minutes: soon\nsetup: {rounds: 2}\n", `f:4:1: minutes: "soon" is not a number of minutes from 1 to 999`},
		{"name of two words", "format: 1\nruleset: tideofiron\nname: x y\nsetup: {rounds: 2}\n", "f:3:1: the name must be one word: name: WORD"},
		{"empty ruleset", "format: 1\nname: x\nruleset: ''\nsetup: {rounds: 2}\n", "f:3:1: the rulebook is missing: add ruleset: NAME"},
		{"no name", "format: 1\nruleset: tideofiron\nsetup: {rounds: 2}\n", "f:1:1: the name must be one word: name: WORD"},
		{"setup value", head + "setup: 5\n", "f:4:1: setup must hold keys with values, not a value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := scenario.Read("f", strings.NewReader(c.in))
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// TestFirstFault: of several faulty keys, the error is always about the same one.
func TestFirstFault(t *testing.T) {
	const in = "format: 1\nsource: [a]\ngist: [a]\ntitle: [a]\nname: [a]\nruleset: [a]\n"
	for range 20 {
		_, err := scenario.Read("f", strings.NewReader(in))
		if want := "f:6:1: ruleset must be a name, not a list"; err == nil || err.Error() != want {
			t.Fatalf("got  %v\nwant %s", err, want)
		}
	}
}
