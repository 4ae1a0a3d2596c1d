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

// fetched says how certificates are got from an authority that gives them by ACME (RFC
// 8555) to whoever answers at a name: here, while TLS is spoken, on port 443 as the
// authority sees it.
type fetched struct {
	wanted    bool
	email     string
	authority string // the address of its directory; empty for Let's Encrypt
}

func (f *fetched) valid(hosts []string, cert string) error {
	switch {
	case !f.wanted && (f.email != "" || f.authority != ""):
		return errors.New("--acme-email and --acme-directory are for certificates that --acme gets")
	case f.wanted && cert != "":
		return errors.New("--acme gets certificates, and --tls-cert names one: give one of the two")
	case f.wanted && len(hosts) == 0:
		return errors.New("--acme gets certificates for names: give each with --public-host")
	}
	return nil
}

// config speaks TLS for the hosts. Account, keys and certificates are kept in a folder,
// so that a restart asks nobody; a certificate is renewed a month before it ends.
func (f *fetched) config(hosts []string, folder string) *tls.Config {
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
