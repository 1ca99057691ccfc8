package pull

import (
	"catamaran.dev/engine/testcluster"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	helm "helm.sh/helm/v4/pkg/registry"
)

const password = "very-secret-word"

// A stray server gives the answers of a test, and notes the paths and the credentials that it gets.
type stray struct {
	*httptest.Server
	mutex       sync.Mutex
	asked       []string
	credentials []string
}

func listening(t *testing.T, handle http.HandlerFunc) *stray {
	s := &stray{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, asked *http.Request) {
		s.mutex.Lock()
		s.asked = append(s.asked, asked.URL.Path)
		if given := asked.Header.Get("Authorization"); given != "" {
			s.credentials = append(s.credentials, given)
		}
		s.mutex.Unlock()
		handle(to, asked)
	}))
	t.Cleanup(s.Close)
	return s
}

// serving answers with the content of a path.
func serving(t *testing.T, contents map[string]string) *stray {
	return listening(t, func(to http.ResponseWriter, asked *http.Request) { one(to, asked, contents) })
}

func one(to http.ResponseWriter, asked *http.Request, contents map[string]string) {
	content, known := contents[asked.URL.Path]
	if !known {
		to.WriteHeader(http.StatusNotFound)
	}
	_, _ = io.WriteString(to, content)
}

func (s *stray) host() string { return strings.TrimPrefix(s.URL, "http://") }

// config writes a config.json.
func config(t *testing.T, content string) string {
	file := filepath.Join(t.TempDir(), "config.json")
	require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
	return file
}

func auths(t *testing.T, host string) []string {
	return []string{config(t, fmt.Sprintf(`{"auths": {%q: {"auth": %q}}}`, host, encoded("user:"+password)))}
}

func encoded(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

func pulled(t *testing.T, wanted order) (Answer, error) { return pulledUntil(t.Context(), t, wanted) }

func pulledUntil(ctx context.Context, t *testing.T, wanted order) (Answer, error) {
	t.Helper()
	if wanted.Folder == "" {
		wanted.Folder = t.TempDir()
	}
	params, err := json.Marshal(wanted)
	require.NoError(t, err)
	answer, err := Pull(ctx, serve.NewCall(params, nil))
	if err != nil {
		assert.NotContains(t, err.Error(), "very-secret")
		return Answer{}, err
	}
	return *answer.(*Answer), nil
}

// gets expects an archive.
func gets(t *testing.T, wanted order) Answer {
	t.Helper()
	got, err := pulled(t, wanted)
	require.NoError(t, err)
	return got
}

// fails expects an error with these words.
func fails(t *testing.T, wanted order, words string) {
	t.Helper()
	assert.ErrorContains(t, testcluster.Err(pulled(t, wanted)), words)
}

func index(entries ...string) string {
	return "apiVersion: v1\nentries: {boat: [" + strings.Join(entries, ", ") + "]}"
}

func sum(content string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(content))) }

// manifest returns that of a chart in a registry.
func manifest(layers map[string]string) string {
	var all []string
	for _, mediaType := range slices.Sorted(maps.Keys(layers)) {
		all = append(all, fmt.Sprintf(`{"mediaType": %q, "digest": "sha256:%s", "size": 1}`, mediaType, sum(layers[mediaType])))
	}
	return `{"schemaVersion": 2, "layers": [` + strings.Join(all, ",") + `]}`
}

// registryOf has one version of a chart, under all tags.
func registryOf(chart string, tags ...string) map[string]string {
	contents := map[string]string{"/v2/org/boat/blobs/sha256:" + sum(chart): chart}
	for _, tag := range tags {
		contents["/v2/org/boat/manifests/"+tag] = manifest(map[string]string{helm.ChartLayerMediaType: chart})
	}
	list, _ := json.Marshal(map[string][]string{"tags": tags})
	contents["/v2/org/boat/tags/list"] = string(list)
	return contents
}

