package cli

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"loophole/internal/chart"
)

// checkSVG returns an error if --svg names a file that draw would not write: one of another
// kind, or one that exists and may not be replaced. An empty name is valid.
func checkSVG(name string, replace bool) error {
	switch {
	case name == "":
		return nil
	case !strings.EqualFold(filepath.Ext(name), ".svg"):
		return fmt.Errorf("--svg: %q is not an SVG file: give a name that ends in .svg", name)
	case !replace && exists(name):
		return fmt.Errorf("--svg: %s exists already; --force replaces it", name)
	}
	return nil
}

// draw writes a chart into a file, which it creates.
func (c *console) draw(name string, replace bool, d chart.Chart) error {
	// The chart is complete before the file is created.
	var text bytes.Buffer
	if err := chart.Write(&text, d); err != nil {
		return err
	}
	f, err := create(name, replace)
	if err != nil {
		return fmt.Errorf("--svg: %w", err)
	}
	_, err = f.Write(text.Bytes())
	return errors.Join(err, f.Close())
}
