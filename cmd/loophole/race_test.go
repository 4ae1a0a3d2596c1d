//go:build race

package main

// Where these tests run under the race detector, so does the program that they start.
func init() { building = append(building, "-race") }
