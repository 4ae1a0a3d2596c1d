package rulestest

import (
	"strings"
	"testing"

	"loophole/rule"
)

// TestUnreadable gives the kit cases that it cannot read. Each error has the place and the
// remedy.
func TestUnreadable(t *testing.T) {
	for _, c := range []struct{ cases, says string }{
		{"voley dice=3", `cases.txt:1: mini: unknown procedure "voley"; did you mean volley?`},
		{"\n# a remark\nvolley dcie=3", `cases.txt:3: unknown key "dcie"; did you mean dice?`},
		{"volley dice", `cases.txt:1: word 1: "dice" is not key=value`},
		{"volley dice=21", "cases.txt:1: dice: 21 is out of range: 0 to 20 dice"},
		{"volley | facts.tagret=3", `cases.txt:1: unknown fact "tagret"; did you mean target?`},
		{"volley | target=3", `cases.txt:1: unknown section "target"`},
		{"| facts.target=3", "cases.txt:1: a case begins with a procedure"},
		{"volley => refused", "cases.txt:1: name the clause: => refused some.clause"},
		{"volley => refused shoot.nobody", `cases.txt:1: unknown clause "shoot.nobody"`},
		{"volley => allowed", `cases.txt:1: write ok, odds or refused CLAUSE after =>, not "allowed"`},
		{"unused facts.target", "cases.txt:1: an excuse needs a reason: unused facts.target: why"},
		{"voley\nfihgt", "cases.txt:2"},
	} {
		m := newMini()
		m.cases = c.cases
		_, err := opened(t, m)
		if err == nil || !strings.HasPrefix(err.Error(), "rulestest: ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want %s", c.cases, err, c.says)
		}
	}
}

// TestReadable gives the kit cases in all forms.
func TestReadable(t *testing.T) {
	m := newMini()
	m.cases = "volley  dice=7   | facts.target=3  rulings.saves=yes => ok # with a remark\nvolley dice=0 => refused shoot.none, shoot.none"
	k, err := opened(t, m)
	if err != nil {
		t.Fatal(err)
	}
	s := k.situations[len(k.situations)-2]
	if got := s.String(); got != "volley dice=7 | facts.target=3 rulings.saves=yes (cases.txt:1)" || s.verdict != lawful || s.pinned {
		t.Error(got, s.verdict, s.pinned)
	}
	if h := listen(k, "cases"); len(h.faults) > 0 {
		t.Error(h.faults)
	}
}

