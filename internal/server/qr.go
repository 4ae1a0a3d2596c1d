package server

import (
	"context"
	"fmt"
	"strings"

	"rsc.io/qr"
)

type codeInput struct {
	Body struct {
		Text string `json:"text" minLength:"1" maxLength:"700" doc:"the text of the code, such as a link"`
	}
}

// Code is a QR code as an SVG path. A module is a square of side 1, and the path covers the dark
// ones.
type Code struct {
	Size int    `json:"size" doc:"modules of a side, without the required margin of four"`
	Path string `json:"path" doc:"the dark modules, as the d of an SVG path"`
}

type codeOutput struct {
	Cache string `header:"Cache-Control"`
	Body  Code
}

// drawCode encodes a text as a QR code. The text is in the body, because a link contains the key of a
// seat, and addresses are logged.
func (s *Server) drawCode(_ context.Context, in *codeInput) (*codeOutput, error) {
	c, err := qr.Encode(in.Body.Text, qr.M)
	if err != nil {
		return nil, badAnswer("the text does not fit a QR code: %v", err)
	}
	var b strings.Builder
	for y := range c.Size {
		for x := 0; x < c.Size; x++ {
			from := x
			for x < c.Size && c.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1h%dz", from, y, x-from, from-x)
			}
		}
	}
	return &codeOutput{"no-store", Code{c.Size, b.String()}}, nil
}
