package scenario

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml/lexer"
)

// FuzzLean: in a text that passed the scan, the lexer finds no more tokens than the scan counted,
// and none that the scan should have rejected.
func FuzzLean(f *testing.F) {
	names, err := filepath.Glob("bundled/*/*.yaml")
	if err != nil || len(names) == 0 {
		f.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	for _, s := range []string{
		"a: b\n  'c: \"': d\n", "a: [b\n 'c', d]\n", "a: {b:c, 'd':e, f: g:h, i://j}\n", "- - a\n- b: c\n  d: e # f\n", "a: \"\\\"\\u00e9\\U0001f600\\x41\"\nb: 'it''s'\n",
		"a: b#c\n'd' : e\n", "---\na: -\n  - b\n...\n", "a: |\n  b\n", "a: <b\nc<<: d\n", "a: [[b], {c: [d]}]\ne: ]f\n", "a: b\\\n# c \\\nd: e\n", "? a\n: b", "a: - b\n   - c\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		alike(t, text)
	})
}

func alike(t *testing.T, text string) {
	t.Helper()
	in, err := read("f", strings.NewReader(text))
	if err != nil {
		return
	}
	lean, s, err := in.scanned()
	if err != nil {
		return
	}
	tokens := lexer.Tokenize(lean)
	if len(tokens) > s.values {
		t.Fatalf("%q: %d tokens, and %d were counted", lean, len(tokens), s.values)
	}
	if err := in.check(tokens); err != nil {
		t.Fatalf("%q: the scan passed it, and then: %v", lean, err)
	}
}

// TestLean is FuzzLean with texts that are put together from the characters that matter to a
// lexer.
func TestLean(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	words := []string{"a", "b", " ", " ", "  ", "\n", "\n", "\n ", "\n  ", ":", ": ", ": ", ":\n", "- ", "-", "[", "]", "{", "}", ",", ", ", "'", "'", "\"", "\"", "\"\"", "''", "|", ">", "<", "<<", "&", "*", "!", "?", "? ", "%", "@", "`", "#", " #", "\\", "\\\"", "\\x41", "/", "---", "---\n", "...", ".", "~", "0", "0x1", "é", "=", "a: b", "'c'", "\"d\""}
	r := rand.New(rand.NewPCG(1, 2))
	for range 60_000 {
		var b strings.Builder
		for range 1 + r.IntN(30) {
			b.WriteString(words[r.IntN(len(words))])
		}
		alike(t, b.String())
	}
}

// hostile holds texts that grow: a beginning, and a part that repeats.
var hostile = []struct{ begin, again string }{
	{"", "<<"}, {"a: [", "<<"}, {"a: [", ","}, {"a: ", "<"}, {"a: |\n ", "\n"}, {"a: |-\n", " x\n"}, {"a: >\n ", "x "}, {"a: b\n  - c", "\n  - c"},
	{"", "`"}, {"", "@ "}, {"a: \"", "\t"}, {"a: '", "\n"}, {"a: \"", "\\n"}, {"a: \"", "\\q"}, {"a: \"", "\\x41"}, {"a: b", "\n"}, {"a: b", "\n#"}, {"", "# c\n"}, {"", "--- \n"},
	{"", "...\n"}, {"", "a: &a [*a]\n"}, {"", "- "}, {"", "-\n"}, {"", "? "}, {"", "{"}, {"a: ", "[]"}, {"a: [", "[],"}, {"a: {", "b: c,"}, {"a: [\n", "1,\n"}, {"", "a: 'b'\n"},
	{"", "\"a\": b\n"}, {"a: ", "!t "}, {"", "%x\n"}, {"a: x", " #"}, {"a: ", "1_"}, {"a: ", "9"}, {"a: 0x", "f"}, {"", "é: ü\n"}, {"- a\n", "- b: c\n  d: e\n"}, {"{", "\"a\": 1,\n"}, {"a: [{", "b: "},
}

// TestLinear: a text of eight times the size takes at most about sixteen times as long. The
// largest accepted text takes a fraction of a second.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	took := func(begin, again string, bytes int) time.Duration {
		text := begin + strings.Repeat(again, (bytes-len(begin))/len(again))
		best := time.Hour
		for range 3 {
			at := time.Now()
			if f, err := read("f", strings.NewReader(text)); err == nil {
				f.parse()
			}
			best = min(best, time.Since(at))
		}
		return best
	}
	for _, x := range hostile {
		small, large := took(x.begin, x.again, maxBytes/8), took(x.begin, x.again, maxBytes)
		if large > 2*time.Second || large > 300*time.Millisecond && large > 30*small {
			t.Errorf("%q and then %q: %v for %d bytes, %v for %d", x.begin, x.again, small, maxBytes/8, large, maxBytes)
		}
	}
}

// BenchmarkRead reads texts of four sizes; the speed should not depend on the size.
func BenchmarkRead(b *testing.B) {
	for _, size := range []int{1 << 10, 8 << 10, 64 << 10, 256 << 10} {
		text := "a:\n" + strings.Repeat("- {bcdefghijk: 'lmnopqr stuvw', xyzabcdefghijklm: nopqrstuv} # and a word\n", size/75)
		b.Run(sizes[size], func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				f, err := read("f", strings.NewReader(text))
				if err == nil {
					_, err = f.parse()
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

var sizes = map[int]string{1 << 10: "1KiB", 8 << 10: "8KiB", 64 << 10: "64KiB", 256 << 10: "256KiB"}

// TestCommands: no terminal control character comes from a file, written as it is or by an
// escape.
func TestCommands(t *testing.T) {
	for _, in := range []string{
		"a: \x1b[31m", "a: \u009b31m", "a: \u202eb", "a: \u2066b", "\x1b: a", "a: \"\\e[31m\"", "a: \"\\x1b\"", "a: \"\\x9b\"", "a: \"\\u202e\"", "a: \"\\a\"", "a: \"\\u0007\"", "\"\\u202e\": a",
		"a: \"\\ud83d\\ude00\"", "a: \"\\0\"", "a: \"\\L\"", "a: \x7f", `{"a": "\u001b[31m"}`, `{"a": "\u202e"}`, `{"a\u009b": "b"}`, "{\"a\": \"\u2067\"}",
	} {
		f, err := read("f", strings.NewReader(in))
		if err == nil {
			_, err = f.parse()
		}
		if err == nil || !strings.HasPrefix(err.Error(), "f:1:") || strings.ContainsAny(err.Error(), "\x1b\a\x00\x7f\u009b\u202e\u2066\u2067\u2028") {
			t.Errorf("%q: %q", in, err)
		}
	}
}
