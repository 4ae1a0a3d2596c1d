package rule

import "strings"

// Truncate shortens what somebody wrote before an error quotes it, to some sixty bytes
// that end with a whole character.
func Truncate(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
