package cli

import "strings"

// sameQuestion returns the command line that asks another command the same question. It contains
// the values of flags and files, so it needs neither.
func sameQuestion(command string, q *checkedQuestion) string {
	line := []string{program, command, q.Question.String()}
	for _, s := range q.House.Overrides() {
		if name, ok := strings.CutPrefix(s.Path, "rulings."); ok {
			line = append(line, "--ruling", name+"="+s.Value)
		} else {
			line = append(line, "--set", s.Path+"="+s.Value)
		}
	}
	return strings.Join(line, " ")
}
