// Package shortevidence leaves the evidence for clauses out of released programs. A program counts the
// clauses whose effect a case shows, and needs no more of evidence.txt, which would take 130 kB of it.
package shortevidence

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"loophole/rule"
)

// Overlay writes files that take the place of evidence.txt of each ruleset in a build of the module at root, and
// returns the path of the list of them, as go build -overlay reads it. All files are in the folder into.
func Overlay(root, into string) (list string, err error) {
	files, err := filepath.Glob(filepath.Join(root, "rulesets", "*", "evidence.txt"))
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", fmt.Errorf("%s has no rulesets/*/evidence.txt: name the root of the module", root)
	}
	replace := map[string]string{}
	for i, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		short, err := shorten(string(text))
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		path, err := filepath.Abs(name)
		if err != nil {
			return "", err
		}
		replace[path] = filepath.Join(into, fmt.Sprint(i))
		if err := os.WriteFile(replace[path], []byte(short), 0o666); err != nil {
			return "", err
		}
	}
	object, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	list = filepath.Join(into, "overlay.json")
	return list, os.WriteFile(list, object, 0o666)
}

// shorten keeps of each clause whether a case shows its effect.
func shorten(text string) (string, error) {
	all, err := rule.ParseEvidence(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, c := range slices.Sorted(maps.Keys(all)) {
		if all[c].Effective() {
			fmt.Fprintf(&b, "%s||0|||0 of 0|1\n", c)
		}
	}
	return b.String(), nil
}
