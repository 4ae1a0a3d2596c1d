package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"loophole/hands"
)

// TestPageFollowsAsTheTableDoes: the page follows the lines of a match like package hands. It
// accepts and rejects the same lines of each history.
func TestPageFollowsAsTheTableDoes(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../hands/testdata/histories.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Name  string
		Fault int
		Lines []string
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	p := served(t).open("/", desk)
	for _, h := range list {
		first := h.Lines[0]
		terms := first[strings.Index(first, `"terms":`)+len(`"terms":`) : strings.Index(first, `,"match":"`)]
		told, err := json.Marshal(map[string]any{"match": hands.MatchOf([]byte(terms)).String(), "terms": terms})
		if err != nil {
			t.Fatal(err)
		}
		lines, err := json.Marshal(h.Lines)
		if err != nil {
			t.Fatal(err)
		}
		found := evaluate[string](p, h.Name, fmt.Sprintf(`import('/page/hand.js').then(({ Lines }) => {
			const lines = new Lines();
			try {
				for (const line of %s) lines.take(line, %s, false);
			} catch (error) {
				return (lines.count + 1) + ' ' + error.message;
			}
			return '0';
		})`, lines, told))
		if at, _, _ := strings.Cut(found, " "); at != fmt.Sprint(h.Fault) {
			t.Errorf("%s: line %d does not hold; the page says %s", h.Name, h.Fault, found)
		}
	}
}
