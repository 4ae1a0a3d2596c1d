//go:build race

package main

// With the race detector, the program under test has it too.
func init() { building = append(building, "-race") }
