// Package pack keeps generated and bulky files in one compressed archive, which the program
// embeds in a fifth of the room.
package pack

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Open returns the files of an archive. An error tells how to rewrite the archive.
func Open(archive []byte) (fs.FS, error) {
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, fmt.Errorf("pack: %w: run go generate ./... to write the archive anew", err)
	}
	return files, nil
}

// Files returns the content of every file of a folder, by name.
func Files(folder fs.FS) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(folder, ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files[name], err = fs.ReadFile(folder, name)
		}
		return err
	})
	return files, err
}

// Folder writes the archive of a folder beside it: that of "models" is "models.zip".
func Folder(folder string) error {
	files, err := Files(os.DirFS(folder))
	if err != nil {
		return fmt.Errorf("pack: %w", err)
	}
	return Write(filepath.Clean(folder)+".zip", files)
}

// Write writes an archive of the files. It leaves an archive that holds the same files already,
// because another version of the compressor may write other bytes.
func Write(archive string, files map[string][]byte) error {
	if there, err := os.ReadFile(archive); err == nil && holds(there, files) {
		return nil
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("pack: %w", err)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err != nil {
			return fmt.Errorf("pack: %w", err)
		}
		if _, err := w.Write(files[name]); err != nil {
			return fmt.Errorf("pack: %w", err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("pack: %w", err)
	}
	if err := os.WriteFile(archive, out.Bytes(), 0o644); err != nil {
		return fmt.Errorf("pack: %w", err)
	}
	return nil
}

func holds(archive []byte, files map[string][]byte) bool {
	folder, err := Open(archive)
	if err != nil {
		return false
	}
	there, err := Files(folder)
	return err == nil && maps.EqualFunc(there, files, bytes.Equal)
}
