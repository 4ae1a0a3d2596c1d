package record

import (
	"io"
	"strings"
	"testing"
)

// TestTerminal: no line with terminal control characters is read or written, in any spelling.
func TestTerminal(t *testing.T) {
	for _, text := range []string{
		`\u001b[31m`, `\u009b`, `\u202e`, `\u2066`, `\n`, `\r`, `\b`, `\f`, `\u0000`, `\u007f`, "\x1b[2J", "\x7f", "\u009b31m", "\u202e", "\u2028", `\\\u001b`,
	} {
		line := `{"kind":"note","text":"` + text + `"}`
		if _, bad, err := NewLineReader(strings.NewReader(line + "\n")).Next(); bad == nil || err != nil || bad.Kind != BadForm || strings.ContainsAny(bad.Error(), "\x1b\x7f\u009b\u202e\u2028") {
			t.Errorf("reading %q: %v, %v", line, bad, err)
		}
		p := NewChainWriter(io.Discard, Format)
		if err := p.Append([]byte(line)); err == nil || p.Sum() != "" {
			t.Errorf("writing %q: %v", line, err)
		}
	}
	for _, text := range []string{`a\tb`, `\\u001b`, `\\n`, "é 🙂", `\"`, `\u00e9`, `\/`} {
		line := `{"kind":"note","text":"` + text + `"}`
		if _, bad, err := NewLineReader(strings.NewReader(line + "\n")).Next(); bad != nil || err != nil {
			t.Errorf("%q: %v, %v", line, bad, err)
		}
	}
}
