package cli

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"loophole/internal/format"
	"loophole/internal/wire"
)

// A console has the streams of a command, the value of --color, and the cluster of the program, if
// it has one.
type console struct {
	in       io.Reader
	out, err io.Writer
	colour   colourFlag
	cluster  Cluster // or nil
}

// colourFlag is the value of --color.
type colourFlag string

const (
	colourAuto   colourFlag = "auto"
	colourAlways colourFlag = "always"
	colourNever  colourFlag = "never"
)

// String returns the value. With Set and Type it makes colourFlag a pflag.Value.
func (c *colourFlag) String() string { return string(*c) }

// Type returns the placeholder for the value in usage texts.
func (c *colourFlag) Type() string { return "WHEN" }

// Set accepts auto, always and never.
func (c *colourFlag) Set(s string) error {
	switch v := colourFlag(s); v {
	case colourAuto, colourAlways, colourNever:
		*c = v
		return nil
	}
	return fmt.Errorf("give auto, always or never")
}

// page returns a new page that writes to standard output.
func (c *console) page() *format.Page {
	return format.New(c.out, width(c.out), c.coloured())
}

func (c *console) coloured() bool {
	switch c.colour {
	case colourAlways:
		return true
	case colourNever:
		return false
	}
	return terminal(c.out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func terminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// width returns the columns of the terminal that w is, or else the value of COLUMNS, or 0.
func width(w io.Writer) int {
	if f, ok := w.(interface{ Fd() uintptr }); ok && terminal(w) {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	n, _ := strconv.Atoi(os.Getenv("COLUMNS"))
	return n
}

// json writes a value as indented JSON to standard output.
func (c *console) json(v any) error { return wire.WriteJSON(c.out, v) }
