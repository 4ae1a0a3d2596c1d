package cli

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/acme"
)

// proof is the extension by which a certificate shows that it answers a challenge (RFC 8737).
var proof = asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 31}

// An authority gives certificates by as much of ACME as is asked of it: one order at a
// time, for a name that it has seen answer. It reads no signatures.
type authority struct {
	t      *testing.T
	root   *x509.Certificate
	key    *ecdsa.PrivateKey
	server *httptest.Server
	asks   string // the address at which it looks for the name

	mu     sync.Mutex
	name   string // of the order
	proved bool
	leaf   []byte
	given  int
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{t: t}
	a.key, a.root = selfSigned(t)
	a.server = httptest.NewServer(a)
	t.Cleanup(a.server.Close)
	return a
}

func selfSigned(t *testing.T) (*ecdsa.PrivateKey, *x509.Certificate) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	like := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "a test"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, like, like, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	root, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return key, root
}

func (a *authority) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := a.server.URL
	w.Header().Set("Replay-Nonce", "once")
	var in struct {
		Identifiers []struct{ Value string }
		CSR         string
	}
	if r.Method == http.MethodPost {
		var signed struct{ Payload string }
		json.NewDecoder(r.Body).Decode(&signed)
		text, _ := base64.RawURLEncoding.DecodeString(signed.Payload)
		json.Unmarshal(text, &in)
	}
	status := map[bool]string{false: "pending", true: "valid"}[a.proved]
	challenge := map[string]string{"type": "tls-alpn-01", "url": at + "/challenge", "token": "a-token", "status": status}
	order := map[string]any{"status": "pending", "authorizations": []string{at + "/authorization"}, "finalize": at + "/finalize"}
	var out any
	code := http.StatusOK
	switch r.URL.Path {
	case "/directory":
		out = map[string]string{"newNonce": at + "/nonce", "newAccount": at + "/account", "newOrder": at + "/order"}
	case "/nonce":
		return
	case "/account":
		w.Header().Set("Location", at+"/account/1")
		code, out = http.StatusCreated, map[string]string{"status": "valid"}
	case "/order":
		a.name, a.proved = in.Identifiers[0].Value, false
		w.Header().Set("Location", at+"/orders/1")
		code, out = http.StatusCreated, order
	case "/authorization":
		out = map[string]any{"status": status, "identifier": map[string]string{"type": "dns", "value": a.name}, "challenges": []any{challenge}}
	case "/challenge":
		a.proved = a.answers()
		out = challenge
	case "/orders/1":
		order["status"] = map[bool]string{false: "pending", true: "ready"}[a.proved]
		out = order
	case "/finalize":
		a.sign(in.CSR)
		w.Header().Set("Location", at+"/orders/1")
		order["status"], order["certificate"] = "valid", at+"/certificate"
		out = order
	case "/certificate":
		for _, raw := range [][]byte{a.leaf, a.root.Raw} {
			pem.Encode(w, &pem.Block{Type: "CERTIFICATE", Bytes: raw})
		}
		return
	default:
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	json.NewEncoder(w).Encode(out)
}

// answers reports whether the name shows the proof that was asked for.
func (a *authority) answers() bool {
	c, err := tls.Dial("tcp", a.asks, &tls.Config{ServerName: a.name, NextProtos: []string{acme.ALPNProto}, InsecureSkipVerify: true})
	if err != nil {
		a.t.Errorf("the challenge: %v", err)
		return false
	}
	defer c.Close()
	has := slices.ContainsFunc(c.ConnectionState().PeerCertificates[0].Extensions, func(x pkix.Extension) bool { return x.Id.Equal(proof) })
	return has && c.ConnectionState().NegotiatedProtocol == acme.ALPNProto
}

func (a *authority) sign(request string) {
	raw, _ := base64.RawURLEncoding.DecodeString(request)
	csr, err := x509.ParseCertificateRequest(raw)
	if err != nil || !a.proved {
		a.t.Errorf("a certificate is asked for: %v, proved %v", err, a.proved)
		return
	}
	a.given++
	like := &x509.Certificate{
		SerialNumber: big.NewInt(int64(a.given) + 1), DNSNames: csr.DNSNames,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(90 * 24 * time.Hour),
	}
	if a.leaf, err = x509.CreateCertificate(rand.Reader, like, a.root, csr.PublicKey, a.key); err != nil {
		a.t.Error(err)
	}
}

// TestCertificatesAreFetched: a server fetches its certificate when a client first asks for its
// name. It then shows the certificate, and still has it after a restart without the authority. It
// fetches none for other names.
func TestCertificatesAreFetched(t *testing.T) {
	a := newAuthority(t)
	folder := t.TempDir()
	f := acmeFlags{wanted: true, authority: a.server.URL + "/directory"}
	serve := func() (address string, end func()) {
		plain, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "here") })}
		go s.Serve(tls.NewListener(plain, f.config([]string{"play.example.org"}, folder)))
		return plain.Addr().String(), func() { s.Close() }
	}
	hello := func(address, name string) error {
		roots := x509.NewCertPool()
		roots.AddCert(a.root)
		c, err := tls.Dial("tcp", address, &tls.Config{ServerName: name, RootCAs: roots, NextProtos: []string{"http/1.1"}})
		if err == nil {
			err = c.Close()
		}
		return err
	}
	address, end := serve()
	a.asks = address
	for range 2 {
		if err := hello(address, "play.example.org"); err != nil {
			t.Fatal(err)
		}
	}
	if err := hello(address, "other.example.org"); err == nil {
		t.Error("another name has a certificate")
	}
	end()
	a.server.Close()
	address, end = serve()
	defer end()
	if err := hello(address, "play.example.org"); err != nil {
		t.Errorf("after a restart: %v", err)
	}
	if a.given != 1 {
		t.Errorf("%d certificates were asked for", a.given)
	}
}

// TestACMEFlags: flags that exclude each other are rejected, with the flags to use instead.
func TestACMEFlags(t *testing.T) {
	for _, c := range []struct {
		f     acmeFlags
		hosts []string
		cert  string
		want  string // a part of the refusal, or nothing
	}{
		{acmeFlags{authority: ""}, nil, "", ""},
		{acmeFlags{authority: ""}, nil, "c.pem", ""},
		{acmeFlags{wanted: true, authority: ""}, []string{"play.example.org"}, "", ""},
		{acmeFlags{wanted: true, authority: ""}, nil, "", "--public-host"},
		{acmeFlags{wanted: true, authority: ""}, []string{"play.example.org"}, "c.pem", "one of the two"},
		{acmeFlags{email: "a@example.org", authority: ""}, nil, "", "need --acme"},
	} {
		err := c.f.check(c.hosts, c.cert)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v, %v, %q: %v", c.f, c.hosts, c.cert, err)
		}
	}
}