func TestPullsTheBestVersion(t *testing.T) {
	fromRegistry := serving(t, registryOf("chart", "1.0.0", "1.2.0_b1", "2.0.0-rc.1", "20260101", "v3.0.0", "latest"))
	repository := map[string]string{"/charts/a b.tgz": "chart"}
	var entries []string
	for _, version := range []string{"1.0.0", "1.2.0+b1", "2.0.0-rc.1", "v1.1.0"} {
		entries = append(entries, fmt.Sprintf(`{version: %s, urls: [charts/a%%20b.tgz], digest: "sha256:%s"}`, version, sum("chart")))
	}
	repository["/index.yaml"] = index(entries...)
	fromRepository := serving(t, repository)
	for wanted, want := range map[string]string{"1.0.0": "1.0.0", "v1.0.0": "v1.0.0", "1.2.0+b1": "1.2.0+b1", "^1": "1.2.0+b1", ">=1.0.0-0": "2.0.0-rc.1", "*": "1.2.0+b1"} {
		got := gets(t, order{Address: fromRepository.URL, Name: "boat", Version: wanted, PlainHTTP: true})
		assert.Contains(t, []string{want, strings.TrimPrefix(want, "v")}, got.Version, wanted)
		assert.Equal(t, sum("chart"), got.Digest)
		if wanted == "v1.0.0" {
			continue // A registry has the tag as written.
		}
		got = gets(t, order{Address: oci + fromRegistry.host() + "/org/boat", Version: wanted, PlainHTTP: true})
		content, err := os.ReadFile(got.Path)
		require.NoError(t, err)
		assert.Equal(t, want+" chart", got.Version+" "+string(content))
	}
	assert.Equal(t, "v1.1.0", gets(t, order{Address: fromRepository.URL, Name: "boat", Version: "1.1.0", PlainHTTP: true}).Version)
	fails(t, order{Address: fromRepository.URL, Name: "boat", Version: "^3", PlainHTTP: true},
		"there is no version ^3; there are 2.0.0-rc.1, 1.2.0+b1, v1.1.0, 1.0.0")
	fails(t, order{Address: fromRepository.URL, Name: "raft", Version: "^3", PlainHTTP: true},
		"the repository has no chart of that name; it has boat")
	fails(t, order{Address: oci + fromRegistry.host() + "/org/raft", Version: "1.0.0", PlainHTTP: true},
		"there is no version 1.0.0; there are none")
	fails(t, order{Address: oci + fromRegistry.host() + "/org/boat", Version: "4.0.0", PlainHTTP: true},
		"there is no version 4.0.0; there are 20260101, v3.0.0, 2.0.0-rc.1, 1.2.0+b1, 1.0.0, latest")
}

func TestPullsWhatADigestNames(t *testing.T) {
	contents := registryOf("chart", "1.0.0")
	text := contents["/v2/org/boat/manifests/1.0.0"]
	contents["/v2/org/boat/manifests/sha256:"+sum(text)] = text
	contents["/v2/org/boat/manifests/sha256:"+sum("other")] = text
	contents["/v2/org/raft/manifests/1.0.0"] = manifest(map[string]string{"text/plain": "x"})
	contents["/v2/org/ship/manifests/1.0.0"] = text
	contents["/v2/org/ship/blobs/sha256:"+sum("chart")] = "another"
	registry := serving(t, contents)
	wanted := order{Address: oci + registry.host() + "/org/boat", Version: "sha256:" + sum(text), PlainHTTP: true}
	assert.Equal(t, sum("chart"), gets(t, wanted).Digest)
	wanted.Version = "sha256:" + sum("other")
	fails(t, wanted, "but the watch says sha256:"+sum("other")+"; it is not used")
	for name, words := range map[string]string{"raft": "it is not a Helm chart", "ship": "but the manifest says sha256:" + sum("chart")} {
		fails(t, order{Address: oci + registry.host() + "/org/" + name, Version: "1.0.0", PlainHTTP: true}, words)
	}
	repository := serving(t, map[string]string{"/b.tgz": "chart", "/index.yaml": index(
		"{version: 1.0.0, digest: ../../other, urls: [b.tgz]}",
		fmt.Sprintf(`{version: 2.0.0, digest: "%s", urls: [b.tgz]}`, sum("other")))})
	fails(t, order{Address: repository.URL, Name: "boat", Version: "1.0.0", PlainHTTP: true}, "that is not a SHA-256 digest; it is not used")
	fails(t, order{Address: repository.URL, Name: "boat", Version: "2.0.0", PlainHTTP: true}, "but index.yaml says sha256:"+sum("other"))
}

