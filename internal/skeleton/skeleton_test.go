package skeleton

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRulebookElsewhere: a new rulebook passes the kit unchanged. Its program answers for it and
// for the rulebooks of loophole.
func TestRulebookElsewhere(t *testing.T) {
	t.Parallel()
	elsewhere(t, false, []command{
		// Three of six faces hit: 1 - (1/2)^5; behind a wall two: 1 - (2/3)^5.
		{"odds mybook shoot men=5", []string{"31/32"}},
		{"odds mybook shoot men=5 cover=behind-a-wall", []string{"211/243"}},
		{"rulesets", []string{"My Book", "Tide of Iron"}},
	})
}

// A new rulebook with a game passes the kit, and its program plays the game.
func TestGameElsewhere(t *testing.T) {
	t.Parallel()
	elsewhere(t, true, []command{
		{"odds mybook storm attackers=1 defenders=0", []string{"100 %"}},
		{"cases mybook --run", []string{"19 cases of mybook: all pass"}},
		{"selfplay mybook house --games 2 --seed 1 --policy random", []string{"mybook house: 2 games"}},
		{"validate scenarios/house.yaml", []string{"mybook house is valid"}},
	})
}

// A command is what a program is asked, and what it must print.
type command struct {
	args string
	want []string
}

// elsewhere writes a rulebook outside of any module. It must be formatted, vetted and pass its
// tests, and its program must answer the commands.
func elsewhere(t *testing.T, game bool, commands []command) {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds a program")
	}
	folder := filepath.Join(t.TempDir(), "mybook")
	w, err := Write(Rulebook{Name: "mybook", Title: "My Book", Folder: folder, Game: game})
	if err != nil || w.Inside || w.Tidy {
		t.Fatalf("%+v, %v", w, err)
	}
	if out, err := exec.Command("gofmt", "-l", folder).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt would change: %s (%v)", out, err)
	}
	// One command vets every package with all checks of go vet, and tests them. Programs without
	// symbols for a debugger are linked faster.
	const lean = "-ldflags=-s -w"
	if out := gone(t, folder, "test", "-vet=all", lean, "./..."); !strings.Contains(out, "ok  \tmybook\t") {
		t.Errorf("the kit did not run: %s", out)
	}
	program := filepath.Join(t.TempDir(), "mybook.exe")
	gone(t, folder, "build", lean, "-o", program, "./cmd/mybook")
	for _, x := range commands {
		cmd := exec.Command(program, strings.Fields(x.args)...)
		cmd.Dir = folder
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", x.args, err, out)
		}
		for _, want := range x.want {
			if !strings.Contains(string(out), want) {
				t.Errorf("%s: no %q in\n%s", x.args, want, out)
			}
		}
	}
}

// In the module of loophole the scenario of a new game goes to the bundled scenarios.
func TestGameInModule(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module loophole\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	w, err := Write(Rulebook{Name: "mybook", Title: "My Book", Folder: filepath.Join(root, "rulesets", "mybook"), Game: true})
	if err != nil || !w.Inside {
		t.Fatalf("%+v, %v", w, err)
	}
	for path, want := range map[string]bool{
		"scenario/bundled/mybook/house.yaml": true, "rulesets/mybook/game.go": true, "rulesets/mybook/casebook/storming.txt": true,
		"rulesets/mybook/casebook/casebook.go": false, "rulesets/mybook/scenarios": false, "rulesets/mybook/cmd": false,
	} {
		if _, err := os.Stat(filepath.Join(root, path)); (err == nil) != want {
			t.Errorf("%s exists: %v", path, err == nil)
		}
	}
}

// TestGameIsSmall: a small game needs few lines besides the rules of its host game, which are in
// game_actions.go.
func TestGameIsSmall(t *testing.T) {
	lines := 0
	for _, name := range []string{"game.go", "game_setup.go", "game_scene.go"} {
		text, err := templates.ReadFile("game/" + name + ".tmpl")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				lines++
			}
		}
	}
	if lines > 150 {
		t.Errorf("%d lines beside the rules; at most 150 are wanted", lines)
	}
}

// gone runs the go command in a folder, without a network.
func gone(t *testing.T, folder string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestRulebookInModules: in another module, a new rulebook is a package of it. In the module of
// loophole, it has no program of its own.
func TestRulebookInModules(t *testing.T) {
	for module, inside := range map[string]bool{"example.org/mine": false, "loophole": true} {
		root := t.TempDir()
		if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module "+module+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(root, "rulesets", "mybook")
		if err := os.Mkdir(filepath.Dir(folder), 0o755); err != nil {
			t.Fatal(err)
		}
		w, err := Write(Rulebook{Name: "mybook", Title: "My Book", Folder: folder})
		if err != nil || w.Inside != inside {
			t.Fatalf("%s: %+v, %v", module, w, err)
		}
		text, err := os.ReadFile(filepath.Join(folder, "conformance_test.go"))
		if err != nil || !strings.Contains(string(text), `"`+module+`/rulesets/mybook"`) {
			t.Errorf("%s: %v %s", module, err, text)
		}
		if _, err := os.Stat(filepath.Join(folder, "cmd")); os.IsNotExist(err) != inside {
			t.Errorf("%s: %v", module, err)
		}
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); !os.IsNotExist(err) {
			t.Errorf("%s: a module in a module", module)
		}
		_, err = Write(Rulebook{Name: "another", Title: "Another", Folder: filepath.Join(root, "another")})
		if refused := err != nil && strings.Contains(err.Error(), "run the command there"); refused != inside {
			t.Errorf("%s: outside rulesets: %v", module, err)
		}
	}
}

// No rulebook has the name of a folder of the standard library: as a module it could not be built.
func TestStandardNames(t *testing.T) {
	root := strings.TrimSpace(gone(t, ".", "env", "GOROOT"))
	list, err := os.ReadDir(filepath.Join(root, "src"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if name := e.Name(); e.IsDir() && name != "testdata" && Check(name) == nil {
			t.Errorf("%s is a folder of the standard library, and can name a rulebook", name)
		}
	}
}

// TestRefusals: an impossible rulebook is rejected with a remedy, and nothing is written.
func TestRefusals(t *testing.T) {
	there := t.TempDir()
	for _, x := range []struct {
		book Rulebook
		want string
	}{
		{Rulebook{Name: "My Book"}, "lower-case letters"},
		{Rulebook{Name: "x"}, "lower-case letters"},
		{Rulebook{Name: "../up"}, "lower-case letters"},
		{Rulebook{Name: "func"}, "such as funcbook"},
		{Rulebook{Name: "rule"}, "such as rulebook"},
		{Rulebook{Name: "game", Game: true}, "such as gamebook"},
		{Rulebook{Name: "mybook", Title: "a \"b\""}, "no quotes"},
		{Rulebook{Name: "mybook", Title: "b", Folder: there}, "exists already"},
	} {
		if w, err := Write(x.book); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%+v: %+v, %v", x.book, w, err)
		}
	}
	if list, err := os.ReadDir(there); err != nil || len(list) > 0 {
		t.Errorf("%v %v", list, err)
	}
}
