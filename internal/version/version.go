// Package version has the version of the program, which the command line and the C library print.
package version

import "runtime/debug"

// Number is the version of the program.
const Number = "0.1.0"

// String returns the name and version of the program, with the commit of its source if the build
// has it.
func String() string {
	s := "loophole " + Number
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return s
	}
	state := map[string]string{}
	for _, x := range info.Settings {
		state[x.Key] = x.Value
	}
	if r := state["vcs.revision"]; r != "" {
		s += " (" + r[:min(12, len(r))]
		if state["vcs.modified"] == "true" {
			s += ", modified"
		}
		s += ")"
	}
	return s
}
