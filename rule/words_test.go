package rule_test

import (
	"testing"

	"loophole/rule"
)

// mute reads no texts, and stores the questions.
type mute struct{ asked []rule.Roll }

func (m *mute) RollPool(p rule.Pool) (int, error) {
	m.asked = append(m.asked, rule.Roll{Pool: p})
	return 1, nil
}

func (m *mute) Roll(r rule.Roll) (int, []uint8, error) {
	m.asked = append(m.asked, r)
	return 1, []uint8{1}, nil
}

func (*mute) Choose(rule.Choice) (int, error) { return 0, nil }

// TestPoolSource: for a source that reads no texts, none are built without a record.
func TestPoolSource(t *testing.T) {
	for _, rec := range []*rule.Record{nil, {}} {
		var m mute
		u := rule.NewUmpire(&m, rec)
		u.About("guards", func() { u.By("Empire").Sum(1, rule.D6, "x", "flight") })
		want := rule.Roll{Pool: rule.SumPool(1, rule.D6)}
		if rec != nil {
			want.Cite, want.Why, want.By = "x", "guards: flight", "Empire"
		}
		if u.ReadsSides() != (rec != nil) || len(m.asked) != 1 || m.asked[0] != want {
			t.Errorf("recording %v: %+v", rec != nil, m.asked)
		}
	}
}
