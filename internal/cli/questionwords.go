package cli

import "strings"

// sameQuestion writes the command line that puts the same question to another
// command: it holds everything that flags and files said.
func sameQuestion(command string, q *checkedQuestion) string {
	line := []string{"loophole", command, q.Question.String()}
	for _, s := range q.House.Overrides() {
		if name, ok := strings.CutPrefix(s.Path, "rulings."); ok {
			line = append(line, "--ruling", name+"="+s.Value)
		} else {
			line = append(line, "--set", s.Path+"="+s.Value)
		}
	}
	return strings.Join(line, " ")
}
