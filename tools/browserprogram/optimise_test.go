package main

import (
	"os/exec"
	"reflect"
	"testing"
)

// TestDecode: the instructions of a module, written and read again, are the same.
func TestDecode(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds a program")
	}
	m, err := parse(compiledSmall(t))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = functions(codeOf(m), func(_ int64, locals, code []byte) error {
		n++
		list, err := decode(code)
		if err != nil {
			return err
		}
		short := encode(nil, list) // The linker writes some numbers with more bytes than they need.
		again, err := decode(short)
		if !reflect.DeepEqual(again, list) || len(short) > len(code) {
			t.Errorf("function %d differs", n)
		}
		return err
	})
	if err != nil || n < 1000 {
		t.Errorf("%d functions: %v", n, err)
	}
}

// codeOf returns the code of a module.
func codeOf(m *wasm) []byte {
	for _, s := range m.sections {
		if s.id == codeSection {
			return s.body
		}
	}
	return nil
}

// TestOptimise: a program with every kind of control flow computes as an optimised module what it does as native
// code. Nearly all of its functions have the form that the tool knows, and nearly no jumps go by the table.
func TestOptimise(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds a program")
	}
	module := compiledIn(t, "testdata/flow")
	m, err := parse(module)
	if err != nil {
		t.Fatal(err)
	}
	all, known, jumps, tabled := 0, 0, 0, 0
	err = functions(codeOf(m), func(number int64, _, code []byte) error {
		list, err := decode(code)
		if err != nil {
			return err
		}
		all++
		f, ok := parseFlow(tidy(list), number)
		if !ok {
			return nil
		}
		known++
		for _, s := range f.segments {
			for _, x := range s.code {
				if x.op == opJump {
					jumps++
				}
			}
		}
		_, by := f.reducible()
		tabled += len(by)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("of %d functions the tool knows %d; they have %d jumps, of which %d go by the table", all, known, jumps, tabled)
	if known < all*19/20 || tabled > jumps/10 {
		t.Errorf("of %d functions the tool knows %d; they have %d jumps, of which %d go by the table", all, known, jumps, tabled)
	}
	want, err := exec.Command("go", "run", "./testdata/flow").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, want)
	}
	for _, trap := range []bool{false, true} {
		stripped, err := strip(module, trap)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := underNode(t, stripped); err != nil || out != string(want) {
			t.Errorf("%v: %s\nwant %s", err, out, want)
		}
	}
}

// TestNest: blocks that overlap partly begin earlier, until each lies within the other or apart from it.
func TestNest(t *testing.T) {
	spans := []span{{4, 5, 0}, {2, 6, 1}, {5, 8, 2}, {0, 9, 3}, {7, 9, 4}, {1, 9, 5}, {8, 12, 6}}
	nest(spans)
	for i, a := range spans {
		for _, b := range spans[:i] {
			if b.from < a.from && a.from < b.to && b.to < a.to {
				t.Errorf("%v and %v overlap", b, a)
			}
		}
	}
}
