package ground

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// MaxSections and MaxFeatures bound the sections and features of a map.
const (
	MaxSections = 128
	MaxFeatures = 128
)

// Destroyed is the set of fallen sections and removed features. It is comparable, and belongs in
// a position. The zero value is the ground as the plan describes it.
type Destroyed struct{ gone mask }

// mask is a set of obstacles: sections first, features from MaxSections on.
type mask [(MaxSections + MaxFeatures) / 64]uint64

func (m *mask) has(i int) bool { return m[i>>6]>>(i&63)&1 == 1 }
func (m *mask) set(i int)      { m[i>>6] |= 1 << (i & 63) }

// Fallen returns the set with one more fallen section.
func (r Destroyed) Fallen(s SectionID) Destroyed {
	r.gone.set(int(s))
	return r
}

// Removed returns the set with one more removed feature.
func (r Destroyed) Removed(f FeatureID) Destroyed {
	r.gone.set(MaxSections + int(f))
	return r
}

// HasFallen reports whether a section has fallen.
func (r Destroyed) HasFallen(s SectionID) bool { return r.gone.has(int(s)) }

// IsGone reports whether a feature is removed.
func (r Destroyed) IsGone(f FeatureID) bool { return r.gone.has(MaxSections + int(f)) }

// MarshalText writes the numbers of fallen sections and removed features: s1 s12 f0.
func (r Destroyed) MarshalText() ([]byte, error) {
	var b []byte
	for i, word := range r.gone {
		for ; word != 0; word &= word - 1 {
			n, kind := i*64+bits.TrailingZeros64(word), byte('s')
			if n >= MaxSections {
				n, kind = n-MaxSections, 'f'
			}
			if len(b) > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(append(b, kind), int64(n), 10)
		}
	}
	return b, nil
}

// UnmarshalText reads what MarshalText writes.
func (r *Destroyed) UnmarshalText(text []byte) error {
	*r = Destroyed{}
	for _, word := range strings.Fields(string(text)) {
		n, err := strconv.Atoi(word[1:])
		switch {
		case err != nil || !digits(word[1:]):
		case word[0] == 's' && n < MaxSections:
			*r = r.Fallen(SectionID(n))
			continue
		case word[0] == 'f' && n < MaxFeatures:
			*r = r.Removed(FeatureID(n))
			continue
		}
		return fmt.Errorf("ground: %q is not a section or feature: write s0 to s%d or f0 to f%d", word, MaxSections-1, MaxFeatures-1)
	}
	return nil
}
