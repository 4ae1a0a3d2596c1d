package rule

import (
	"fmt"
	"slices"
	"strings"

	"loophole/internal/usertext"
)

// Status is the way in which the program treats a clause.
type Status string

// The statuses of clauses in a ledger.
const (
	StatusRule      Status = "rule"      // code implements it
	StatusTable     Status = "table"     // a published table
	StatusOption    Status = "option"    // players can switch it
	StatusChoice    Status = "choice"    // a player decides
	StatusJudgement Status = "judgement" // the rulebook leaves it to the players
	StatusHost      Status = "host"      // stated elsewhere in the game
	StatusRuling    Status = "ruling"    // ambiguous; the reading can be switched
	StatusNarrative Status = "narrative" // has no effect in play
)

// IsOperative reports whether a clause of this status must take effect in play.
func (s Status) IsOperative() bool { return s != StatusNarrative }

// allStatuses lists the statuses.
var allStatuses = []Status{StatusRule, StatusTable, StatusOption, StatusChoice, StatusJudgement, StatusHost, StatusRuling, StatusNarrative}

func (s Status) known() bool { return slices.Contains(allStatuses, s) }

func statuses() (names []string) {
	for _, s := range allStatuses {
		names = append(names, string(s))
	}
	return names
}

// A Statement is one clause of the ledger.
type Statement struct {
	ID      Clause `json:"id"`
	Status  Status `json:"status"`
	Where   string `json:"where"` // the place in the source document
	Gist    string `json:"gist"`  // in our own words
	Section string `json:"section"`
}

// Title returns the place of the clause for a reader of the book: the name of the section and the
// place in it, such as "Fires, 4 s1", without words that occur in both.
func (s Statement) Title() string {
	place := strings.Fields(s.Where)
	named := strings.Fields(strings.ToLower(s.Section))
	for len(place) > 0 && slices.ContainsFunc(named, func(w string) bool {
		return strings.Trim(w, ":.") == strings.ToLower(strings.Trim(place[0], ":."))
	}) {
		place = place[1:]
	}
	if len(place) == 0 || s.Where == "–" {
		return s.Section
	}
	return s.Section + ", " + strings.Join(place, " ")
}

// OfChapter reports whether the clause is in the chapter itself, and not in the rest of the host
// game.
func (s Statement) OfChapter() bool {
	return s.Status != StatusHost && !strings.HasPrefix(string(s.ID), "host.")
}

// A Ledger is the list of the numbered statements of a rulebook, in its order.
type Ledger struct {
	Statements []Statement
	index      map[Clause]int
}

// ParseLedger reads a ledger with one clause a line: "id | status | where | gist". "## " begins a
// section. It skips "#" lines and blank lines. Errors name the line.
func ParseLedger(text string) (*Ledger, error) {
	l := &Ledger{index: map[Clause]int{}}
	section := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if s, ok := strings.CutPrefix(line, "## "); ok {
			section = s
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.SplitN(line, "|", 4)
		if len(f) != 4 {
			return nil, fmt.Errorf("rule: ledger line %d: %q is not id | status | where | gist", i+1, usertext.Truncate(line))
		}
		for j := range f {
			f[j] = strings.TrimSpace(f[j])
		}
		s := Statement{Clause(f[0]), Status(f[1]), f[2], f[3], section}
		if !s.Status.known() {
			return nil, fmt.Errorf("rule: ledger line %d: unknown status %q%s", i+1, s.Status, suggest(f[1], statuses()))
		}
		if s.ID == "" || s.Gist == "" {
			return nil, fmt.Errorf("rule: ledger line %d: a clause needs an id and a gist", i+1)
		}
		if _, twice := l.index[s.ID]; twice {
			return nil, fmt.Errorf("rule: ledger line %d: clause %q is listed twice", i+1, s.ID)
		}
		l.index[s.ID] = len(l.Statements)
		l.Statements = append(l.Statements, s)
	}
	return l, nil
}

// Find returns the statement of a clause.
func (l *Ledger) Find(c Clause) (Statement, bool) {
	i, ok := l.index[c]
	if !ok {
		return Statement{}, false
	}
	return l.Statements[i], true
}
