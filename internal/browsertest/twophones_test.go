package browsertest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"loophole/internal/twohands"
	"loophole/rulesets"
)

// handset is the window of a phone of today.
var handset = look{wide: 390, high: 844, touch: true}

// message returns the message that the page shows for the other phone.
func (p *page) message() string {
	p.t.Helper()
	if !p.sees("dialog.messages") {
		p.tap(".open-messages", "")
	}
	return see[string](p, "the message", `document.querySelector('.give textarea.message')?.value.endsWith('.') && document.querySelector('.give textarea.message').value`)
}

// pastes gives the page a message as text.
func (p *page) pastes(text string) {
	p.t.Helper()
	p.until("the field for a message", `eyes.all('.paste-message')[0]`)
	evaluate[bool](p, "the message to be pasted", fmt.Sprintf(`(async e => { e.value = %s; e.dispatchEvent(new Event('input', { bubbles: true })); return true; })(document.querySelector('.paste-message'))`, quoted(text)))
}

// onTurn reports whether this phone may act, and whether the game is over.
func (p *page) onTurn() (mine, over bool) {
	p.t.Helper()
	s := see[string](p, "whose turn it is", `eyes.all('.banner.end')[0] ? 'over' : eyes.all('.phone-turn')[0] ? 'other' : eyes.all('.tray-of-dice')[0] || eyes.text('.pill').match(/Your|Decide/) ? 'mine' : ''`)
	return s == "mine", s == "over"
}

// filmed writes screenshots if the folder is set, at a phone and at a desk, light and dark.
func (p *page) filmed(name string, back look) {
	p.t.Helper()
	dir := os.Getenv(pictures)
	if dir == "" {
		return
	}
	for _, l := range []look{handset, {wide: 1280, high: 800}} {
		for _, l.dark = range []bool{false, true} {
			p.look(l)
			p.do(chromedp.Sleep(300e6))
			p.shot(filepath.Join(dir, fmt.Sprintf("phones-%s-%d-%s.png", name, l.wide, map[bool]string{false: "light", true: "dark"}[l.dark])), true)
		}
	}
	p.look(back)
}

// bids begins a scenario of the lobby for two phones, and returns the invitation.
func (p *page) bids(title, dice string) string {
	p.t.Helper()
	p.click("article[aria-label="+selectable(title)+"] button", "Options")
	p.until("the rulings", "eyes.text('dialog').includes('Rulings')")
	p.click("dialog .segments label", "at another phone")
	p.click("dialog .segments label", dice)
	p.filmed("options-"+dice[:3], handset)
	p.click("dialog button.main", "Start and invite")
	p.until("the table", `location.search.includes('match=') && eyes.all('.plan-drawing')[0]`)
	return p.message()
}

// joins takes an invitation in the lobby.
func (p *page) joins(invitation string) {
	p.t.Helper()
	p.tap(".take-message", "")
	p.filmed("take", handset)
	p.pastes("Come and play! " + invitation + " Bring dice.")
	p.until("the offer", `eyes.all('.join-match')[0]`)
	p.filmed("offer", handset)
	p.tap(".join-match", "")
	p.until("the table", `location.search.includes('match=') && eyes.all('.plan-drawing')[0]`)
}

