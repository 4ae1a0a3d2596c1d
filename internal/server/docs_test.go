package server

import (
	"encoding/json"
	"errors"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// An example is a command of docs/api.md with its output.
type example struct{ command, prints string }

// examples reads the commands of a page, with their outputs.
func examples(t *testing.T, file string) (list []example) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, block := range strings.Split(string(text), "```") {
		if i%2 == 0 {
			continue
		}
		open, before := false, len(list) // the command continues
		for line := range strings.Lines(block) {
			command, begins := strings.CutPrefix(line, "$ ")
			last := len(list) - 1
			switch {
			case begins:
				list = append(list, example{command: command})
				last++
			case open:
				list[last].command += line
			case last >= before:
				list[last].prints += line
			}
			if begins || open {
				open = strings.HasSuffix(line, "\\\n") || strings.Count(list[last].command, "'")%2 == 1
			}
		}
	}
	return list
}

// TestExamples runs the commands of docs/api.md in order, and compares their output with the page.
// Only addresses and tokens differ.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl")
	}
	srv := served(t, Options{Loopback: true, HostKey: hostKey, ListenAddrs: func() []netip.Addr { return []netip.Addr{door} }})
	web := httptest.NewServer(srv)
	defer web.Close()
	env, dir, ran := []string{"A=" + web.URL + "/api/v1", "KEY=" + hostKey}, t.TempDir(), 0
	for _, x := range examples(t, "../../docs/api.md") {
		if !strings.HasPrefix(x.command, "curl ") {
			continue
		}
		ran++
		out := run(t, dir, env, x.command)
		if strings.Contains(x.prints, `"tokens"`) {
			var b CreatedMatch
			if err := json.Unmarshal([]byte(out), &b); err != nil {
				t.Fatal(err, out)
			}
			env = append(env, "M="+web.URL+"/api/v1/matches/"+b.ID, "T=Authorization: Bearer "+b.Tokens[b.Sides[0]], "OTHER=Authorization: Bearer "+b.Tokens[b.Sides[1]])
		} else if !prints(out, x.prints) {
			t.Errorf("%s prints\n%s\nand not\n%s", x.command, out, x.prints)
		}
	}
	if ran < 30 {
		t.Errorf("%d commands were run", ran)
	}
}

// refusal matches a comment with the status of an example.
var refusal = regexp.MustCompile(`# ([45]\d\d) `)

// run runs a command, and fails the test if its answer has another status than expected. It cuts
// endless streams.
func run(t *testing.T, dir string, env []string, command string) string {
	t.Helper()
	most := "10"
	if strings.Contains(command, "curl -N") {
		most = "1"
	}
	c := exec.Command("sh", "-c", `curl() { command curl -sS --noproxy '*' --fail-with-body --max-time `+most+` -w '%{stderr}%{http_code}' "$@"; }; `+command)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	var status strings.Builder
	c.Stderr = &status
	out, err := c.Output()
	want := "200"
	if m := refusal.FindStringSubmatch(command); m != nil {
		want = m[1]
	} else if strings.Contains(command, "$A/matches -d") {
		want = "201"
	}
	var exit *exec.ExitError
	if got := status.String(); !strings.HasSuffix(got, want) || err != nil && !errors.As(err, &exit) {
		t.Errorf("%s: status %s, want %s: %v %s", command, got, want, err, out)
	}
	return string(out)
}

// prints reports whether an answer equals the output on the page, in which … omits text.
func prints(out, page string) bool {
	for part := range strings.SplitSeq(strings.TrimSpace(page), "…") {
		_, after, found := strings.Cut(out, part)
		if !found {
			return false
		}
		out = after
	}
	return true
}
