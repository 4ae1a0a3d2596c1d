//go:build !js

package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"loophole/internal/store"
)

// forwardedHeader marks a request from another server. It has the time in seconds since 1970, the
// client's address, and an HMAC of both, of method and path, under the secret of the server that it is
// for. Nobody else can make it, and it is worth nothing at another server or after a restart.
const forwardedHeader = "Loophole-Forwarded"

// elsewhereHeader marks the answer to a forwarded request for a match that this server does not own,
// or for another server. The request was not carried out.
const elsewhereHeader = "Loophole-Elsewhere"

// mostSkew is the largest difference between the clocks of two servers, and between the sending of a
// forwarded request and its arrival.
const mostSkew = 2 * time.Minute

// forwardedSum returns the HMAC of a forwarded request.
func forwardedSum(to *store.Peer, at, client, method, uri string) string {
	sum := hmac.New(sha256.New, to.Secret)
	fmt.Fprintf(sum, "loophole forwards 1\n%s\n%s\n%s\n%s", at, client, method, uri)
	return hex.EncodeToString(sum.Sum(nil))
}

// signForwarded marks a request to a server on behalf of a client.
func signForwarded(r *http.Request, to *store.Peer, client string, now time.Time) {
	at, client := strconv.FormatInt(now.Unix(), 10), url.QueryEscape(client)
	r.Header.Set(forwardedHeader, at+" "+client+" "+forwardedSum(to, at, client, r.Method, r.URL.RequestURI()))
}

// forwardedFrom returns the client of a request that another server has forwarded to self. ok is false
// for any other request.
func forwardedFrom(r *http.Request, self *store.Peer, now time.Time) (client string, ok bool) {
	words := strings.Split(r.Header.Get(forwardedHeader), " ")
	if len(words) != 3 {
		return "", false
	}
	seconds, err := strconv.ParseInt(words[0], 10, 64)
	if age := now.Sub(time.Unix(seconds, 0)); err != nil || age > mostSkew || age < -mostSkew {
		return "", false
	}
	if !hmac.Equal([]byte(words[2]), []byte(forwardedSum(self, words[0], words[1], r.Method, r.URL.RequestURI()))) {
		return "", false
	}
	client, err = url.QueryUnescape(words[1])
	return client, err == nil
}
