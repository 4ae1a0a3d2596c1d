package rule

import (
	"fmt"
	"strconv"
	"strings"
)

// Evidence shows that the code implements a clause of a ledger. The conformance kit writes it from
// its observations, and fails if it is out of date.
type Evidence struct {
	Code       []string `json:"code"`          // file and declaration that cite the clause
	Situations int      `json:"fires"`         // situations of the kit in which it took effect
	Shortest   string   `json:"try,omitempty"` // the shortest of them
	Tests      []string `json:"tests"`         // test functions that name it
	// GamesApplied is the number of the GamesPlayed games in which the clause applied, for rulesets
	// with a game.
	GamesApplied int `json:"games,omitempty"`
	GamesPlayed  int `json:"ofGames,omitempty"`
	// Cases are the cases of the casebook that show its effect: without the clause, a position, a
	// violation or a number would be different.
	Cases []string `json:"cases"`
}

// Effective reports whether a case shows the effect of the clause. A citation in the code is weaker
// evidence.
func (e Evidence) Effective() bool { return len(e.Cases) > 0 }

// String returns the evidence as the fields of a line of [ParseEvidence].
func (e Evidence) String() string {
	s := fmt.Sprintf("%s | %d | %s | %s", strings.Join(e.Code, ", "), e.Situations, strings.ReplaceAll(e.Shortest, "|", "&"), strings.Join(e.Tests, ", "))
	if e.GamesPlayed > 0 {
		s += fmt.Sprintf(" | %d of %d | %s", e.GamesApplied, e.GamesPlayed, strings.Join(e.Cases, "; "))
	}
	return s
}

// ParseEvidence reads a list of evidence with one clause a line: "id | code | situations | the
// shortest | tests". It skips "#" lines and blank lines. The bar before the house rules of a
// situation is written "&". Rulesets with a game add "| 12 of 400 | case; case": the games that
// cited the clause, and the cases that show its effect. Errors name the line.
func ParseEvidence(text string) (map[Clause]Evidence, error) {
	all := map[Clause]Evidence{}
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) < 5 || len(f) > 7 {
			return nil, fmt.Errorf("rule: evidence line %d: want id | code | situations | the shortest | tests, and games | cases if there are any", i+1)
		}
		for j := range f {
			f[j] = strings.TrimSpace(f[j])
		}
		n, err := strconv.Atoi(f[2])
		if err != nil || n < 0 {
			return nil, fmt.Errorf("rule: evidence line %d: %q is not a number of situations", i+1, f[2])
		}
		e := Evidence{Code: listed(f[1]), Situations: n, Shortest: strings.ReplaceAll(f[3], "&", "|"), Tests: listed(f[4]), Cases: []string{}}
		if len(f) == 7 && f[6] != "" {
			e.Cases = strings.Split(f[6], "; ")
		}
		if len(f) > 5 {
			applied, played, _ := strings.Cut(f[5], " of ")
			var errs [2]error
			e.GamesApplied, errs[0] = strconv.Atoi(applied)
			e.GamesPlayed, errs[1] = strconv.Atoi(played)
			if errs != [2]error{} || e.GamesApplied < 0 || e.GamesPlayed < e.GamesApplied {
				return nil, fmt.Errorf("rule: evidence line %d: %q does not say how many games, as 12 of 400 does", i+1, f[5])
			}
		}
		all[Clause(f[0])] = e
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
