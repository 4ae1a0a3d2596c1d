package scenario

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
)

// A Document is a file whose values were read into a struct. It locates values for later errors.
type Document struct {
	kind string
	file *file
	root *node
}

// ReadDocument reads a YAML or JSON file into a struct with the tags of a set-up; into is a
// pointer to it. The error lists all faults, each with its place and a suggestion. The kind, such
// as "sweep", begins the paths of values in errors. The name is used in errors only.
func ReadDocument(kind, name string, r io.Reader, into any) (*Document, error) {
	f, err := read(name, r)
	if err != nil {
		return nil, err
	}
	n, err := f.parse()
	if err != nil {
		return nil, err
	}
	d := &decoder{file: f}
	v := reflect.ValueOf(into).Elem()
	if d.is(table, kind, n.place, n) {
		d.fields(kind, v, n)
	}
	return &Document{kind, f, n}, d.err()
}

// Text returns the text of the file with its comments.
func (d *Document) Text() string { return d.file.text }

// Has reports whether the file has a value at a path.
func (d *Document) Has(path string) bool {
	_, whole := d.root.find(path)
	return whole
}

// Errorf returns an error about the value at a path, such as "scenarios.2.vary", with its place:
// that of the path, as far as the file has it.
func (d *Document) Errorf(path, format string, args ...any) error {
	n, _ := d.root.find(path)
	return d.file.fault(n.place, "%s.%s: %s", d.kind, path, fmt.Sprintf(format, args...))
}

// DocumentSchema returns a JSON Schema (2020-12) for the files that [ReadDocument] reads into a
// struct; value is a pointer to it.
func DocumentSchema(id, title string, required []string, value any) ([]byte, error) {
	s := (&schemaBuilder{}).of(reflect.ValueOf(value).Elem(), "")
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["$id"], s["title"], s["required"] = id, title, required
	return json.MarshalIndent(s, "", "  ")
}
