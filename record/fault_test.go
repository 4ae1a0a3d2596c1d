package record_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/record"
	"loophole/rule"
)

// zeros is a checksum of no line.
var zeros = strings.Repeat("0123456789abcdef", 4)

// TestFaultsOfForm: lines that do not have the form of a record's lines.
func TestFaultsOfForm(t *testing.T) {
	text := rolled(t)
	whole := lines(text)
	swap := func(old, new string) string { return strings.Replace(text, old, new, 1) }
	for what, c := range map[string]struct{ text, want string }{
		"empty":        {"", "record: the file is empty; a record begins with its header"},
		"no header":    {whole[1], `record: line 1: form: found "{\"kind\":\"table\",\"clause\":\"assault.dice\",\"text\":\"guns, dice\",\"name\":\"tables.weapons.guns.dice\",\"value\":2,\"sum\":\"` + sumOfLine(text, 2) + `\"}"; expected the header of a record, {"loophole":"record",…}`},
		"not JSON":     {"hello\n", `record: line 1: form: found "hello"; expected the header of a record, {"loophole":"record",…}`},
		"format 3":     {swap(`"format":2`, `"format":3`), `record: line 1: unknown format: found "3"; expected format 1 or 2, which this program reads`},
		"later format": {`{"loophole":"record","format":9,"new":true}` + "\n", `record: line 1: unknown format: found "9"; expected format 1 or 2, which this program reads`},
		"header only":  {`{"loophole":"record","format":2}` + "\n", `record: line 1: form: found "{\"loophole\":\"record\",\"format\":2}"; expected an object in JSON that ends in ,"sum":"…"}, with 64 digits`},
		"header keys":  {again(swap(`"strict":false`, `"strikt":false`)), `record: line 1: form: found json: unknown field "strikt"; expected a header in JSON`},
		"cut header":   {text[:30], "record: line 1: cut off: found the end of the file in the middle of this line; expected a whole header"},
		"cut line 2":   {text[:len(whole[0])+5], "record: line 2: cut off: found the end of the file in the middle of this line; only the header is whole; expected the rest of the line"},
		"cut line 15":  {text[:len(text)-1], "record: line 15: cut off: found the end of the file in the middle of this line; the 14 lines before it are whole; expected the rest of the line"},
		"windows":      {strings.ReplaceAll(text, "\n", "\r\n"), "record: line 1: form: found a carriage return at its end; expected the file as it was written, not with the line ends of another system"},
		"blank line":   {whole[0] + "\n" + strings.Join(whole[1:], ""), `record: line 2: form: found ""; expected an object in JSON that ends in ,"sum":"…"}, with 64 digits`},
		"no sum":       {whole[0] + `{"kind":"note"}` + "\n", `record: line 2: form: found "{\"kind\":\"note\"}"; expected an object in JSON that ends in ,"sum":"…"}, with 64 digits`},
		"odd sum":      {whole[0] + `{"kind":"note","sum":"` + strings.ToUpper(zeros) + `"}` + "\n", `record: line 2: form: found "{\"kind\":\"note\",\"sum\":\"` + strings.ToUpper(zeros) + `\"}"; expected an object in JSON that ends in ,"sum":"…"}, with 64 digits`},
		"two values":   {whole[0] + `{"kind":"note"}{"a":1,"sum":"` + zeros + `"}` + "\n", "record: line 2: form: found more than one value; expected an entry in JSON"},
		"other keys":   {whole[0] + `{"kind":"note","x":1,"sum":"` + zeros + `"}` + "\n", `record: line 2: form: found json: unknown field "x"; expected an entry in JSON`},
		"other kind":   {whole[0] + `{"kind":"joke","sum":"` + zeros + `"}` + "\n", `record: line 2: form: found the kind "joke"; expected roll, choice, apply, note, table, fact, ruling or outcome`},
		"no roll":      {swap(`"4D6 count 5+"`, `"4D7 count 5+"`), `record: line 5: changed roll: found "4D7 count 5+"; expected a roll such as "3D6 count 5+"`},
		"five faces":   {swap("[6,2,4,1]", "[6,2,4,1,1]"), "record: line 5: changed face: found 5 faces; expected 4 for 4D6 count 5+"},
		"face 7":       {swap("[6,2,4,1]", "[6,2,7,1]"), "record: line 5: changed face: found 7 on die 3; expected a face of D6"},
		"face -1":      {swap("[6,2,4,1]", "[6,2,-1,1]"), "record: line 5: changed face: found -1 on die 3; expected a face of D6"},
		"option 3":     {swap(`"value":0,"sum":"`+sumOfLine(text, 9)[:5], `"value":3,"sum":"`+sumOfLine(text, 9)[:5]), "record: line 9: changed value: found option 3 of 3; expected one of the options, from 0"},
		"two outcomes": {text + whole[14] + "\n", "record: line 16: order: found a line after the outcome; expected the end of the file"},
		"long line":    {whole[0] + strings.Repeat("x", record.MaxLine+1), "record: line 2: too large: found a longer line; expected at most 8388608 bytes"},
	} {
		_, err := check(c.text)
		want(t, what, err, c.want)
	}
	broken := errors.New("broken")
	f, err := record.Read(io.MultiReader(strings.NewReader(strings.Join(whole[:3], "")), &failing{err: broken}))
	if !errors.Is(err, broken) || len(f.Entries) != 2 {
		t.Errorf("a broken reader: %v", err)
	}
	want(t, "a broken reader", err, "record: after line 3: broken")
}

