package rulesets_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The constants for the readings of a ruling stand in the order in which the ruling lists the readings,
// and bear their names.
func TestReadingConstants(t *testing.T) {
	files, err := filepath.Glob("*/rulings_readings.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no ruleset has constants for readings", err)
	}
	for _, file := range files {
		readings := readingsOf(t, filepath.Join(filepath.Dir(file), "rulings.go"))
		for _, block := range constantsOf(t, file) {
			ruling := ""
			for name, list := range readings {
				if name+title(list[0]) == block[0] {
					ruling = name
				}
			}
			if ruling == "" {
				t.Errorf("%s: no ruling has %s as its first reading", file, block[0])
				continue
			}
			var want []string
			for _, reading := range readings[ruling] {
				want = append(want, ruling+title(reading))
			}
			if got := strings.Join(block, " "); got != strings.Join(want, " ") {
				t.Errorf("%s: the readings of %s are %s, not %s", file, ruling, strings.Join(want, " "), got)
			}
		}
	}
}

// title returns a name in lower case and hyphens as the later part of a Go name.
func title(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "-") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// readingsOf returns the names of the readings of each ruling of a file, by the ruling's variable.
func readingsOf(t *testing.T, file string) map[string][]string {
	list := map[string][]string{}
	ast.Inspect(parsed(t, file), func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		ast.Inspect(spec, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if fun, ok := call.Fun.(*ast.SelectorExpr); ok && fun.Sel.Name == "NewRuling" {
				for i := 3; i < len(call.Args); i += 2 {
					name, _ := strconv.Unquote(call.Args[i].(*ast.BasicLit).Value)
					list[spec.Names[0].Name] = append(list[spec.Names[0].Name], name)
				}
			}
			return true
		})
		return false
	})
	return list
}

// constantsOf returns the names of each block of constants of a file.
func constantsOf(t *testing.T, file string) (list [][]string) {
	for _, d := range parsed(t, file).Decls {
		var block []string
		for _, spec := range d.(*ast.GenDecl).Specs {
			block = append(block, spec.(*ast.ValueSpec).Names[0].Name)
		}
		list = append(list, block)
	}
	return list
}

func parsed(t *testing.T, file string) *ast.File {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
