package scenario

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"loophole/internal/usertext"
)

// yaml reads the file as YAML. The scan comes first, since the lexer is not made for hostile
// texts. A check of the tokens comes before the parser, which recurses without bound.
func (f *file) yaml() (n *node, err error) {
	text, err := f.withoutComments()
	if err != nil {
		return nil, err
	}
	tokens := lexer.Tokenize(text)
	if err := f.check(tokens); err != nil {
		return nil, err
	}
	defer func() {
		// The parser panics on some broken documents.
		if x := recover(); x != nil {
			n, err = nil, f.fault(place{1, 1}, "invalid YAML")
		}
	}()
	doc, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, f.syntax(err)
	}
	if len(doc.Docs) != 1 || doc.Docs[0].Body == nil {
		return nil, f.fault(place{1, 1}, "the file has no keys")
	}
	return f.node(doc.Docs[0].Body)
}

// syntax converts an error of the parser.
func (f *file) syntax(err error) error {
	var e interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if !errors.As(err, &e) || e.GetToken() == nil {
		return f.fault(place{1, 1}, "invalid YAML")
	}
	at := where(e.GetToken())
	if key, ok := secondColon(f.line(at.line)); ok && strings.Contains(e.GetMessage(), "value is not allowed") {
		return f.fault(at, "the text has a colon and a space in it: put it in quotes, as in %s: \"…\"", usertext.Truncate(key))
	}
	return f.fault(at, "%s", inWords(e.GetMessage()))
}

// line returns a line of the file, from 1.
func (f *file) line(n int) string {
	lines := strings.Split(f.text, "\n")
	if n < 1 || n > len(lines) {
		return ""
	}
	return lines[n-1]
}

// secondColon reports whether the value of a line is a text without quotes that looks like a key with
// a value, and returns the key of the line.
func secondColon(line string) (key string, ok bool) {
	key, value, ok := strings.Cut(strings.TrimLeft(line, " -"), ": ")
	value = strings.TrimSpace(value)
	return key, ok && value != "" && !strings.ContainsAny(value[:1], `{["'#`) && strings.Contains(value, ": ")
}

// plainer holds words for the parser's errors, by a part of each. The first that fits counts.
var plainer = []struct{ part, words string }{
	{"non-map value is specified", "a key is missing: every line here has a key and a value, such as \"name: row\""},
	{"block sequence entries", "an entry of a list (\"- …\") may not begin here: begin it on a line of its own, below its key"},
	{"']'", "a bracket \"[\" is not closed, or a comma is missing between its values"},
	{"'}'", "a brace \"{\" is not closed, or a comma is missing between its values"},
	{"flow map", "a brace \"{\" is not closed, or a comma is missing between its values"},
	{"scalar value", "this value does not belong here: check how far the lines are indented"},
	{"value is not allowed in this context", "this value does not belong here: check how far the lines are indented, and the colons"},
	{"key", "this is no key with a value: write \"key: value\", and check how far the lines are indented"},
}

// inWords returns the text of an error of the parser or the lexer for somebody who writes a scenario.
func inWords(text string) string {
	for _, p := range plainer {
		if strings.Contains(text, p.part) {
			return p.words
		}
	}
	return "invalid YAML: " + usertext.Truncate(text)
}

func where(t *token.Token) place {
	if t == nil || t.Position == nil {
		return place{1, 1}
	}
	return place{max(1, t.Position.Line), max(1, t.Position.Column)}
}

// The kinds of tokens that a file may not have.
const (
	anchor    = token.AnchorType
	alias     = token.AliasType
	tag       = token.TagType
	merge     = token.MergeKeyType
	question  = token.MappingKeyType
	directive = token.DirectiveType
	literal   = token.LiteralType
	folded    = token.FoldedType
)

// disallowed holds the tokens that a file may not have, each with the error.
var disallowed = map[token.Type]string{
	anchor:    "anchors (&) are not allowed; write the value out, or put it in quotes",
	alias:     "aliases (*) are not allowed; write the value out, or put it in quotes",
	tag:       "tags (!) are not allowed; put the value in quotes",
	merge:     "merge keys (<<) are not allowed; write the keys out",
	question:  "question-mark keys are not allowed; write key: value",
	directive: "directives (%) are not allowed",
	literal:   "block text (|) is not allowed; write the value on one line",
	folded:    "block text (>) is not allowed; write the value on one line",
}

