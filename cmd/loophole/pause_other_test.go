//go:build !unix

package main

import "errors"

func (c *child) pause() error  { return errors.ErrUnsupported }
func (c *child) resume() error { return errors.ErrUnsupported }
