package cli

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writtenCertificate writes a certificate that signs itself, and its key.
func writtenCertificate(t *testing.T, c *certificate, serial int64, at time.Time) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	like := &x509.Certificate{SerialNumber: big.NewInt(serial), NotAfter: time.Now().Add(time.Hour)}
	cert, err := x509.CreateCertificate(rand.Reader, like, like, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{c.cert: {Type: "CERTIFICATE", Bytes: cert}, c.key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(c.cert, at, at); err != nil {
		t.Fatal(err)
	}
}

// TestRenewed: a certificate that is renewed is used without a restart, and one that
// is broken meanwhile leaves the old.
func TestRenewed(t *testing.T) {
	dir := t.TempDir()
	c := &certificate{cert: filepath.Join(dir, "c.pem"), key: filepath.Join(dir, "k.pem")}
	if _, err := c.current(nil); err == nil {
		t.Error("there is no certificate")
	}
	if err := os.WriteFile(c.cert, make([]byte, mostPEM+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.current(nil); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Error("a file without end is not a certificate: ", err)
	}
	began := time.Now().Add(-time.Hour)
	serial := func() int64 {
		pair, err := c.current(nil)
		if err != nil {
			t.Fatal(err)
		}
		x, err := x509.ParseCertificate(pair.Certificate[0])
		if err != nil {
			t.Fatal(err)
		}
		return x.SerialNumber.Int64()
	}
	writtenCertificate(t, c, 1, began)
	if n := serial(); n != 1 {
		t.Error(n)
	}
	writtenCertificate(t, c, 2, began.Add(time.Minute))
	if n := serial(); n != 2 {
		t.Error(n)
	}
	if err := os.WriteFile(c.cert, []byte("half of"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := serial(); n != 2 {
		t.Error(n)
	}
}

func TestMeasured(t *testing.T) {
	if _, err := serveMetrics(t.Context(), "nowhere", nil); err == nil {
		t.Error("it is served nowhere")
	}
	end, err := serveMetrics(t.Context(), "127.0.0.1:0", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "x") }))
	if err != nil || end() != nil {
		t.Error(err)
	}
}
