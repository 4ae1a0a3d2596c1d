package server

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestWatched: every metric and every route that the alerts and the dashboard name is one of the server.
func TestWatched(t *testing.T) {
	s := served(t, Options{})
	c := &client{t: t, s: s}
	began(t, s, row("program", "program"))
	metrics := c.ask("GET", "/metrics", nil).Body.String()
	several := sites(t, Options{}, Options{})
	p := began(t, several[0].client(t, "").s, row("program", "program"))
	several[1].client(t, p.Tokens[roleSpectator]).want(200, nil, "GET", p.path, nil)
	metrics += "\n" + several[1].client(t, "").ask("GET", "/metrics", nil).Body.String()
	routes := map[string]bool{}
	for _, e := range s.allEndpoints() {
		routes[e.Method+" "+e.Path] = true
	}
	name := regexp.MustCompile(`\b(?:loophole|go|process)_[a-z_]+`)
	route := regexp.MustCompile(`route=\\?"([^"\\]*)\\?"`)
	for _, file := range []string{"alerts.yaml", "grafana.json"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "deploy", file))
		if err != nil {
			t.Fatal(err)
		}
		found := name.FindAllString(string(text), -1)
		for _, m := range found {
			if !strings.Contains(metrics, "\n"+m) && !strings.HasPrefix(metrics, m) {
				t.Errorf("%s names the metric %s, which the server does not have", file, m)
			}
		}
		for _, m := range route.FindAllStringSubmatch(string(text), -1) {
			if !routes[m[1]] {
				t.Errorf("%s names the route %q", file, m[1])
			}
		}
		if len(found) < 6 {
			t.Errorf("%s names %d metrics", file, len(found))
		}
	}
}

// TestDeployTools: the programs that read the files take them, as far as they are installed.
func TestDeployTools(t *testing.T) {
	unit, err := os.ReadFile("../../deploy/loophole.service")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable() // The unit names one that need not be installed.
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "loophole.service")
	text := strings.Replace(string(unit), "/usr/local/bin/loophole", program, 1)
	if err := os.WriteFile(copied, []byte(text), 0o644); err != nil || text == string(unit) {
		t.Fatal(err)
	}
	for _, words := range [][]string{
		{"systemd-analyze", "--man=no", "verify", copied},
		{"promtool", "check", "rules", "../../deploy/alerts.yaml"},
	} {
		if _, err := exec.LookPath(words[0]); err != nil {
			t.Logf("%s is not installed", words[0])
			continue
		}
		if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", words, err, out)
		}
	}
}

// composed checks the servers of compose.yaml: there are three, each with a volume of its own, and the
// proxy knows all of them.
func composed(t *testing.T) {
	text, err := os.ReadFile("../../deploy/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var x struct {
		Services map[string]struct {
			Volumes []string
			Command []string
		}
		Configs map[string]struct{ Content string }
		Volumes map[string]any
	}
	if err := yaml.Unmarshal(text, &x); err != nil {
		t.Fatal(err)
	}
	servers, folders := 0, map[string]bool{}
	for name, s := range x.Services {
		if !strings.HasPrefix(name, "loophole") {
			continue
		}
		servers++
		if len(s.Command) < 5 || s.Command[0] != "serve" || len(s.Volumes) != 1 || folders[s.Volumes[0]] {
			t.Errorf("%s: %+v", name, s)
			continue
		}
		folders[s.Volumes[0]] = true
		volume, _, _ := strings.Cut(s.Volumes[0], ":")
		if _, ok := x.Volumes[volume]; !ok {
			t.Errorf("%s has the volume %s, which is not declared", name, volume)
		}
		if !strings.Contains(x.Configs["caddy"].Content, " "+name+":8047") {
			t.Errorf("the proxy does not know %s", name)
		}
	}
	if servers != 3 {
		t.Errorf("there are %d servers", servers)
	}
}

// TestDeployParses: the files are what their readers take, and name flags of loophole serve.
func TestDeployParses(t *testing.T) {
	for _, file := range []string{"alerts.yaml", "compose.yaml", "grafana.json"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "deploy", file))
		if err != nil {
			t.Fatal(err)
		}
		var x map[string]any
		read := yaml.Unmarshal
		if filepath.Ext(file) == ".json" {
			if err := json.Unmarshal(text, &x); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			continue
		}
		if err := read(text, &x); err != nil || len(x) == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
	composed(t)
	page, err := os.ReadFile("../cli/serve.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"loophole.service", "compose.yaml"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "deploy", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range regexp.MustCompile(`--([a-z-]+)[ =]`).FindAllStringSubmatch(string(text), -1) {
			ofServe := strings.Contains(string(page), `"`+flag[1]+`"`) || flag[1] == "data" || flag[1] == "store"
			if !ofServe && flag[1] != "now" && flag[1] != "from" && flag[1] != "to" {
				t.Errorf("%s uses --%s, which loophole serve does not have", file, flag[1])
			}
		}
	}
}
