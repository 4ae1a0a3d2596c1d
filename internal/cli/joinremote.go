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
	"loophole/internal/server"
)

// A remote is a match on a server, with the token of a seat.
type remote struct {
	base, id, token string
	client          *http.Client
}

// matchPath is the path of the page of a match.
var matchPath = regexp.MustCompile(`^/m/([A-Za-z0-9_-]{1,64})/?$`)

// mostRead is how many bytes of an answer are read.
const mostRead = 32 << 20

// remoteOf reads a link of the form http://HOST/m/ID#TOKEN.
func remoteOf(link string) (*remote, error) {
	bad := fmt.Errorf("%.80q is not the link of a match: copy one such as http://HOST/m/ID#TOKEN", link)
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, bad
	}
	m := matchPath.FindStringSubmatch(u.Path)
	if m == nil {
		return nil, bad
	}
	return &remote{u.Scheme + "://" + u.Host, m[1], u.Fragment, &http.Client{Timeout: 30 * time.Second}}, nil
}

// page returns the address of the match without a token.
func (w *remote) page() string { return w.base + "/m/" + w.id }

// link returns the address of the match with the token.
func (w *remote) link() string { return w.page() + "#" + w.token }

// request returns a request to the API of the match, with a JSON body if it is not nil.
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

// ask sends a request and decodes the answer into a value, which may be nil. The error is a
// [*server.Problem] if the server rejects the request.
func (w *remote) ask(ctx context.Context, method, path string, body, into any) error {
	r, err := w.request(ctx, method, path, body)
	if err != nil {
		return err
	}
	a, err := w.client.Do(r)
	if err != nil {
		return connectionError(w.base, err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(io.LimitReader(a.Body, mostRead))
	if err != nil {
		return err
	}
	if a.StatusCode >= 300 {
		p := &server.Problem{Status: a.StatusCode}
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

// kindOf returns the kind of an error that is a [*server.Problem], without its prefix, or "".
func kindOf(err error) string {
	var p *server.Problem
	if !errors.As(err, &p) {
		return ""
	}
	return strings.TrimPrefix(p.Kind, "urn:loophole:")
}

// connectionError shortens an error of a request to its cause.
func connectionError(server string, err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return fmt.Errorf("%s cannot be reached: %w", server, err)
}

// unreachable reports whether a request may succeed later: the server could not be reached, was
// too busy, or failed.
func unreachable(err error) bool {
	var p *server.Problem
	if errors.As(err, &p) {
		return p.Status >= 500 || p.Status == http.StatusTooManyRequests
	}
	return err != nil
}

// entryOf converts an entry to the form of the API.
func entryOf(e hands.Entry) server.HandEntry {
	return server.HandEntry{Kind: e.Kind, By: e.By, Text: e.Text, Value: e.Value, Key: e.Key, End: e.End, Consent: e.Consent, Sig: e.Sig}
}

// A signedEntry is an entry to append after the line with a checksum.
type signedEntry struct {
	Sum   string           `json:"sum"`
	Entry server.HandEntry `json:"entry"`
}

// listen calls wake at each event of the server, until the context ends. It opens the stream
// again when it breaks.
func (w *remote) listen(ctx context.Context, wake func()) {
	stream := &http.Client{} // It has no timeout, because the stream has no end.
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
			wake() // Events may have been missed.
		}
	}
}