func TestKeepsWholeArchivesAlone(t *testing.T) {
	registry := serving(t, registryOf("chart", "1.0.0"))
	wanted := order{Address: oci + registry.host() + "/org/boat", Version: "1.0.0", PlainHTTP: true, Folder: t.TempDir()}
	blobs := func() (count int) {
		for _, path := range registry.asked {
			count += strings.Count(path, "/blobs/")
		}
		return count
	}
	for _, damage := range []string{"", "", "broken"} {
		got, err := pulled(t, wanted)
		require.NoError(t, err)
		require.EqualValues(t, 1, blobs())
		if damage != "" {
			require.NoError(t, os.WriteFile(got.Path, []byte(damage), 0o600))
		}
	}
	gets(t, wanted)
	assert.Equal(t, 2, blobs(), "a broken archive is used")

	taken := filepath.Join(t.TempDir(), "cache")
	require.NoError(t, os.MkdirAll(filepath.Join(taken, sum("chart")+".tgz", "another"), 0o700))
	wanted.Folder = taken
	fails(t, wanted, "the chart cache cannot be written")
	wanted.Folder = filepath.Join(taken, "missing")
	fails(t, wanted, "the chart cache cannot be written")
	files, err := os.ReadDir(taken)
	require.NoError(t, err)
	assert.Len(t, files, 1, "a part stays")
}

func TestReadsOnlyFilesOfARepositoryOnDisk(t *testing.T) {
	folder := t.TempDir()
	for _, place := range []string{"other.tgz", "charts-of-others/other.tgz", "charts/other.tgz", "charts/a b/c.tgz"} {
		file := filepath.Join(folder, place)
		require.NoError(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("x"), 0o600)))
	}
	wanted := order{Address: "file://" + folder + "/charts", Name: "boat", Version: "1.0.0"}
	for address, usable := range map[string]bool{
		"../other.tgz": false, "%2e%2e/other.tgz": false, "sub/%2E%2e/.%2E/other.tgz": false, "..%2fother.tgz": false,
		"../charts-of-others/other.tgz": false, "file:///etc/passwd": false, "file://host/other.tgz": false, "other.tgz?x=y": false, "": false,
		"a%20b/c.tgz": true, "other.tgz": true, "./a%20b/../other.tgz": true,
	} {
		text := index(fmt.Sprintf("{version: 1.0.0, urls: [%q]}", address))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "charts/index.yaml"), []byte(text), 0o600))
		got, err := pulled(t, wanted)
		if usable && (err != nil || got.Digest != sum("x")) || !usable && (err == nil || err.Error() != "index.yaml has no usable address for version 1.0.0") {
			t.Errorf("%q: %+v %v", address, got, err)
		}
	}
	server := serving(t, map[string]string{"/index.yaml": index(fmt.Sprintf("{version: 1.0.0, urls: [%q]}", "file://"+folder+"/other.tgz"))})
	fails(t, order{Address: server.URL, Name: "boat", Version: "1.0.0", PlainHTTP: true}, "index.yaml has no usable address")
}

