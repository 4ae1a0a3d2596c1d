package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// photographed takes a page as it stands at three widths, light and dark.
func (p *page) photographed(name string, window bool) {
	p.t.Helper()
	for _, l := range []look{{360, 740, true, false}, {768, 1024, true, false}, {1440, 900, false, false}} {
		for i, scheme := range []string{"light", "dark"} {
			l.dark = i == 1
			p.look(l)
			p.until("the page to lie still", `new Promise(go => setTimeout(() => go(true), 400))`)
			p.shot(filepath.Join(os.Getenv(pictures), fmt.Sprintf("%s-%d-%s.png", name, l.wide, scheme)), window)
		}
	}
	p.look(desk)
}

// The way to a fight is photographed: the lobby of a newcomer and of somebody who has
// matches, the options, the guide, an invitation, who is there, and the curtain.
func TestPicturesOfLobby(t *testing.T) {
	t.Parallel()
	if os.Getenv(pictures) == "" {
		t.Skipf("%s names no folder for screenshots", pictures)
	}
	h := served(t)
	p := h.open("/#host="+hostKey, look{1440, 6000, false, false}) // All pictures are in view, and so asked for.
	p.until("the pictures", `eyes.all('article.scenario .token').length > 100 && eyes.all('.hero .token')[0]`)
	p.photographed("lobby-new", false)
	p.options("tideofiron", "stairs")
	p.photographed("options", true)
	p.click("dialog .segments label", "at another screen")
	p.click("dialog button.main", "Start")
	p.click("dialog .switch", "")
	p.until("the code", `eyes.all('dialog .qr .qr-ink')[0]`)
	p.photographed("invitation", true)
	links := see[[]string](p, "the links", `eyes.all('dialog .copy input').map(e => e.value)`)
	friend := h.open(path(t, links[1]), phone)
	p.visit(path(t, links[0]))
	p.until("the friend", `eyes.text('.present').includes('is here')`)
	p.photographed("company", true)
	friend.until("the table", `eyes.all('.plan-drawing')[0]`)
	for _, book := range []string{"Konflikt", "Tide of Iron"} {
		p.visit("/")
		p.click(".other-firsts button", book)
		p.click(".hero-go", "Play now")
		p.until("the guide", `eyes.all('.guide[data-step=goal]')[0] && eyes.all('.plan-drawing')[0]`)
		p.click(".guide button", "Next")
		newPlayer(p).stands()
		p.photographed("guide-piece-"+book[:4], true)
	}
	x := newPlayer(p)
	x.picks(x.stands().Able[0])
	x.stands()
	p.photographed("guide-aim", true)
	p.click(".ways .way", "")
	p.until("the odds", `eyes.all('.preview .line')[0] && eyes.all('.guide[data-step=odds]')[0]`)
	x.stands()
	p.photographed("guide-odds", true)
	p.visit("/")
	p.until("what goes on", `eyes.all('.going .resume').length > 1 && eyes.all('.hero .token')[0]`)
	p.photographed("lobby-going", false)
	p.begins("lasergrenadiers", "works", "at this screen")
	p.until("the curtain", `eyes.all('.curtain .main')[0]`)
	p.photographed("curtain", true)
}
