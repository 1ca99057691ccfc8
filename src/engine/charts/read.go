package charts

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"helm.sh/helm/v4/pkg/chart/loader/archive"
)

// files are the contents of a chart's files by their paths in it, with slashes.
type files map[string][]byte

// read returns the files of a folder or of an archive. The mark of UTF-8 at their beginning is left out, as Helm does.
func read(path string) (files, error) {
	found := files{}
	if info, err := os.Stat(path); err != nil {
		return nil, unreadable(err)
	} else if !info.IsDir() {
		packed, err := os.Open(path)
		if err != nil {
			return nil, unreadable(err)
		}
		defer packed.Close()
		unpacked, err := archive.LoadArchiveFiles(packed)
		if err != nil {
			return nil, &Problem{Problem: "corrupt archive: " + err.Error(), Hint: "package it again"}
		}
		for _, file := range unpacked {
			found[file.Name] = file.Data
		}
		return found, nil
	}
	listed, err := filesOf(path)
	if err != nil {
		return nil, err
	}
	for name, file := range listed {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, unreadable(err)
		}
		found[name] = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	}
	return found, nil
}

// filesOf returns the files of a folder by their paths in it. Links within it are followed, as Helm does; one that leads out of it is refused, since a
// template could show any file of this process. The folder may be a link itself. A mounted volume has its files twice, once below "..<time>".
func filesOf(root string) (map[string]string, error) {
	found := map[string]string{}
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, unreadable(err)
	}
	var walk func(folder, name string, around []os.FileInfo) error
	walk = func(folder, name string, around []os.FileInfo) error {
		itself, err := os.Stat(folder)
		if err != nil {
			return unreadable(err)
		}
		if slices.ContainsFunc(around, func(other os.FileInfo) bool { return os.SameFile(itself, other) }) {
			return &Problem{File: strings.TrimSuffix(name, "/"), Problem: "a link that leads in a circle", Hint: "remove it"}
		}
		entries, err := os.ReadDir(folder)
		if err != nil {
			return unreadable(err)
		}
		for _, entry := range entries {
			file, inner := filepath.Join(folder, entry.Name()), name+entry.Name()
			if strings.HasPrefix(inner, "..") {
				continue
			}
			info, err := os.Stat(file)
			switch {
			case err == nil && info.IsDir():
				if err := walk(file, inner+"/", append(slices.Clip(around), itself)); err != nil {
					return err
				}
				continue
			case errors.Is(err, fs.ErrPermission):
				return unreadable(err)
			case err != nil || !info.Mode().IsRegular():
				return &Problem{File: inner, Problem: "a broken link or no regular file", Hint: "remove it"}
			}
			target, err := filepath.EvalSymlinks(file)
			if err != nil {
				return unreadable(err)
			}
			if !strings.HasPrefix(target, real+string(filepath.Separator)) {
				return &Problem{File: inner, Problem: "a link that leads out of the chart", Hint: "copy the file into the chart"}
			}
			found[inner] = file
		}
		return nil
	}
	return found, walk(root, "", nil)
}

func unreadable(err error) *Problem {
	if of := (*fs.PathError)(nil); errors.As(err, &of) && errors.Is(err, fs.ErrPermission) {
		return &Problem{File: of.Path, Problem: "permission denied", Hint: "let the operator's user read it"}
	}
	return &Problem{Problem: "cannot be read: " + err.Error()}
}

// digest returns SHA-256 over names and contents in the order of the names, with the length of each part before it, so that no two charts give
// the same input. An unnecessary change of it costs one upgrade; a missing one would miss an upgrade. So it ignores times, owners, modes and
// .helmignore.
func (f files) digest() string {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(f)) {
		for _, part := range [][]byte{[]byte(name), f[name]} {
			hash.Write(binary.BigEndian.AppendUint32(nil, uint32(len(part))))
			hash.Write(part)
		}
	}
	return hex.EncodeToString(hash.Sum(nil))
}

func (f files) size() (sum int64) {
	for _, content := range f {
		sum += int64(len(content))
	}
	return sum
}

// below returns the files of a folder, with their paths in it.
func (f files) below(folder string) files {
	found := files{}
	for name, content := range f {
		if inner, ok := strings.CutPrefix(name, folder+"/"); ok {
			found[inner] = content
		}
	}
	return found
}
