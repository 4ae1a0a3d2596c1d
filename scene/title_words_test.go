package scene

import "testing"

// Names that repeat their place, or begin with where they are, are said once and with
// their article behind.
func TestCalledByPlace(t *testing.T) {
	for name, want := range map[string]string{
		"vault/vault-door": "the vault door", "beside-rampart": "beside the rampart", "behind-hedge": "behind the hedge",
	} {
		if got := Called(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
