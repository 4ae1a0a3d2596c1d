// Browserprogram builds the program for browsers into a folder: the module in its compressed forms,
// and the script of the Go distribution that runs it. loophole site writes pages with it.
//
//	go run ./tools/browserprogram FOLDER
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"

	"loophole/tools/shortevidence"
)

// mostBytes bounds the smallest form of the module, which a browser fetches once.
const mostBytes = 3_000_000

func main() {
	quick := flag.Bool("quick", false, "compress the module fast and with gzip only")
	trap := flag.Bool("trap", false, "let the module trap where its code was rewritten wrongly, for tests")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: go run ./tools/browserprogram [-quick] [-trap] FOLDER") }
	if flag.Parse(); flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := build(flag.Arg(0), *quick, *trap); err != nil {
		fmt.Fprintln(os.Stderr, "browserprogram:", err)
		os.Exit(1)
	}
}

func build(into string, quick, trap bool) error {
	if err := os.MkdirAll(into, 0o777); err != nil {
		return err
	}
	module, err := compiled(filepath.Join(into, "loophole.wasm"), trap)
	if err != nil {
		return err
	}
	runner, err := runner()
	if err != nil {
		return err
	}
	files := map[string][]byte{"wasm_exec.js": runner, "loophole.wasm": module}
	if files["loophole.wasm.gz"], err = zipped(module, quick); err != nil {
		return err
	}
	if !quick {
		if files["loophole.wasm.br"], err = brotlied(module, brotli.BestCompression); err != nil {
			return err
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(into, name), text, 0o666); err != nil {
			return err
		}
	}
	if quick {
		return nil
	}
	small := len(files["loophole.wasm.br"])
	fmt.Printf("loophole.wasm: %d bytes, %d with brotli, %d with gzip\n", len(module), small, len(files["loophole.wasm.gz"]))
	if small > mostBytes {
		return fmt.Errorf("%d bytes; %d are allowed", small, mostBytes)
	}
	return nil
}

// compiled builds the module, strips it, and optimises it, with traps or without. The build is kept at a path.
func compiled(at string, trap bool) ([]byte, error) {
	temporary, err := os.MkdirTemp("", "browserprogram")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	overlay, err := shortevidence.Overlay(".", temporary)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "build", "-overlay", overlay, "-trimpath", "-ldflags", "-s -w", "-o", at, "./cmd/wasm")
	cmd.Env, cmd.Stderr = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"), os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	module, err := os.ReadFile(at)
	if err != nil {
		return nil, err
	}
	return strip(module, trap)
}

// runner returns the script that runs the module.
func runner() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

func zipped(module []byte, quick bool) ([]byte, error) {
	level := gzip.BestCompression
	if quick {
		level = gzip.BestSpeed
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(module)
	err = errors.Join(err, z.Close())
	return b.Bytes(), err
}

func brotlied(module []byte, quality int) ([]byte, error) {
	var b bytes.Buffer
	z := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: quality, LGWin: 24})
	_, err := z.Write(module)
	err = errors.Join(err, z.Close())
	return b.Bytes(), err
}
