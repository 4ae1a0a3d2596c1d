package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"loophole/hands"
	"loophole/tabletop"
)

// A remote is how a match of another server is reached, by the token of a seat.
type remote struct {
	base, id, token string
	client          *http.Client
}

// inviting is a link to a match: its page, with a token behind #.
var inviting = regexp.MustCompile(`^/m/([A-Za-z0-9_-]{1,64})/?$`)

// mostRead bounds what is read of an answer.
const mostRead = 32 << 20

// remoteOf reads a link.
func remoteOf(link string) (*remote, error) {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%.80q is no link to a match, as http://HOST/m/ID#TOKEN", link)
	}
	m := inviting.FindStringSubmatch(u.Path)
	if m == nil {
		return nil, fmt.Errorf("%.80q is no link to a match, as http://HOST/m/ID#TOKEN", link)
	}
	return &remote{u.Scheme + "://" + u.Host, m[1], u.Fragment, &http.Client{Timeout: 30 * time.Second}}, nil
}

// plain is the page of the match without a token.
func (w *remote) plain() string { return w.base + "/m/" + w.id }

// link is the page of the match with a token.
func (w *remote) link() string { return w.plain() + "#" + w.token }

// request asks about the match.
func (w *remote) request(ctx context.Context, method, path string, body any) (*http.Request, error) {
	var text io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(b)
	}
	r, err := http.NewRequestWithContext(ctx, method, w.base+"/api/v1/matches/"+w.id+path, text)
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Authorization", "Bearer "+w.token)
	return r, nil
}

// ask asks, and reads the answer into a value. The error is a [*tabletop.Problem] if the
// server refuses.
func (w *remote) ask(ctx context.Context, method, path string, body, into any) error {
	r, err := w.request(ctx, method, path, body)
	if err != nil {
		return err
	}
	a, err := w.client.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(io.LimitReader(a.Body, mostRead))
	if err != nil {
		return err
	}
	if a.StatusCode >= 300 {
		p := &tabletop.Problem{Status: a.StatusCode}
		if json.Unmarshal(text, p) != nil || p.Detail == "" {
			return fmt.Errorf("%s answers %s", w.base, a.Status)
		}
		return p
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}

// kindOf is the kind of problem that an error is, or empty.
func kindOf(err error) string {
	var p *tabletop.Problem
	if !errors.As(err, &p) {
		return ""
	}
	return strings.TrimPrefix(p.Kind, "urn:loophole:")
}

// away reports whether an error says that the server could not be reached, or cannot
// answer now: then it is tried again.
func away(err error) bool {
	var p *tabletop.Problem
	if errors.As(err, &p) {
		return p.Status >= 500 || p.Status == http.StatusTooManyRequests
	}
	return err != nil
}

// entryOf is an entry as the API takes it.
func entryOf(e hands.Entry) tabletop.HandEntry {
	return tabletop.HandEntry{Kind: e.Kind, By: e.By, Text: e.Text, Value: e.Value, Key: e.Key, End: e.End, Consent: e.Consent, Sig: e.Sig}
}

// signed is what is sent after the line with a sum.
type signed struct {
	Sum   string             `json:"sum"`
	Entry tabletop.HandEntry `json:"entry"`
}

// listen calls wake whenever the server tells of something, until the context ends. Where
// the stream breaks it is opened anew.
func (w *remote) listen(ctx context.Context, wake func()) {
	stream := &http.Client{} // It has no end.
	for ctx.Err() == nil {
		if r, err := w.request(ctx, http.MethodGet, "/events", nil); err == nil {
			if a, err := stream.Do(r); err == nil {
				lines := bufio.NewScanner(a.Body)
				lines.Buffer(nil, 1<<20)
				for a.StatusCode == http.StatusOK && lines.Scan() {
					if strings.HasPrefix(lines.Text(), "event: ") {
						wake()
					}
				}
				a.Body.Close()
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
			wake() // What came meanwhile is asked for.
		}
	}
}
