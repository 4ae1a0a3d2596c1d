package ground

// MaxSections and MaxFeatures are how much a map can hold of each.
const (
	MaxSections = 128
	MaxFeatures = 128
)

// Ruins is what has happened to the ground: which sections have fallen and
// which features are gone. It is comparable and belongs into a position. The
// zero value is the ground as it was laid out.
type Ruins struct{ gone mask }

// mask is a set of obstacles: sections first, features from MaxSections on.
type mask [4]uint64

func (m *mask) has(i int) bool { return m[i>>6]>>(i&63)&1 == 1 }
func (m *mask) set(i int)      { m[i>>6] |= 1 << (i & 63) }

// Fallen returns the ruins with one more section fallen.
func (r Ruins) Fallen(s SectionID) Ruins {
	r.gone.set(int(s))
	return r
}

// Removed returns the ruins with one more feature gone.
func (r Ruins) Removed(f FeatureID) Ruins {
	r.gone.set(MaxSections + int(f))
	return r
}

// HasFallen reports whether a section has fallen.
func (r Ruins) HasFallen(s SectionID) bool { return r.gone.has(int(s)) }

// IsGone reports whether a feature is gone.
func (r Ruins) IsGone(f FeatureID) bool { return r.gone.has(MaxSections + int(f)) }
