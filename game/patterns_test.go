package game

import (
	"regexp"
	"testing"
)

// FuzzPatterns: each pattern finds what the regular expression for it finds.
func FuzzPatterns(f *testing.F) {
	numbers := regexp.MustCompile(`\d+`)
	words := regexp.MustCompile(`[\pL\pN_][\pL\pN_/()-]*`)
	verb := regexp.MustCompile(`^ (is|loses|shows itself|has)\b`)
	ofOne := regexp.MustCompile(`^( [a-z]+)s\b`)
	for _, text := range []string{
		"", " models fall", " glass", " is", " isolated", " is-", " shows itself.", " loses2", " as", " s", " ss", " Models", " modelsX", "3 of 12", "x12y3",
		"pak-43 at gun-bunker/door (open)", "Ärger_1/é", "٣ und ½", " has\xff", "\xff\xfe", "-a", "(b)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := firstNumber(text), numbers.FindString(text); got != want {
			t.Errorf("firstNumber(%q) is %q, want %q", text, got, want)
		}
		from, to := nextWord(text)
		if want := words.FindStringIndex(text); want == nil && from >= 0 || want != nil && (from != want[0] || to != want[1]) {
			t.Errorf("nextWord(%q) is %d to %d, want %v", text, from, to, want)
		}
		if got, want := leadingWord(text, []string{"is", "loses", "shows itself", "has"}), verb.FindString(text); got != want {
			t.Errorf("leading(%q) is %q, want %q", text, got, want)
		}
		if got, want := singular(text), ofOne.ReplaceAllString(text, "$1"); got != want {
			t.Errorf("singular(%q) is %q, want %q", text, got, want)
		}
	})
}