// TestFirstFaultIsNamed: a syntax error does not hide a wrong checksum before it, and the lines before
// it are available.
func TestFirstFaultIsNamed(t *testing.T) {
	text := strings.Replace(rolled(t), `"value":-2`, `"value":-3`, 1)
	f, err := record.Read(strings.NewReader(text[:len(text)-9]))
	if faultLine(err) != 3 || len(f.Entries) != 13 {
		t.Errorf("%v, with %d entries; want a fault of line 3 and 13 entries", err, len(f.Entries))
	}
	f, err = record.Read(strings.NewReader(text))
	must(t, err)
	_, _, err = record.Replay(f, shelf)
	want(t, "replay", err, "record: line 3: altered: found the checksum 14a4a1daec783b2f91fa35119d164f1ff0916eb49d63ab824b590ca602a799c1; expected ec5fc03f2f2e87b614a68077a189c53356f9a5de78c651dffd7b4c02d2b926cd; this line was changed, or lines before it were removed or moved")
}

// TestAlterations: the fault of an altered line with old checksums names the altered part.
func TestAlterations(t *testing.T) {
	text := rolled(t)
	const broken = "; its checksum is wrong, so it was altered after it was written"
	for _, c := range []struct{ old, new, want string }{
		{`[6,2,4,1]`, `[6,2,4,5]`, `record: line 5: changed face: found 5 on die 4; expected 1, by seed 42` + broken},
		{`"value":-2`, `"value":-1`, `record: line 3: changed value: found -1; expected -2` + broken},
		{`"clause":"assault.night"`, `"clause":"assault.guns"`, `record: line 3: changed clause: found assault.guns; expected assault.night` + broken},
		{`"rules":"b1`, `"rules":"c1`, `record: line 1: other rules: found rules c14ef2eafcb5c433 of siege, by program "0.1.0"; expected b14ef2eafcb5c433, the rules in this program; a record is replayed by the rules it was made under` + broken},
	} {
		_, err := check(strings.Replace(text, c.old, c.new, 1))
		want(t, c.new, err, c.want)
	}
	whole := lines(typed(t))
	_, err := check(strings.Join(append(whole[:3:3], append([]string{whole[2]}, whole[3:]...)...), "") + "\n")
	want(t, "doubled", err, `record: line 4: order: found the fact "target number: 4 [assault.target]"; expected the roll 6D6 count 4+ for "the attack" [assault.dice]`)
	_, err = check(strings.Replace(typed(t), "[3,3]", "[3,4]", 1))
	if faultLine(err) != 5 || !strings.Contains(err.Error(), "record: line 5: altered: found the checksum ") {
		t.Errorf("typed faces that still read the same: %v", err)
	}
}

