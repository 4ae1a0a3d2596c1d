// Package markup names the elements and attributes of HTML for pages that are written in Go.
//
// They are variables, not functions like those of gomponents/html. The compiler inlines such a
// function, and then repeats the code that renders an element at each of hundreds of uses.
package markup

import (
	"io"

	g "maragu.dev/gomponents"
)

// A Node is a piece of a page, and a Group several of them.
type (
	Node  = g.Node
	Group = g.Group
)

// Nodes of any name, of text, and on a condition.
var (
	El    = g.El
	Attr  = g.Attr
	Text  = g.Text
	Textf = g.Textf
	Raw   = g.Raw
	If    = g.If
	Iff   = g.Iff
)

// Map returns a node for each element of a list.
func Map[T any](list []T, node func(T) Node) Group { return g.Map(list, node) }

// Elements.
var (
	A        = element("a")
	B        = element("b")
	Body     = element("body")
	Code     = element("code")
	Details  = element("details")
	Div      = element("div")
	H1       = element("h1")
	H2       = element("h2")
	H3       = element("h3")
	HTML     = element("html")
	Head     = element("head")
	Header   = element("header")
	Li       = element("li")
	Main     = element("main")
	Meta     = element("meta")
	NoScript = element("noscript")
	Ol       = element("ol")
	P        = element("p")
	Progress = element("progress")
	SVG      = element("svg")
	Script   = element("script")
	Section  = element("section")
	Small    = element("small")
	Span     = element("span")
	StyleEl  = element("style")
	Summary  = element("summary")
	TBody    = element("tbody")
	THead    = element("thead")
	Table    = element("table")
	Td       = element("td")
	Th       = element("th")
	TitleEl  = element("title")
	Tr       = element("tr")
	Ul       = element("ul")
)

// Attributes.
var (
	Charset   = attribute("charset")
	Class     = attribute("class")
	ColSpan   = attribute("colspan")
	Content   = attribute("content")
	Height    = attribute("height")
	Href      = attribute("href")
	ID        = attribute("id")
	Lang      = attribute("lang")
	Max       = attribute("max")
	Name      = attribute("name")
	Role      = attribute("role")
	Scope     = attribute("scope")
	StyleAttr = attribute("style")
	Type      = attribute("type")
	Value     = attribute("value")
	Width     = attribute("width")
)

// Aria returns an attribute whose name begins with aria-.
func Aria(name, value string) Node { return Attr("aria-"+name, value) }

// Doctype precedes a page with its document type.
func Doctype(page Node) Node {
	return g.NodeFunc(func(w io.Writer) error {
		if _, err := io.WriteString(w, "<!doctype html>"); err != nil {
			return err
		}
		return page.Render(w)
	})
}

func element(name string) func(...Node) Node {
	return func(children ...Node) Node { return g.El(name, children...) }
}

func attribute(name string) func(string) Node {
	return func(value string) Node { return g.Attr(name, value) }
}