// Of a chain of redirects, only the first host may see the credentials. Go's client and that of the registries' library forget it after the second.
func TestSendsCredentialsToTheirOwnHostAlone(t *testing.T) {
	other := listening(t, func(to http.ResponseWriter, asked *http.Request) {
		if asked.URL.Path == "/first" {
			http.Redirect(to, asked, "/second", http.StatusFound)
			return
		}
		assert.Equal(t, "", asked.Header.Get("Referer"), "the last address is told")
		to.Header().Set("WWW-Authenticate", `Bearer realm="http://`+asked.Host+`/token"`)
		to.WriteHeader(http.StatusUnauthorized)
	})
	repository := listening(t, func(to http.ResponseWriter, asked *http.Request) {
		switch asked.URL.Path {
		case "/index.yaml":
			_, _ = io.WriteString(to, index(`{version: 1.0.0, urls: [away.tgz]}`, `{version: 2.0.0, urls: ["`+other.URL+`/x.tgz"]}`))
		default:
			http.Redirect(to, asked, other.URL+"/first?signature=very-secret-query", http.StatusFound)
		}
	})
	for _, version := range []string{"1.0.0", "2.0.0"} {
		fails(t, order{Address: repository.URL, Name: "boat", Version: version, PlainHTTP: true, Credentials: auths(t, repository.host())},
			"refuses access (401)")
	}
	registry := listening(t, func(to http.ResponseWriter, asked *http.Request) {
		if asked.Header.Get("Authorization") == "" {
			to.Header().Set("WWW-Authenticate", `Basic realm="x"`)
			to.WriteHeader(http.StatusUnauthorized)
			return
		}
		if strings.HasSuffix(asked.URL.Path, "/tags/list") {
			to.Header().Set("Link", "<"+other.URL+`/next>; rel="next"`)
			_, _ = io.WriteString(to, `{"tags": ["1.0.0"]}`)
			return
		}
		http.Redirect(to, asked, other.URL+"/first", http.StatusFound)
	})
	wanted := order{Address: oci + registry.host() + "/org/boat", Version: "1.0.0", PlainHTTP: true, Credentials: auths(t, registry.host())}
	fails(t, wanted, "refuses access (401)")
	wanted.Version = "^1"
	fails(t, wanted, registry.host()+" names "+other.host()+" for its own answers; it is not asked")
	assert.Equal(t, []any{0, 3, true}, []any{len(other.credentials), len(repository.credentials), len(registry.credentials) > 0})
	assert.Equal(t, []string{"/first", "/second", "/x.tgz", "/token", "/first", "/second"}, other.asked)
}

// https is never left, and http is used only if it is allowed.
func TestAsksNoAddressThatIsNotSafe(t *testing.T) {
	plain := serving(t, map[string]string{"/b.tgz": "chart"})
	secure := httptest.NewTLSServer(http.RedirectHandler(plain.URL+"/b.tgz", http.StatusFound))
	t.Cleanup(secure.Close)
	circle := listening(t, func(to http.ResponseWriter, asked *http.Request) {
		http.Redirect(to, asked, asked.URL.Path, http.StatusFound)
	})
	folder := t.TempDir()
	for address, words := range map[string]string{
		plain.URL + "/b.tgz":   plain.URL + "/b.tgz has http, and anybody on the way can change what comes; write https, or allow it with chartPull: {plainHttp: true}",
		"ftp://example.com/b":  `an address with "ftp" is not asked`,
		secure.URL + "/b.tgz":  strings.TrimPrefix(secure.URL, "https://") + " cannot be reached: TLS: ",
		"https:///b.tgz":       "must have https and a host",
		"https://charts.test/": "charts.test cannot be reached: ",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "index.yaml"), []byte(index(fmt.Sprintf("{version: 1.0.0, urls: [%q]}", address))), 0o600))
		fails(t, order{Address: "file://" + folder, Name: "boat", Version: "1.0.0"}, words)
		fails(t, order{Address: address}, words)
	}
	fails(t, order{Address: oci + plain.host() + "/org/boat", Version: "1.0.0"}, "cannot be reached")
	fails(t, order{Address: circle.URL + "/b.tgz", PlainHTTP: true}, "redirects in a circle")
	assert.Len(t, plain.asked, 0)
	assert.Len(t, circle.asked, 6)
	gone := serving(t, nil)
	gone.Close()
	fails(t, order{Address: gone.URL, PlainHTTP: true}, gone.host()+" cannot be reached: connection refused; check the address and the network")
}