// TestForgeries: replay detects forgeries with recalculated checksums.
func TestForgeries(t *testing.T) {
	text := rolled(t)
	for _, c := range []struct{ old, new, want string }{
		{`"seed":"42"`, `"seed":"43"`, `record: line 5: changed face: found 6 on die 1; expected 2, by seed 43`},
		{`[6,2,4,1]`, `[5,2,4,1]`, `record: line 5: changed face: found 5 on die 1; expected 6, by seed 42`},
		{`[6,2,4,1],"value":1`, `[6,2,4,1],"value":2`, `record: line 5: changed value: found 2; expected 1, which is how the faces read`},
		{`"faces":[6,2,4,1],`, ``, `record: line 5: changed face: found 0 faces; expected 4`},
		{`"4D6 count 5+"`, `"4D6 count 4+"`, `record: line 5: changed roll: found 4D6 count 4+; expected 4D6 count 5+`},
		{`"the attack"`, `"an attack"`, `record: line 5: changed text: found the roll 4D6 count 5+ for "an attack" [assault.dice]; expected the roll 4D6 count 5+ for "the attack" [assault.dice]`},
		{`assault.guns","text":"guns on wall 3"`, `assault.dice","text":"guns on wall 3"`, `record: line 7: changed clause: found assault.dice; expected assault.guns`},
		{`"value":-2`, `"value":2`, `record: line 3: changed value: found 2; expected -2`},
		{`"value":5,"given":true`, `"value":5`, `record: line 4: changed value: found 5; expected 5, given by the house rules`},
		{`"by":"attacker"`, `"by":"defender"`, `record: line 9: changed choice: found the choice by "defender" among ["the gate" "the <postern> & stairs" "nowhere"] for "which way in?" [assault.way]; expected the choice by "attacker" among ["the gate" "the <postern> & stairs" "nowhere"] for "which way in?" [assault.way]`},
		{`"value":0,"sum":"` + sumOfLine(text, 9)[:5], `"value":2,"sum":"` + sumOfLine(text, 9)[:5], `record: line 10: entry: found the roll 3D20 tally 1/11 for "wounds inside" [assault.wounds]; expected the note "nobody goes in [assault.way]"`},
		{`"held":true`, `"held":false`, `record: line 15: changed outcome: found the outcome "outcome: {\"fire\":9,\"held\":false,\"hits\":2,\"losses\":1}"; expected the outcome "outcome: {\"fire\":9,\"held\":true,\"hits\":2,\"losses\":1}"`},
		{`{"kind":"apply"`, `{"from":"typed","kind":"apply"`, `record: line 3: changed origin: found "typed"; expected ""`},
		{`{"kind":"apply","clause":"assault.night"`, `{"clause":"assault.night","kind":"apply"`, `record: line 3: form: found {"clause":"assault.night","kind":"apply","text":"it is night","value":-2}; expected {"kind":"apply","clause":"assault.night","text":"it is night","value":-2}`},
		{`"faces":[8],`, `"faces":[8],"from":"typed",`, `record: line 14: changed origin: found "typed"; expected program`},
		{`"night":true`, `"night":false`, `record: line 3: order: found the apply "it is night: -2 [assault.night]"; expected the fact "target number: 5 (given) [assault.target]"`},
		{`"facts.target":"5"`, `"facts.target":"6"`, `record: line 1: header: found the hash of the house "d40ea061d5249c45"; expected "127fa87d3d021af2"`},
	} {
		_, err := check(again(strings.Replace(text, c.old, c.new, 1)))
		want(t, c.new, err, c.want)
	}
	// Nothing in the run depends on this value, and the header matches the run.
	if _, err := check(again(strings.Replace(text, `[0,-3]`, `[0,-4]`, 1))); err != nil {
		t.Error(err)
	}
}

func TestForgedOrder(t *testing.T) {
	text := rolled(t)
	whole := lines(text + "\n")
	move := func(order ...int) string {
		var out []string
		for _, i := range order {
			out = append(out, strings.TrimSuffix(whole[i-1], "\n")+"\n")
		}
		return again(strings.Join(out, ""))
	}
	for what, c := range map[string]struct{ text, want string }{
		"swapped":     {move(1, 2, 3, 4, 6, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15), `record: line 5: order: found the roll 2D6 count 3..5 for "guns on wall 1" [assault.guns]; expected the roll 4D6 count 5+ for "the attack" [assault.dice]`},
		"removed":     {move(1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), `record: line 3: entry: found the fact "target number: 5 (given) [assault.target]"; expected the apply "it is night: -2 [assault.night]"`},
		"no last":     {move(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14), `record: line 15: unfinished: found the end of the file; expected outcome: {"fire":9,"held":true,"hits":2,"losses":1}`},
		"half":        {move(1, 2, 3, 4, 5), `record: line 6: unfinished: found the end of the file; expected an answer: 2D6 count 3..5 for guns on wall 1`},
		"header only": {move(1), `record: line 2: unfinished: found the end of the file; expected guns, dice: 2 [assault.dice]`},
		"early end":   {move(1, 2, 3, 4, 5, 15), `record: line 6: entry: found the outcome "outcome: {\"fire\":9,\"held\":true,\"hits\":2,\"losses\":1}"; expected the roll 2D6 count 3..5 for "guns on wall 1" [assault.guns]`},
		"roll twice":  {move(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 14, 15), `record: line 15: order: found the roll D20 10- for "do they stand?" [assault.stand]; expected the outcome "outcome: {\"fire\":9,\"held\":true,\"hits\":2,\"losses\":1}"`},
	} {
		_, err := check(c.text)
		want(t, what, err, c.want)
	}
}

