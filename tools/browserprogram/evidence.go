package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"loophole/rule"
)

// shortEvidence writes files that take the place of the rulesets' evidence.txt in the build, and returns the path of
// the list of them, as go build -overlay reads it. The program for browsers counts the clauses whose effect a case
// shows, and needs no more of that evidence, which would take 1 % of the module.
func shortEvidence(into string) (overlay string, err error) {
	files, err := filepath.Glob("rulesets/*/evidence.txt")
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", errors.New("there is no rulesets/*/evidence.txt: run it at the root of the module")
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
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(into, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o666)
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