// check rejects disallowed tokens, too many tokens, and too deep nesting.
func (f *file) check(tokens token.Tokens) error {
	var d depth
	values := 0
	for i, t := range tokens {
		if t.Type != token.CommentType {
			values++
		}
		if values > maxTokens {
			return f.fault(where(t), "the file has more than %d values", maxTokens)
		}
		if why, bad := disallowed[t.Type]; bad {
			return f.fault(where(t), "%s", why)
		}
		switch {
		case t.Type == token.InvalidType:
			return f.fault(where(t), "%s", inWords(t.Error))
		case t.Type == token.DocumentHeaderType && !first(tokens[:i]), t.Type == token.DocumentEndType && !last(tokens[i+1:]):
			return f.fault(where(t), "a file must hold one document")
		case d.after(t) > maxDepth:
			return f.fault(where(t), "nested more than %d levels deep", maxDepth)
		}
	}
	return nil
}

// first reports whether only comments come before.
func first(before token.Tokens) bool {
	for _, t := range before {
		if t.Type != token.CommentType {
			return false
		}
	}
	return true
}

// last reports whether only comments come after.
func last(after token.Tokens) bool { return first(after) }

// A depth tracks the nesting of tokens: by brackets, and by the columns of dashes and keys
// outside of brackets.
type depth struct {
	open    int
	columns []int
}

func (d *depth) after(t *token.Token) int {
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		d.open++
	case token.SequenceEndType, token.MappingEndType:
		d.open--
	}
	opens := t.Type == token.SequenceEntryType || t.NextType() == token.MappingValueType
	if d.open <= 0 && opens && t.Position != nil {
		col := t.Position.Column
		for len(d.columns) > 0 && d.columns[len(d.columns)-1] >= col {
			d.columns = d.columns[:len(d.columns)-1]
		}
		d.columns = append(d.columns, col)
	}
	return d.open + len(d.columns)
}

// node converts a part of the syntax tree.
func (f *file) node(n ast.Node) (*node, error) {
	if n == nil || n.GetToken() == nil {
		return nil, f.fault(place{1, 1}, "a value is missing")
	}
	out := &node{place: where(n.GetToken())}
	switch n := n.(type) {
	case *ast.MappingNode:
		return out, f.mapping(out, n.Values)
	case *ast.MappingValueNode:
		return out, f.mapping(out, []*ast.MappingValueNode{n})
	case *ast.SequenceNode:
		out.kind = list
		for _, v := range n.Values {
			item, err := f.node(v)
			if err != nil {
				return nil, err
			}
			out.items = append(out.items, item)
		}
		return out, nil
	case *ast.NullNode:
		return nil, f.fault(out.place, "a value is missing")
	case ast.ScalarNode:
		var err error
		out.text, err = f.scalar(n)
		return out, err
	}
	return nil, f.fault(out.place, "%s is not allowed here", strings.ToLower(n.Type().String()))
}

func (f *file) mapping(out *node, values []*ast.MappingValueNode) error {
	out.kind = table
	for _, v := range values {
		if v.Key == nil || v.Key.GetToken() == nil {
			return f.fault(out.place, "a key is missing")
		}
		k := key{place: where(v.Key.GetToken()), name: v.Key.GetToken().Value}
		if out.keys == nil {
			out.place = k.place
		}
		if _, null := v.Value.(*ast.NullNode); null || v.Value == nil {
			if _, err := strconv.ParseFloat(k.name, 64); err == nil {
				return f.fault(k.place, "%q has no value: quote a point, as in \"13,15\"", usertext.Truncate(k.name))
			}
			return f.fault(k.place, "%q has no value", usertext.Truncate(k.name))
		}
		var err error
		if k.value, err = f.node(v.Value); err != nil {
			return err
		}
		out.keys = append(out.keys, k)
	}
	return nil
}

// scalar returns the written text of a value.
func (f *file) scalar(n ast.ScalarNode) (string, error) {
	t := n.GetToken()
	quoted := t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType
	s := t.Value
	if !quoted {
		s = strings.TrimSpace(s)
		if digits := strings.TrimLeft(s, "+-"); len(digits) > 1 && strings.Trim(digits, "0123456789") == "" && digits[0] == '0' {
			return "", f.fault(where(t), "%s could be read as octal; write it without the leading zero", usertext.Truncate(s))
		}
	}
	if err := oneLine(s); err != nil {
		return "", f.fault(where(t), "%v", err)
	}
	return s, nil
}

// oneLine rejects values of several lines, and characters that a terminal would take for
// commands.
func oneLine(s string) error {
	if strings.ContainsAny(s, "\n\r") {
		return fmt.Errorf("write the value on one line")
	}
	if r, bad := usertext.Unprintable(s); bad {
		return fmt.Errorf("the character %+q is not allowed in a value", r)
	}
	return nil
}