// TestTwoPhones: two phones load the pages, and the server ends. They play a fight to its end by pasted
// texts alone, with dice of two hands. Both end with the same lines, which are valid.
func TestTwoPhones(t *testing.T) {
	t.Parallel()
	f := inFolder(t, nil)
	one, two := f.open("/", handset), f.open("/", handset)
	one.kept()
	two.kept()
	f.server.Close()
	invitation := one.bids("The weakened row", "two hands")
	one.answersInSight(invitation, ".trouble")
	one.pastes("loophole")
	one.until("the refusal to go with its text", `!eyes.all('.taken .trouble')[0]`)
	two.joins(invitation)
	two.message()
	two.answersInSight(invitation, ".asked")
	players := map[*page]*player{one: newPlayer(one), two: newPlayer(two)}
	for _, x := range players {
		x.press = x.tapNth
	}
	from, to, messages := two, one, 1
	for ; messages < 200; from, to = to, from {
		text := from.message()
		if messages == 6 {
			from.filmed("messages", handset)
			from.audited("messages of two phones", handset)
		}
		to.pastes(text)
		messages++
		if !to.sees(".banner.end") {
			to.replies(players[to])
		}
		if to.sees(".banner.end") && from.sees(".banner.end") {
			break
		}
	}
	for _, p := range []*page{one, two} {
		p.until("the end", `eyes.all('.banner.end')[0]`)
	}
	a, b := one.lines(), two.lines()
	if !strings.HasPrefix(a, b) && !strings.HasPrefix(b, a) || max(len(a), len(b))-min(len(a), len(b)) > 600 {
		t.Errorf("the phones end with different lines: %d and %d bytes", len(a), len(b))
	}
	g := twohands.New(rulesets.Game, nil)
	for line := range strings.SplitSeq(strings.TrimSuffix(max(a, b), "\n"), "\n") {
		if err := g.Take([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if !g.Over() || !g.Hands.Closed() {
		t.Error("the lines are not those of a game that is over and signed")
	}
	t.Logf("%d messages, %d and %d actions", messages, players[one].moves, players[two].moves)
}

// answersInSight pastes a message that adds nothing, and waits for the answer: in sight, below the field.
func (p *page) answersInSight(text, answer string) {
	p.t.Helper()
	p.pastes(text)
	p.until("the answer in sight", `(r => r && r.height > 0 && (box => r.top >= box.top && r.bottom <= box.bottom)(eyes.all('dialog.messages')[0].getBoundingClientRect()))(eyes.all('.taken `+answer+`')[0]?.getBoundingClientRect())`)
	p.filmed("answer"+answer, handset)
}

// replies plays until the other phone is to go on, and opens the messages.
func (p *page) replies(x *player) {
	p.t.Helper()
	for {
		p.until("the message to be taken", `!eyes.all('dialog.messages')[0] || !eyes.all('.paste-message')[0].value`)
		s := x.settles("anybody", "eyes.settled(%d, 'halves')")
		mine, over := p.onTurn()
		if over || !mine {
			return
		}
		if s.Kind == "others" {
			continue
		}
		x.does(s)
	}
}

// lines returns the lines of two-hands dice of the match on the page.
func (p *page) lines() string {
	p.t.Helper()
	if p.sees("dialog.messages") {
		p.tap("dialog.messages [aria-label=Close]", "")
	}
	p.click(".banner.end button", "Verify")
	return string(p.downloaded(".jsonl"))
}

// TestPhoneScans: one phone shows an invitation as codes, and another one scans them with its camera,
// which sees the screen of the first slanted and in pale light.
func TestPhoneScans(t *testing.T) {
	t.Parallel()
	f := inFolder(t, nil)
	one, two := f.open("/", handset), f.open("/", handset)
	one.bids("The weakened row", "real dice")
	one.filmed("invitation", handset)
	one.do(chromedp.EmulateViewport(handset.wide, handset.high, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(3)))
	var shots []string
	for turn := 0; turn < 9; turn++ {
		at := one.text(".code-at")
		shots = append(shots, base64.StdEncoding.EncodeToString(one.photographedCode()))
		if at == "" || strings.HasPrefix(at, "Code "+at[len(at)-1:]) {
			break
		}
		one.tap(".codes-turn [aria-label='The next code']", "")
		one.until("the next code", fmt.Sprintf(`eyes.text('.code-at') !== %s`, quoted(at)))
	}
	two.watches(shots)
	two.tap(".take-message", "")
	two.tap(".take button", "Scan with the camera")
	two.until("the offer", `eyes.text('.offer').includes('The weakened row') && eyes.text('.offer').includes('Real dice')`)
	if two.sees("video") {
		t.Error("the camera goes on")
	}
}

// photographedCode returns a picture of the screen with the shown code, as a PNG.
func (p *page) photographedCode() []byte {
	p.t.Helper()
	p.until("the code", `eyes.all('.messages .qr-ink')[0]`)
	file := filepath.Join(p.t.TempDir(), "code.png")
	p.shot(file, true)
	raw, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	return raw
}

// watches makes the camera of the page see pictures in turn.
func (p *page) watches(pictures []string) {
	p.t.Helper()
	list, err := json.Marshal(pictures)
	if err != nil {
		p.t.Fatal(err)
	}
	evaluate[bool](p, "the camera", fmt.Sprintf(`(async () => {
		const shots = await Promise.all(%s.map(text => createImageBitmap(new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))], { type: 'image/png' }))));
		const canvas = document.createElement('canvas'), pen = canvas.getContext('2d');
		canvas.width = 1280, canvas.height = 960;
		let n = 0;
		const draw = () => {
			const shot = shots[n++ %% shots.length];
			pen.setTransform(1, 0, 0, 1, 0, 0);
			pen.globalAlpha = 1;
			pen.fillStyle = '#887';
			pen.fillRect(0, 0, 1280, 960);
			pen.setTransform(0.96, 0.16, -0.13, 0.94, 300, -140);
			pen.globalAlpha = 0.75;
			pen.drawImage(shot, 0, 0, 780, 780 * shot.height / shot.width);
		};
		draw();
		setInterval(draw, 400);
		navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
		return true;
	})()`, list))
}