// TestFoldersThatAreMissing opens folders without code and goldens.
func TestFoldersThatAreMissing(t *testing.T) {
	k, err := open(newMini().rules(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for check, says := range map[string]string{
		"citations": "no code that cites clauses", "odds": "odds.txt differs; if the change is right, keep it with go test -update",
		"playthroughs": "has no playthrough: go test -update makes one",
	} {
		if found := strings.Join(listen(k, check).faults, "\n"); !strings.Contains(found, says) {
			t.Errorf("%s said %q, want %q", check, found, says)
		}
	}
	k.update = true
	for range 2 {
		for _, check := range []string{"odds", "playthroughs"} {
			if h := listen(k, check); len(h.faults) > 0 {
				t.Errorf("%s with -update: %v", check, h.faults)
			}
		}
		k.update = false
	}
}

// TestExcuses excuses each kind of fault.
func TestExcuses(t *testing.T) {
	m := newMini()
	m.deadFact()
	m.cases = "unused facts.dead: for the test\nunreached mini.go/shoot.none: for the test\nfight a=1 b=2\nvolley dice=2 mood=angry weapon=bow\nvolley dice=3 walls=1"
	for _, check := range []string{"house", "citations"} {
		if found := faults(t, m, check); len(found) > 0 {
			t.Errorf("%s: %v", check, found)
		}
	}
}

func TestDiff(t *testing.T) {
	const was = "head\n\n$ one\na\nb\n\n$ two\nc\nd\n"
	for _, c := range []struct{ is, want string }{
		{was, ""},
		{strings.Replace(was, "c\nd", "c\ne", 1), "  $ two\n  clauses: shoot.hit, shoot.save\n- d\n+ e"},
		{strings.Replace(was, "b\n", "", 1), "  $ one\n- b"},
		{strings.Replace(was, "a\nb", "x\ny\nb", 1), "  $ one\n- a\n+ x\n+ y"},
		{was + "f\n", "  $ two\n  clauses: shoot.hit, shoot.save\n+ f"},
		{"", "- head\n- \n- $ one\n- a\n- b\n- \n- $ two\n- c\n- d"},
	} {
		if got := diff(was, c.is, map[string]string{"$ two": "shoot.hit, shoot.save"}); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
	// Equal lines of other examples, as "none 0", do not move.
	few, many := "$ one\nruns 7\nnone 0\n\n$ two\nruns 3\nnone 0\n", "$ one\nruns 3\nnone 0\n\n$ two\nruns 3\nnone 0\n"
	if got := diff(few, many, nil); got != "  $ one\n- runs 7\n+ runs 3" {
		t.Error(got)
	}
	if got := diff("", strings.Repeat("x\n", 100), nil); !strings.HasSuffix(got, "… and 40 lines more") {
		t.Error(got)
	}
}

// TestPlaysByHand reads a playthrough that is written by hand.
func TestPlaysByHand(t *testing.T) {
	plays := parsePlays("# why\n# and how\n$ volley   dice=2 | facts.target=3\n> high\n> 6,2\n>1\nold news\noutcome: {}\n\n$ fight\n> 6\n> 2x1\n")
	if len(plays) != 2 || len(plays[0].remarks) != 2 || plays[0].text != "volley dice=2 | facts.target=3" || strings.Join(plays[0].answers, ";") != "high;6,2;1" {
		t.Fatalf("%+v", plays)
	}
	k, err := opened(t, newMini())
	if err != nil {
		t.Fatal(err)
	}
	text, err := k.play(plays[0])
	if err != nil || !strings.Contains(text, "> high\n> 6,2\n>") && !strings.Contains(text, "the attacker chooses high") {
		t.Error(text, err)
	}
	for answers, says := range map[string]string{
		"high": "the tray is empty", "high;6 2;1;1": "not used", "7;6 2;1": "no option 7", "low;6 9;1": "not a face of D6",
	} {
		_, err := k.play(playthrough{text: "volley dice=2", answers: strings.Split(answers, ";")})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", answers, err, says)
		}
	}
	for text, says := range map[string]string{"voley": "unknown procedure", "volley dice=0": "nobody shoots"} {
		if _, err := k.play(playthrough{text: text}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", text, err, says)
		}
	}
}

// TestRun runs the kit as a ruleset does.
func TestRun(t *testing.T) {
	k, err := opened(t, newMini())
	if err != nil {
		t.Fatal(err)
	}
	Run(t, newMini().rules(), Options{Dir: k.dir})
}

// TestRanges checks keys and numbers of the house rules against wrong ranges.
func TestRanges(t *testing.T) {
	m := newMini()
	k := &kit{rules: m.rules()}
	p := k.rules.Procedures[0]
	for says, check := range map[string]func(reporter){
		"volley: dice=9 is accepted, though it is not 0 to 8":          func(t reporter) { checkKey(t, p, rule.Key{Path: "dice", Kind: "integer", Max: 8}) },
		"volley: dice=21: dice: 21 is out of range: 0 to 20":           func(t reporter) { checkKey(t, p, rule.Key{Path: "dice", Kind: "integer", Max: 21}) },
		"volley: walls=0,0 is accepted, though it is not a list of at": func(t reporter) { checkKey(t, p, rule.Key{Path: "walls", Kind: "list", Max: 1}) },
		"volley: dice=-1: dice: -1 is out of range":                    func(t reporter) { checkKey(t, p, rule.Key{Path: "dice", Kind: "integer", Min: -1, Max: 3}) },
		"is answered without a suggestion":                             func(t reporter) { checkMistyped(t, p, "quux") },
		"facts.target=5 is accepted; its range is 2 to 4": func(t reporter) {
			k.checkRange(t, knob{name: "facts.target", value: 4, min: 2, max: 4, read: reading(&m.target)})
		},
		"facts.target=1 is rejected": func(t reporter) {
			k.checkRange(t, knob{name: "facts.target", value: 4, min: 1, max: 6, read: reading(&m.target)})
		},
		"facts.target=2 is read as 2147483647":                            func(t reporter) { k.checkRange(t, knob{name: "facts.target", value: 4, min: 2, max: 6, read: stuck}) },
		"facts.zzzx is mistyped, but the answer is unknown fact \"zzzx\"": func(t reporter) { k.checkRange(t, knob{name: "facts.zzz", value: 4, min: 2, max: 6, read: stuck}) },
	} {
		h := &heard{}
		check(h)
		if found := strings.Join(h.faults, "\n"); !strings.Contains(found, says) {
			t.Errorf("found %q, want %q", found, says)
		}
	}
}

func reading(f *rule.Fact) func(*rule.Umpire) int {
	return func(u *rule.Umpire) int { return u.Fact(f) }
}

func stuck(*rule.Umpire) int { return 1<<31 - 1 }
