// Release builds the program for all supported systems into a folder. It adds what others need to
// check it: SHA256SUMS, and a list of its components (CycloneDX 1.5).
//
//	go run ./tools/release dist
//
// A build has the same bytes wherever it is made, because it contains no path, time or machine
// name. The tool compares it with a second build from another folder, and fails if a byte differs.
// The tree must be committed.
package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"loophole/tools/shortevidence"
)

// systems lists the systems for which the program is released.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"}

// mostBytes bounds the size of the program for each system. Executing a template of text/template would add a tenth:
// the linker then keeps every exported method, because a template can call it by name.
const mostBytes = 30_000_000

// unhurried lists the packages of the module without inlining, where speed does not matter. That
// makes the program a twentieth smaller. The engine, the database, and the rules of the games that
// take longest are not among them. The patterns are relative, because tools/module can change the
// path of the module.
var unhurried = []string{
	"./analysis", "./balance", "./casebook", "./cmd/...", "./hands", "./match",
	"./notation", "./puzzle", "./record", "./scenario", "./scene", "./sweep",
	"./rulesets/lasergrenadiers", "./internal/server", "./internal/web/...",
	"./internal/analysispage", "./internal/balancepage", "./internal/chart", "./internal/cli",
	"./internal/endpoint", "./internal/exam", "./internal/format", "./internal/ladder",
	"./internal/message", "./internal/otlp", "./internal/question", "./internal/site",
	"./internal/skeleton", "./internal/status", "./internal/store/...", "./internal/twohands",
	"./internal/usertext", "./internal/version", "./internal/wire",
}

// unhurriedOthers lists the packages of other modules and of the standard library without inlining.
var unhurriedOthers = []string{
	"github.com/...", "golang.org/...", "maragu.dev/...", "rsc.io/...", "vendor/...",
	"archive/...", "bufio", "bytes", "container/...", "context", "crypto", "crypto/des", "crypto/dsa", "crypto/ecdh", "crypto/ecdsa",
	"crypto/elliptic", "crypto/hmac", "crypto/md5", "crypto/rc4", "crypto/rsa", "crypto/tls", "crypto/x509", "crypto/x509/...",
	"crypto/internal/fips140/ecdsa", "crypto/internal/fips140/edwards25519/...", "crypto/internal/fips140/mlkem",
	"crypto/internal/fips140/nistec/...", "crypto/internal/fips140/rsa", "crypto/internal/fips140/tls12",
	"crypto/internal/fips140/tls13", "database/sql", "encoding/asn1", "encoding/base64", "encoding/binary", "encoding/csv",
	"encoding/hex", "encoding/pem", "encoding/xml", "errors", "flag", "fmt", "html/...", "internal/poll", "io/...", "log/...",
	"mime/...", "net/...", "os/...", "path/...", "reflect", "regexp/...", "sort", "strconv", "strings", "syscall", "text/...", "time",
	"unicode/...",
}

// inlining returns the flags for inlining. The last pattern that matches a package counts. The
// pattern of the whole module undoes github.com/..., for a module with such a path.
func inlining() []string {
	var flags []string
	for _, p := range unhurriedOthers {
		flags = append(flags, "-gcflags="+p+"=-l")
	}
	flags = append(flags, "-gcflags=./...=")
	for _, p := range unhurried {
		flags = append(flags, "-gcflags="+p+"=-l")
	}
	return flags
}

