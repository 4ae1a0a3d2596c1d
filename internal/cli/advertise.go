package cli

import (
	"errors"
	"net"
	"net/url"
	"os"
	"strconv"
)

// checkAdvertise checks --advertise.
func (f *serveFlags) checkAdvertise() error {
	if f.advertise == "" {
		return nil
	}
	u, err := url.Parse(f.advertise)
	if err != nil || u.Host == "" || *u != (url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}) ||
		u.Scheme != "http" && u.Scheme != "https" || u.Path != "" && u.Path != "/" {
		return errors.New("--advertise: give the URL of this server without a path, such as http://10.0.0.7:8047")
	}
	if f.url == "" {
		return errors.New("--advertise is for servers that share a database: give --store too")
	}
	return nil
}

// advertisedURL returns the URL of this server for other servers, if --advertise names none. It has the
// address on which the server listens, or the name of the machine if that is all addresses.
func (f *serveFlags) advertisedURL(at *net.TCPAddr) string {
	host := at.IP.String()
	if at.IP.IsUnspecified() {
		host = "localhost"
		if name, err := os.Hostname(); err == nil && name != "" {
			host = name
		}
	}
	scheme := "http"
	if f.acme.wanted || f.cert != "" {
		scheme = "https"
	}
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(at.Port))
}
