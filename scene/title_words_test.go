package scene

import "testing"

// A name that repeats or begins with its place appears once, with the article in front.
func TestCalledByPlace(t *testing.T) {
	for name, want := range map[string]string{
		"vault/vault-door": "the vault door", "beside-rampart": "beside the rampart", "behind-hedge": "behind the hedge",
	} {
		if got := Called(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