// TestReplayFaults: Replay alone finds the same faults, as far as answers are concerned.
func TestReplayFaults(t *testing.T) {
	text := rolled(t)
	replay := func(text string) error {
		f, err := record.Read(strings.NewReader(again(text)))
		must(t, err)
		_, _, err = record.Replay(f, shelf)
		return err
	}
	for _, c := range []struct{ old, new, want string }{
		{`[6,2,4,1]`, `[5,2,4,1]`, `record: line 5: changed face: found 5 on die 1; expected 6, by seed 42`},
		{`"4D6 count 5+"`, `"4D6 count 4+"`, `record: line 5: entry: found 4D6 count 4+ for the attack [assault.dice]; expected 4D6 count 5+ for the attack [assault.dice]`},
		{`"value":0,"sum":"` + sumOfLine(text, 9)[:5], `"value":2,"sum":"` + sumOfLine(text, 9)[:5], `record: line 11: entry: found 5 answers that the rules do not ask for; expected the outcome`},
		{`"siege"`, `"seige"`, `record: line 1: header: found the ruleset "seige"; expected a ruleset of this program (another program may have it: verify the record with that one): unknown ruleset "seige"; there is siege`},
	} {
		want(t, c.new, replay(strings.Replace(text, c.old, c.new, 1)), c.want)
	}
	whole := lines(text)
	want(t, "early end", replay(strings.Join(whole[:5], "")+whole[14]+"\n"),
		`record: line 6: entry: found the outcome; expected an answer: 2D6 count 3..5 for guns on wall 1`)
}

