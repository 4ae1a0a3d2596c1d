// Browserprogram builds the program for browsers into a folder: the module in its compressed forms,
// and the script of the Go distribution that runs it. loophole site writes pages with it.
//
//	go run ./tools/browserprogram FOLDER
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
)

// mostBytes bounds the smallest form of the module, which a browser fetches once.
const mostBytes = 3_000_000

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./tools/browserprogram FOLDER")
		os.Exit(2)
	}
	if err := build(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "browserprogram:", err)
		os.Exit(1)
	}
}

func build(into string) error {
	if err := os.MkdirAll(into, 0o777); err != nil {
		return err
	}
	plain := filepath.Join(into, "loophole.wasm")
	// Without inlining the module is a sixth smaller, and no slower: the browser inlines by itself.
	cmd := exec.Command("go", "build", "-trimpath", "-gcflags=all=-l", "-ldflags", "-s -w", "-o", plain, "./cmd/wasm")
	cmd.Env, cmd.Stderr = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"), os.Stderr
	if err := cmd.Run(); err != nil {
		return err
	}
	module, err := os.ReadFile(plain)
	if err != nil {
		return err
	}
	if module, err = strip(module); err != nil {
		return err
	}
	if err := os.WriteFile(plain, module, 0o666); err != nil {
		return err
	}
	var br, gz bytes.Buffer
	b := brotli.NewWriterOptions(&br, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	z, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression) // The level is valid.
	for _, w := range []interface {
		Write([]byte) (int, error)
		Close() error
	}{b, z} {
		if _, err := w.Write(module); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	runner, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	for name, text := range map[string][]byte{"loophole.wasm.br": br.Bytes(), "loophole.wasm.gz": gz.Bytes(), "wasm_exec.js": runner} {
		if err := os.WriteFile(filepath.Join(into, name), text, 0o666); err != nil {
			return err
		}
	}
	fmt.Printf("loophole.wasm: %d bytes, %d with brotli, %d with gzip\n", len(module), br.Len(), gz.Len())
	if br.Len() > mostBytes {
		return fmt.Errorf("%d bytes; %d are allowed", br.Len(), mostBytes)
	}
	return nil
}
