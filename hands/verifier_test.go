package hands

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// driver has the verifier judge many files in one run: for each the line at fault, or 0.
const driver = `
import functools, json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import verify
verify.signed = functools.cache(verify.signed)  # Most forgeries begin alike.
verify.add = functools.cache(verify.add)  # Each signature doubles the same points.
v = json.load(open("testdata/vectors.json"))
assert verify.digest(b"a", b"", b"bc").hex() == v["hash"]
for x in v["steps"]:
    assert verify.step(bytes.fromhex(x["match"]), x["seat"], bytes.fromhex(x["value"])).hex() == x["step"], x
for x in v["faces"]:
    assert verify.faces(x["question"], x["n"], x["die"], [bytes.fromhex(b) for b in x["values"]]) == x["faces"], x
for text in json.load(open(sys.argv[2])):
    table, line = verify.Table(), 0
    for l in text.encode("latin1").split(b"\n")[:-1]:
        try:
            table.take(l)
        except (verify.Fault, KeyError, TypeError, ValueError):
            line = table.lines + 1
            break
    print(line)
`

// TestVerifier: the verifier in Python, which shares no code with this package, accepts the
// vectors. It finds every forgery in the line in which this package finds it.
func TestVerifier(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("LOOPHOLE_PYTHON") != "" {
			t.Fatal("there is no python3")
		}
		t.Skip("there is no python3")
	}
	source, err := os.ReadFile("../tools/verify-dice/verify.py")
	must(t, err)
	if n := bytes.Count(source, []byte("\n")); n > 200 {
		t.Errorf("%d lines are more than anybody reads", n)
	}
	var texts []string
	for _, name := range []string{"testdata/match.jsonl", "testdata/forfeit.jsonl"} {
		data, err := os.ReadFile(name)
		must(t, err)
		out, err := exec.Command(python, "-B", "../tools/verify-dice/verify.py", name).CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), "valid: ") || !strings.Contains(string(out), "not checked: ") {
			t.Errorf("%s: %v %s", name, err, out)
		}
		texts = append(append(texts, string(data)), forgeries(string(data))...)
	}
	faults, lawful := 0, 2
	var list []history
	data, err := os.ReadFile("testdata/histories.json")
	must(t, err)
	must(t, json.Unmarshal(data, &list))
	for _, h := range list {
		texts = append(texts, strings.Join(h.Lines, "\n")+"\n")
		if h.Fault == 0 {
			lawful++
		}
	}
	file := filepath.Join(t.TempDir(), "texts.json")
	latin := make([]string, len(texts)) // A byte is a character, whatever it is.
	for i, s := range texts {
		var one strings.Builder
		for _, b := range []byte(s) {
			one.WriteRune(rune(b))
		}
		latin[i] = one.String()
	}
	data, err = json.Marshal(latin)
	must(t, err)
	must(t, os.WriteFile(file, data, 0o666))
	cmd := exec.Command(python, "-c", driver, "../tools/verify-dice", file)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	must(t, err)
	found := strings.Fields(string(out))
	if len(found) != len(texts) {
		t.Fatalf("%d of %d were judged", len(found), len(texts))
	}
	for i, s := range texts {
		_, err := Read([]byte(s))
		if want := fmt.Sprint(lineOf(err)); found[i] != want {
			t.Errorf("line %s is at fault by the verifier, and here it is %v:\n%s", found[i], err, s)
		}
		if err != nil {
			faults++
		}
	}
	if faults != len(texts)-lawful {
		t.Errorf("%d of %d forgeries are found", faults, len(texts)-lawful)
	}
}

// forgeries are changes of a match: bytes, with the checksums as they were, and what a
// forger might wish, with all checksums made anew.
func forgeries(text string) (list []string) {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	for i := 0; i < len(text); i += 97 {
		b := []byte(text)
		if b[i] ^= 1 << (i % 7); b[i] != '\n' && text[i] != '\n' {
			list = append(list, string(b))
		}
	}
	for i := 1; i < len(lines)-1; i++ {
		dropped := strings.Join(lines[:i], "") + strings.Join(lines[i+1:], "")
		doubled := strings.Join(lines[:i+1], "") + lines[i] + strings.Join(lines[i+1:], "")
		list = append(list, string(resealed([]byte(dropped))), string(resealed([]byte(doubled))))
	}
	for _, c := range []string{
		`"n":9|"n":10`, `"n":6|"n":5`, `"die":6|"die":8`, "squad-a|squad-b", `"kind":"act","by":"German"|"kind":"act","by":"Soviet"`,
		`"faces":[|"faces":[7,`, `"kind":"again"|"kind":"roll"`, `"kind":"away","by":"server"|"kind":"reveal","by":"Soviet"`, `"away":"server"|"away":"forfeit"`,
		`"away":"forfeit"|"away":"server"`, `"scenario":"block"|"scenario":"stairs"`, `"kind":"close"|"kind":"act"`, `"at":"p0 fire"|"at":"p9 fire"`, `"wait":86400|"wait":1`,
		`,"consent":"|,"consent":"0`, `"kind":"forfeit","by":"German"|"kind":"forfeit","by":"Soviet"`,
	} {
		old, with, _ := strings.Cut(c, "|")
		if forged := strings.Replace(text, old, with, 1); forged != text {
			list = append(list, string(resealed([]byte(forged))))
		}
	}
	return list
}
