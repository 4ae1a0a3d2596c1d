package cli

import (
	"cmp"
	"crypto/tls"
	"errors"
	"path/filepath"
	"slices"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// acmeFlags are the flags of certificates from an ACME authority (RFC 8555). The authority
// checks that this server answers for a name by a TLS connection to port 443.
type acmeFlags struct {
	wanted    bool // --acme
	email     string
	authority string // the URL of its directory; empty for Let's Encrypt
}

// valid returns an error for flags that contradict each other.
func (f *acmeFlags) check(hosts []string, cert string) error {
	switch {
	case !f.wanted && (f.email != "" || f.authority != ""):
		return errors.New("--acme-email and --acme-directory need --acme: add it, or leave them out")
	case f.wanted && cert != "":
		return errors.New("--acme and --tls-cert are alternatives: give one of the two")
	case f.wanted && len(hosts) == 0:
		return errors.New("--acme needs a name for the certificate: give each name with --public-host")
	}
	return nil
}

// config returns the TLS configuration for the hosts. It keeps account, keys and certificates
// in the folder, so a restart requests nothing. A certificate is renewed a month before it expires.
func (f *acmeFlags) config(hosts []string, folder string) *tls.Config {
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(hosts...), Email: f.email,
		Cache:  autocert.DirCache(filepath.Join(folder, "certificates")),
		Client: &acme.Client{DirectoryURL: cmp.Or(f.authority, acme.LetsEncryptURL), UserAgent: "loophole"},
	}
	c := m.TLSConfig()
	c.MinVersion = tls.VersionTLS12
	if !slices.Contains(c.NextProtos, acme.ALPNProto) {
		c.NextProtos = append(c.NextProtos, acme.ALPNProto)
	}
	return c
}
