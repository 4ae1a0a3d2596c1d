package cli

import (
	"bytes"
	"errors"

	"loophole/internal/chart"
)

// draw writes a chart into a file.
func (c *console) draw(name string, replace bool, d chart.Chart) error {
	// The chart is whole before the file is touched.
	var whole bytes.Buffer
	if err := chart.Write(&whole, d); err != nil {
		return err
	}
	f, err := create(name, replace)
	if err != nil {
		return err
	}
	_, err = f.Write(whole.Bytes())
	return errors.Join(err, f.Close())
}