// TestFaultsOfTheHeader: headers with unknown names or invalid values.
func TestFaultsOfTheHeader(t *testing.T) {
	text := rolled(t)
	deep := strings.Repeat("[", 40) + strings.Repeat("]", 40)
	for _, c := range []struct{ old, new, want string }{
		{`"ruleset":"siege"`, `"ruleset":"chess"`, `header: found the ruleset "chess"; expected a ruleset of this program (another program may have it: verify the record with that one): unknown ruleset "chess"; there is siege`},
		{`"procedure":"assault"`, `"procedure":"asault"`, `header: found the procedure "asault"; expected a procedure of siege: siege: unknown procedure "asault"; did you mean assault?`},
		{`"facts.target":"5"`, `"facts.target":"9"`, `header: found its house rules; expected valid house rules: facts.target: 9 is out of range: 2 to 6`},
		{`"facts.target":"5"`, `"facts.target":"05"`, `header: found the house {"facts.target":"05","rulings.halving":"down"}; expected {"facts.target":"5","rulings.halving":"down"}`},
		{`"facts.target":"5"`, `"facts.taget":"5"`, `header: found its house rules; expected valid house rules: unknown fact "taget"; did you mean target?`},
		{`"facts.target":"5"`, `"a":"5","b":"6"`, `header: found its house rules; expected valid house rules: unknown section "a"; a house file has facts, rulings and tables; unknown section "b"; a house file has facts, rulings and tables`},
		{`"attackers":3`, `"attackers":5001`, `header: found its situation; expected a situation of assault: attackers: 5001 is out of range: 0 to 5000`},
		{`"attackers":3`, `"attackers":3.0`, `header: found its situation; expected a situation of assault: attackers: "3.0" is not a whole number`},
		{`"attackers":3`, `"attackers":null`, `header: found its situation; expected a situation of assault: attackers: <nil> is no value of a situation`},
		{`"attackers":3`, `"atackers":3`, `header: found its situation; expected a situation of assault: unknown key "atackers"; did you mean attackers?`},
		{`"attackers":3,`, ``, `header: found the situation {"depths":[0,-3],"mood":"shaken","night":true,"walls":[{"burned":false,"guns":2},{},{"burned":false,"guns":4}],"weapon":"guns"}; expected {"attackers":3,"depths":[0,-3],"mood":"shaken","night":true,"walls":[{"burned":false,"guns":2},{},{"burned":false,"guns":4}],"weapon":"guns"}`},
		{`"attackers":3`, `"attackers":` + deep, `header: found its situation; expected a situation of assault: nested deeper than 16 levels`},
		{`"attackers":3`, `"attackers":[` + strings.Repeat("1,", 5000) + `1]`, `header: found its situation; expected a situation of assault: more than 4096 settings`},
		{`"attackers":3`, `"attackers":[` + strings.Repeat("{},[],", 3000) + `1]`, `header: found its situation; expected a situation of assault: nothing`},
		{`"attackers":3`, `"attackers":0`, `illegal: found its situation; expected one that the rules allow: nobody attacks [assault.dice]`},
		{`"weapon":"guns"`, `"weapon":"none"`, `illegal: found its situation; expected one that the rules allow: no weapon is named [assault.dice]`},
		{`"mood":"shaken"`, `"mood":"merry"`, `header: found its situation; expected a situation of assault: mood: unknown value "merry"; there are broken, calm, shaken`},
		{`"strict":false`, `"strict":true,"strict":false`, `form: `},
		{`"kind":"program"`, `"kind":"loaded"`, `header: found its dice; expected dice of this program: record: unknown kind of dice "loaded"; there are program and typed`},
		{`"loophole-dice-1"`, `"loophole-dice-9"`, `header: found its dice; expected dice of this program: record: unknown generator "loophole-dice-9"; this program has loophole-dice-1`},
		{`"seed":"42"`, `"seed":"042"`, `header: found its dice; expected dice of this program: record: the seed "042" is not a whole number below 2^64`},
		{`"seed":"42"`, `"seed":"18446744073709551616"`, `header: found its dice; expected dice of this program: record: the seed "18446744073709551616" is not a whole number below 2^64`},
	} {
		_, err := check(again(strings.Replace(text, c.old, c.new, 1)))
		switch {
		case strings.HasPrefix(c.want, "form: "):
			if faultLine(err) != 1 || !strings.HasPrefix(err.Error(), "record: line 1: form: found {") {
				t.Errorf("%s: %v", c.new, err)
			}
		case strings.HasSuffix(c.want, ": nothing"):
			if faultLine(err) != 1 {
				t.Errorf("%.40s: %v", c.new, err)
			}
		default:
			want(t, c.new, err, "record: line 1: "+c.want)
		}
	}
	house := strings.Builder{}
	for i := range 5000 {
		house.WriteString(`"x` + strings.Repeat("y", i%50) + strings.Repeat("z", i/50) + `":"1",`)
	}
	_, err := check(again(strings.Replace(text, `"house":{`, `"house":{`+house.String(), 1)))
	want(t, "a large house", err, "record: line 1: header: found its house rules; expected valid house rules: more than 4096 settings")
}

func TestOtherRules(t *testing.T) {
	f, err := record.Read(strings.NewReader(rolled(t)))
	must(t, err)
	_, _, err = record.Replay(f, edition)
	var fault *record.Fault
	if !errors.As(err, &fault) || fault.Kind != record.OtherRules || !strings.Contains(fault.Found, `by program "0.1.0"`) {
		t.Errorf("got %v; want other rules", err)
	}
	_, err = record.Verify(f, func(string) (*rule.Ruleset, error) { return nil, nil })
	want(t, "no rules", err, `record: line 1: header: found the ruleset "siege"; expected a ruleset of this program (another program may have it: verify the record with that one)`)
}

// TestForgedStrictness: strict house rules are strict in the replay too.
func TestForgedStrictness(t *testing.T) {
	text := made(t, "", dice.NewRandom(1), record.ProgramDice(1))
	text = again(strings.Replace(text, `"strict":false`, `"strict":true`, 1))
	_, err := check(text)
	const expect = `record: line 3: header: found a play that its house rules stop; expected rule: strict: "facts.target" is not published with certainty`
	if err == nil || !strings.HasPrefix(err.Error(), expect) {
		t.Errorf("got %v; want %s…", err, expect)
	}
}
