package rule

import (
	"fmt"
	"strconv"
	"strings"
)

// Evidence says how a clause of a ledger is known to be played. The
// conformance kit writes it down from what it saw, and fails where it is no
// longer so.
type Evidence struct {
	Code  []string `json:"code"`          // file and declaration that cite the clause
	Fires int      `json:"fires"`         // situations of the kit in which it took effect
	Try   string   `json:"try,omitempty"` // the shortest of them
	Tests []string `json:"tests"`         // test functions that name it
}

// String writes the evidence as the fields of a line, as ParseEvidence reads
// them.
func (e Evidence) String() string {
	return fmt.Sprintf("%s | %d | %s | %s", strings.Join(e.Code, ", "), e.Fires, strings.ReplaceAll(e.Try, "|", "&"), strings.Join(e.Tests, ", "))
}

// ParseEvidence reads a list of evidence: one clause a line, "id | code |
// situations | the shortest | tests"; "#" and blank lines are skipped. The bar
// before house values of a situation is written "&". Errors name the line.
func ParseEvidence(text string) (map[Clause]Evidence, error) {
	all := map[Clause]Evidence{}
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) != 5 {
			return nil, fmt.Errorf("rule: evidence line %d: want id | code | situations | the shortest | tests", i+1)
		}
		for j := range f {
			f[j] = strings.TrimSpace(f[j])
		}
		n, err := strconv.Atoi(f[2])
		if err != nil || n < 0 {
			return nil, fmt.Errorf("rule: evidence line %d: %q is not a number of situations", i+1, f[2])
		}
		all[Clause(f[0])] = Evidence{Code: listed(f[1]), Fires: n, Try: strings.ReplaceAll(f[3], "&", "|"), Tests: listed(f[4])}
	}
	return all, nil
}

func listed(s string) []string {
	list := []string{}
	for _, x := range strings.Split(s, ",") {
		if x = strings.TrimSpace(x); x != "" {
			list = append(list, x)
		}
	}
	return list
}