func TestReadsCredentials(t *testing.T) {
	bin := t.TempDir()
	for name, script := range map[string]string{
		"test":  "#!/bin/sh\nread -r host\necho \"$host\" >" + bin + "/host\necho '{\"Username\": \"user\", \"Secret\": \"" + password + "\"}'\n",
		"wrong": "#!/bin/sh\necho very-secret-message\nexit 1\n",
		"none":  "#!/bin/sh\necho credentials not found in native keychain\nexit 1\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(bin, "docker-credential-"+name), []byte(script), 0o755))
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	good, host := `"auth": "`+encoded("user:"+password)+`"`, "registry.example.com:5000"
	const unreadable = "the credentials for " + "registry.example.com:5000" + " cannot be read; check them in --registry-config"
	for content, want := range map[string]string{
		`{"auths": {"registry.example.com:5000": {` + good + `}}}`:                                                                               "user",
		`{"auths": {"https://registry.example.com:5000/v1/": {` + good + `}}}`:                                                                   "user",
		`{"auths": {"registry.example.com:5000": {"username": "user", "password": "` + password + `"}}}`:                                         "user",
		`{"auths": {"registry.example.com:5000": {"auth": "` + encoded("user:" + password)[:8] + `\n` + encoded("user:" + password)[8:] + `"}}}`: "user",
		`{"auths": {"registry.example.com": {` + good + `}}}`:                                                                                    "",
		`{"auths": {"registry.example.com:5000": {"auth": "\u0001x"}}}`:                                                                          unreadable,
		`{"auths": {"registry.example.com:5000": {"auth": "` + encoded("very-secret") + `"}}}`:                                                   unreadable,
		`{"credsStore": "test"}`:                                 "user",
		`{"credHelpers": {"registry.example.com:5000": "test"}}`: "user",
		`{"credHelpers": {"other.example.com": "test"}}`:         "",
		`{"credsStore": "none"}`:                                 "",
		`{"credsStore": "wrong"}`:                                unreadable,
		`{"credsStore": "missing"}`:                              "",
		`{"auths": `:                                             "",
		"":                                                       "",
	} {
		w := newWeb(false, []string{filepath.Join(bin, "no such file"), config(t, content)})
		got, err := w.credential(t.Context(), host)
		if text := got.Username; err != nil {
			assert.Equal(t, want, err.Error(), content)
		} else if text != want || text != "" && got.Password != password {
			t.Errorf("%s: %q", content, text)
		}
	}
	for _, name := range []string{"https://index.docker.io/v1/", "docker.io", "index.docker.io", "registry-1.docker.io"} {
		if got, err := newWeb(false, auths(t, name)).credential(t.Context(), "registry-1.docker.io"); err != nil || got.Username != "user" {
			t.Errorf("%s: %v", name, err)
		}
	}
	first := newWeb(false, append(auths(t, host), config(t, `{"auths": {"registry.example.com:5000": {"auth": "`+encoded("other:x")+`"}}}`)))
	if got, err := first.credential(t.Context(), host); err != nil || got.Username != "user" {
		t.Errorf("%v %v", got, err)
	}
}

// A token is asked for once, and sent with all requests.
func TestAsksForAToken(t *testing.T) {
	contents, tokens := registryOf("chart", "1.0.0"), 0
	registry := listening(t, func(to http.ResponseWriter, asked *http.Request) {
		_, given, _ := asked.BasicAuth()
		switch {
		case asked.URL.Path == "/token" && given == password:
			tokens++
			_, _ = io.WriteString(to, `{"access_token": "of-the-day"}`)
		case asked.URL.Path != "/token" && asked.Header.Get("Authorization") == "Bearer of-the-day":
			one(to, asked, contents)
		default:
			to.Header().Set("WWW-Authenticate", `Bearer realm="http://`+asked.Host+`/token",service="test",scope="repository:org/boat:pull"`)
			to.WriteHeader(http.StatusUnauthorized)
		}
	})
	wanted := order{Address: oci + registry.host() + "/org/boat", Version: "^1", PlainHTTP: true}
	fails(t, wanted, registry.host()+" refuses access (401); check the credentials for it in --registry-config")
	wanted.Credentials = auths(t, registry.host())
	assert.Equal(t, "1.0.0", gets(t, wanted).Version)
	assert.Equal(t, 1, tokens)
}

func TestBoundsWhatComes(t *testing.T) {
	mebibyte := strings.Repeat("x", 1<<20)
	endless := listening(t, func(to http.ResponseWriter, asked *http.Request) {
		for range 101 {
			_, _ = io.WriteString(to, mebibyte)
		}
	})
	fails(t, order{Address: endless.URL + "/b.tgz", PlainHTTP: true}, "it sends more than 100 MiB")
	fails(t, order{Address: endless.URL, Name: "boat", Version: "1.0.0", PlainHTTP: true}, "it sends more than 50 MiB")
	for _, version := range []string{"1.0.0", "^1"} {
		fails(t, order{Address: oci + endless.host() + "/org/boat", Version: version, PlainHTTP: true}, "it sends more than 4 MiB")
	}
	small := serving(t, map[string]string{"/b.tgz": mebibyte})
	assert.Equal(t, sum(mebibyte), gets(t, order{Address: small.URL + "/b.tgz", PlainHTTP: true}).Digest)
	fails(t, order{Address: small.URL + "/c.tgz?very-secret", PlainHTTP: true}, small.URL+"/c.tgz answers with status 404")

	stuck := make(chan struct{})
	slow := listening(t, func(to http.ResponseWriter, asked *http.Request) {
		_, _ = io.WriteString(to, "x")
		to.(http.Flusher).Flush()
		<-stuck
	})
	t.Cleanup(func() { close(stuck) })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := pulledUntil(ctx, t, order{Address: slow.URL, Name: "boat", Version: "1.0.0", PlainHTTP: true})
	assert.Equal(t, fault.Deadline, fault.Of(err, nil).Reason)
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, stop)
	assert.Equal(t, fault.Cancelled, fault.Of(testcluster.Err(pulledUntil(ctx, t, order{Address: slow.URL + "/b.tgz", PlainHTTP: true})), nil).Reason)
}

