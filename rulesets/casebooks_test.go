package rulesets_test

import (
	"io/fs"
	"os"
	"testing"

	"loophole/rulesets"
)

// TestCasebooks compares the archive of casebooks with the folders.
func TestCasebooks(t *testing.T) {
	for _, r := range rulesets.All {
		packed, err := fs.Glob(rulesets.Cases(r.ID), "*.txt")
		if err != nil {
			t.Fatal(err)
		}
		folder := os.DirFS(r.ID + "/casebook")
		names, err := fs.Glob(folder, "*.txt")
		if err != nil || len(names) == 0 || len(packed) != len(names) {
			t.Fatalf("%s: casebooks.zip holds %q, the folder %q, %v: run go generate -run tools/pack ./...", r.ID, packed, names, err)
		}
		for _, name := range names {
			want, err := fs.ReadFile(folder, name)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := fs.ReadFile(rulesets.Cases(r.ID), name); err != nil || string(got) != string(want) {
				t.Errorf("%s/casebook/%s is not as in casebooks.zip (%v): run go generate -run tools/pack ./...", r.ID, name, err)
			}
		}
	}
}
