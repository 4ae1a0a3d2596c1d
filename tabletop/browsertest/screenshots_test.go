package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// pictures names the folder for screenshots.
const pictures = "LOOPHOLE_SCREENSHOTS"

// Every page is photographed at three widths, light and dark, for somebody to look
// at. Nothing is asserted but that nothing is wider than its window.
func TestScreenshots(t *testing.T) {
	t.Parallel()
	dir := os.Getenv(pictures)
	if dir == "" {
		t.Skipf("%s names no folder for screenshots", pictures)
	}
	h := served(t)
	shots := map[string]string{"lobby": "/", "odds": worked, "odds-compared": worked + "&compare=true&bruling=halving%3Dbefore&mode=at+least", "odds-too-large": siege, "odds-rounds": "/odds?ruleset=d20skirmish&procedure=melee&example=helmets&compare=true&bset=attackers%3D3&rounds=8", "odds-taken-up": "/odds?ruleset=d20skirmish&procedure=melee&example=helmets&rounds=8&from=attackers%3D1&from=defenders%3D2", "api": "/api"}
	for ruleset, name := range map[string]string{"konflikt47": "farmhouse", "lasergrenadiers": "farm", "d20skirmish": "la-fiere", "oldworld": "toll-tower", "tideofiron": "stairs"} {
		b := h.begin(map[string]any{"ruleset": ruleset, "scenario": name, "hotseat": true})
		shots["table-"+ruleset] = "/m/" + b.ID + "#" + b.Tokens["table"]
	}
	for name, path := range shots {
		for _, l := range []look{{360, 640, true, false}, {768, 1024, true, false}, {1440, 900, false, false}} {
			p := h.open(path, l)
			p.forgives(`\b422\b`)
			p.until("the page", `eyes.all('article.scenario svg, .answer .event, .toolarge, .operation, .actions[aria-busy=false]')[0] && !/Working|…$/.test(eyes.text('.answer, .chance'))`)
			if wide := evaluate[string](p, name, "Promise.resolve(eyes.wide())"); wide != "" {
				t.Errorf("%s at %d is wider than the window: %s", name, l.wide, wide)
			}
			for i, scheme := range []string{"light", "dark"} {
				l.dark = i == 1
				p.look(l)
				p.shot(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, l.wide, scheme)), name == "api")
			}
		}
	}
}

// shot writes a picture of the whole page, or of the window alone.
func (p *page) shot(file string, window bool) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		how := chromedp.FullScreenshot(100)
		if window {
			how = chromedp.CaptureScreenshot()
		}
		image, err := chromedp.Run(ctx, how)
		if err != nil {
			return err
		}
		return os.WriteFile(file, image, 0o644)
	})
}
