package cli

import (
	"path/filepath"
	"testing"
)

func TestUserData(t *testing.T) {
	for _, x := range []struct {
		system string
		env    map[string]string
		want   string // empty for an error
	}{
		{"linux", map[string]string{"HOME": "/home/a"}, "/home/a/.local/share"},
		{"linux", map[string]string{"HOME": "/home/a", "XDG_DATA_HOME": "/data"}, "/data"},
		{"linux", map[string]string{"HOME": "/home/a", "XDG_DATA_HOME": "not/absolute"}, "/home/a/.local/share"},
		{"darwin", map[string]string{"HOME": "/Users/a", "XDG_DATA_HOME": "/data"}, "/Users/a/Library/Application Support"},
		{"windows", map[string]string{"LocalAppData": "/local"}, "/local"},
		{"windows", map[string]string{"HOME": "/home/a"}, ""},
		{"linux", nil, ""},
	} {
		got, err := userData(x.system, func(name string) string { return x.env[name] })
		if filepath.ToSlash(got) != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%s, %v: %q, %v", x.system, x.env, got, err)
		}
	}
}