// A large index is not parsed as a whole: that takes twenty times its size.
func TestFindsAChartInEachFormOfAnIndex(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "b.tgz"), []byte("chart"), 0o600))
	const entry, other = "  - version: 1.0.0\n    description: |\n      boat:\n\n       # text\n    urls:\n    - b.tgz\n", "  - version: 2.0.0\n    urls: [no.tgz]\n"
	for name, row := range map[string]struct {
		text string
		cut  bool
	}{
		"as Helm writes":    {"apiVersion: v1\nentries:\n  aft:\n" + other + "  boat:\n" + entry + "  cat:\n" + other + "generated: \"now\"\n", true},
		"with comments":     {"# a\nentries:\n# b\n  boat:\n" + strings.ReplaceAll(entry, "  - v", "# c\n  # d\n  - v") + "# e\n  cat:\n" + other, true},
		"quoted":            {"entries:\n  'boat':\n" + entry + "  \"cat\":\n" + other, true},
		"lines of Windows":  {strings.ReplaceAll("entries:\n  boat:\n"+entry+"  cat:\n"+other, "\n", "\r\n"), true},
		"deeper":            {"entries:\n    boat:\n      - {version: 1.0.0, urls: [b.tgz]}\n    cat:\n      - {version: 2.0.0}\n", true},
		"in flow style":     {"entries: {boat: [{version: 1.0.0, urls: [b.tgz]}]}\n", false},
		"partly":            {"entries:\n  boat: [{version: 1.0.0, urls: [b.tgz]}]\n  cat:\n" + other, false},
		"JSON":              {`{"entries": {"boat": [{"version": "1.0.0", "urls": ["b.tgz"]}]}}`, false},
		"with an alias":     {"entries:\n  aft: &all\n  - {version: 1.0.0, urls: [b.tgz]}\n  boat: *all\n", false},
		"an alias in parts": {"entries:\n  aft:\n  - &one {version: 1.0.0, urls: [b.tgz]}\n  boat:\n  - *one\n", true},
		"a number":          {"entries:\n  boat:\n  - {version: 1, urls: [b.tgz], created: no time}\n", false},
		"one version twice": {"entries:\n  boat:\n  - {version: 1.0.0, urls: [b.tgz]}\n  - {version: 1.0.0, urls: [no.tgz]}\n", false},
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "index.yaml"), []byte(row.text), 0o600))
		assert.Equal(t, sum("chart"), gets(t, order{Address: "file://" + folder, Name: "boat", Version: "*"}).Digest, name)
		if left := string(cut([]byte(row.text), "boat")); (left != row.text) != row.cut || row.cut && strings.Contains(left, "2.0.0") {
			t.Errorf("%s: %s", name, left)
		}
	}
	index := filepath.Join(folder, "index.yaml")
	require.NoError(t, os.WriteFile(index, []byte("entries:\n  cat:\n"+other+"  aft:\n"+other), 0o600))
	fails(t, order{Address: "file://" + folder, Name: "boat", Version: "*"}, "the repository has no chart of that name; it has aft, cat")
	for text, words := range map[string]string{"entries: [": "its index.yaml is not YAML", "": "it has none", "entries:\n": "it has none"} {
		require.NoError(t, os.WriteFile(index, []byte(text), 0o600))
		fails(t, order{Address: "file://" + folder, Name: "boat", Version: "*"}, words)
	}
}