func main() {
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: go run ./tools/release FOLDER") }
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := release(flag.Arg(0), systems); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release builds into a new or empty folder.
func release(into string, systems []string) error {
	root, err := output("", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	root = strings.TrimSpace(root)
	changed, err := output(root, "git", "status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return err
	}
	if changed != "" {
		return fmt.Errorf("the tree has changes that are not committed: commit or stash them:\n%s", changed)
	}
	if list, err := os.ReadDir(into); err == nil && len(list) > 0 {
		return fmt.Errorf("%s is not empty: name a new folder", into)
	}
	if err := os.MkdirAll(into, 0o755); err != nil {
		return err
	}
	if into, err = filepath.Abs(into); err != nil {
		return err
	}
	elsewhere, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(elsewhere)
	again := filepath.Join(elsewhere, "tree")
	if _, err := output(root, "git", "clone", "-q", root, again); err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, system := range systems {
		name := "loophole-" + strings.ReplaceAll(system, "/", "-")
		if strings.HasPrefix(system, "windows") {
			name += ".exe"
		}
		first, err := build(root, system, filepath.Join(into, name))
		if err != nil {
			return err
		}
		second, err := build(again, system, filepath.Join(elsewhere, name))
		if err != nil {
			return err
		}
		if !bytes.Equal(first, second) {
			return fmt.Errorf("%s: two builds of one commit differ", system)
		}
		if len(first) > mostBytes {
			return fmt.Errorf("%s: %d bytes; %d are allowed: go build -ldflags -dumpdep tells what needs what", system, len(first), mostBytes)
		}
		sum(&sums, name, first)
		fmt.Printf("%s: %d bytes, the same from two folders\n", name, len(first))
	}
	if err := buildBrowser(root, again, into, &sums); err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(filepath.Join(into, "loophole-"+strings.ReplaceAll(systems[0], "/", "-")))
	if err != nil {
		return err
	}
	bill, err := billOf(info)
	if err != nil {
		return err
	}
	sum(&sums, "sbom.cdx.json", bill)
	if err := os.WriteFile(filepath.Join(into, "sbom.cdx.json"), bill, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(into, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// build builds the program of a tree for a system, and returns its bytes.
func build(tree, system, into string) ([]byte, error) {
	temporary, err := os.MkdirTemp("", "release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	overlay, err := shortevidence.Overlay(tree, temporary)
	if err != nil {
		return nil, err
	}
	at, arch, _ := strings.Cut(system, "/")
	args := []string{"build", "-overlay", overlay, "-trimpath", "-ldflags", "-s -w -buildid=", "-o", into}
	cmd := exec.Command("go", slices.Concat(args, inlining(), []string{"./cmd/loophole"})...)
	cmd.Dir, cmd.Stderr = tree, os.Stderr
	cmd.Env = append(os.Environ(), "GOOS="+at, "GOARCH="+arch, "CGO_ENABLED=0", "GOFLAGS=")
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w", system, err)
	}
	return os.ReadFile(into)
}

// browser is the folder of the program for browsers, which loophole site expects beside the
// program.
const browser = "browser"

// buildBrowser builds the program for browsers. A build from another folder must have the same module.
func buildBrowser(root, again, into string, sums *bytes.Buffer) error {
	folder := filepath.Join(into, browser)
	for tree, args := range map[string][]string{root: {folder}, again: {"-quick", filepath.Join(again, browser)}} {
		cmd := exec.Command("go", append([]string{"run", "./tools/browserprogram"}, args...)...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = tree, os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("the program for browsers: %w", err)
		}
	}
	first, err := os.ReadFile(filepath.Join(folder, "loophole.wasm"))
	second, wrong := os.ReadFile(filepath.Join(again, browser, "loophole.wasm"))
	if err := errors.Join(err, wrong); err != nil {
		return err
	}
	if !bytes.Equal(first, second) {
		return errors.New("two builds of the program for browsers differ")
	}
	if err := os.Remove(filepath.Join(folder, "loophole.wasm")); err != nil { // Sites have its compressed forms.
		return err
	}
	list, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range list {
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		sum(sums, browser+"/"+e.Name(), b)
	}
	return nil
}

// sum writes a line in the form that sha256sum writes and reads.
func sum(into *bytes.Buffer, name string, b []byte) {
	s := sha256.Sum256(b)
	fmt.Fprintf(into, "%s  %s\n", hex.EncodeToString(s[:]), name)
}

// A bill is a list of the components of a program, in the form of CycloneDX 1.5.
type bill struct {
	Format      string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// billOf lists the modules that were built in, and the compiler.
func billOf(info *buildinfo.BuildInfo) ([]byte, error) {
	b := bill{Format: "CycloneDX", SpecVersion: "1.5", Version: 1, Components: []component{}}
	b.Metadata.Component = component{Type: "application", Name: info.Main.Path, Version: info.Main.Version}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			b.Metadata.Component.Properties = []property{{"git:commit", s.Value}}
		}
	}
	b.Components = append(b.Components, component{Type: "library", Name: "std", Version: strings.TrimPrefix(info.GoVersion, "go"), PURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go")})
	deps := slices.Clone(info.Deps)
	slices.SortFunc(deps, func(a, b *debug.Module) int { return strings.Compare(a.Path, b.Path) })
	for _, m := range deps {
		if m.Replace != nil {
			m = m.Replace
		}
		b.Components = append(b.Components, component{
			Type: "library", Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path + "@" + m.Version,
			Properties: []property{{"go:sum", m.Sum}},
		})
	}
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return string(out), nil
}
