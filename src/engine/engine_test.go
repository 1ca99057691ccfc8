package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/frame"
	"catamaran.dev/engine/parent"
	"catamaran.dev/engine/serve"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// This program is also the engine under test, and the parent of one.
const role = "CATAMARAN_ENGINE_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "engine":
		planted = map[string]serve.Method{
			"hang":  func(ctx context.Context, _ serve.Call) (any, error) { <-ctx.Done(); return nil, ctx.Err() },
			"panic": func(context.Context, serve.Call) (any, error) { panic("hunter2") },
			"panic elsewhere": func(ctx context.Context, _ serve.Call) (any, error) {
				go panic("hunter2")
				<-ctx.Done()
				return nil, ctx.Err()
			},
		}
		main()
	case "parent":
		beParent()
	default:
		os.Exit(m.Run())
	}
}

func init() {
	if os.Getenv(role) == "parent" {
		// So that no other goroutine has the main thread, which does not end.
		runtime.LockOSThread()
	}
}

// beParent starts an engine from a thread that ends at SIGUSR1, and prints the engine's process and that thread. It waits to be killed.
func beParent() {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGUSR1)
	go func() {
		// The thread ends with a goroutine that keeps it.
		runtime.LockOSThread()
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), role+"=engine")
		child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.NewFile(3, "answers"), os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Println(child.Process.Pid, syscall.Gettid())
		<-asked
	}()
	select {}
}

// A child is an engine, and a parent's connection to it.
type child struct {
	testing.TB
	process *exec.Cmd
	log     bytes.Buffer
	writer  *frame.Writer
	mutex   sync.Mutex
	next    uint64
	waiting map[uint64]chan answer
	ended   chan struct{}
}

type answer struct {
	ID       uint64
	Progress json.RawMessage
	Result   json.RawMessage
	Error    *fault.Fault
}

func startChild(t testing.TB, args ...string) *child {
	c := &child{TB: t, process: exec.Command(os.Args[0], args...), waiting: map[uint64]chan answer{}, ended: make(chan struct{})}
	c.process.Env = append(os.Environ(), role+"=engine")
	c.process.Stderr = &c.log
	input, err := c.process.StdinPipe()
	output, err2 := c.process.StdoutPipe()
	require.NoError(t, errors.Join(err, err2, c.process.Start()))
	c.writer = frame.NewWriter(input)
	go c.read(frame.NewReader(bufio.NewReader(output)))
	t.Cleanup(func() {
		input.Close()
		<-c.ended
		_ = c.process.Wait()
	})
	return c
}

func (c *child) read(reader *frame.Reader) {
	defer close(c.ended)
	for {
		body, err := reader.Next()
		if err != nil {
			return
		}
		var one answer
		if err := json.Unmarshal(body, &one); err != nil {
			c.Errorf("%v: %s", err, body)
			return
		}
		if one.Progress != nil {
			continue
		}
		c.mutex.Lock()
		waiting := c.waiting[one.ID]
		delete(c.waiting, one.ID)
		c.mutex.Unlock()
		waiting <- one
	}
}

// ask sends a request. The second result is false if the engine ended before the answer.
func (c *child) ask(method string, params any) (answer, bool) {
	content, err := json.Marshal(params)
	require.NoError(c, err)
	waiting := make(chan answer, 1)
	c.mutex.Lock()
	c.next++
	id := c.next
	c.waiting[id] = waiting
	c.mutex.Unlock()
	_ = c.writer.Write(serve.Request{ID: id, Method: method, DeadlineMillis: 60_000, Params: content})
	select {
	case one := <-waiting:
		return one, true
	case <-c.ended:
		select {
		case one := <-waiting:
			return one, true
		default:
			return answer{}, false
		}
	}
}

func TestAnswersOverThePipeAndEndsWithIt(t *testing.T) {
	c := startChild(t)
	hello, _ := c.ask("hello", nil)
	assert.Contains(t, string(hello.Result), `"memoryBytes":`)
	wrong, _ := c.ask("helo", nil)
	assert.Equal(t, fault.Request, wrong.Error.Fault)
	require.NoError(t, c.process.Process.Signal(syscall.SIGINT))
	again, _ := c.ask("versions", map[string]any{"range": "1", "versions": []string{"1.0.0"}})
	assert.Equal(t, `{"best":"1.0.0"}`, string(again.Result), "Ctrl-C ends it")
}

func TestTheExitTellsWhy(t *testing.T) {
	for name, row := range map[string]struct {
		args      []string
		limit, in string
		want      int
	}{
		"end of input":  {nil, "90s", "", 0},
		"a bad setting": {nil, "90", "", badSetting},
		"no frame":      {nil, "", "hello engine", parent.BadProtocol},
		// Less would be too little for the stack of a further thread.
		"too much memory": {[]string{"-memory-mb", "16"}, "", "\x00\x00\x00\x20", parent.TooMuch},
	} {
		process := exec.Command(os.Args[0], row.args...)
		process.Env = append(os.Environ(), role+"=engine", mostRendering+"="+row.limit)
		var log bytes.Buffer
		process.Stderr = &log
		input, err := process.StdinPipe()
		require.NoError(t, err)
		require.NoError(t, process.Start())
		_, _ = input.Write([]byte(row.in))
		if row.want == 0 {
			input.Close()
		}
		_ = process.Wait()
		assert.Equal(t, row.want, process.ProcessState.ExitCode(), name)
		for line := range strings.Lines(log.String()) {
			assert.True(t, json.Valid([]byte(line)), name+": a line of the log is no JSON: "+line)
		}
	}
}

// evaluates renders a chart that evaluates a text.
func (c *child) evaluates(text string) (answer, bool) {
	folder := testcluster.Write(c, c.TempDir(), map[string]string{"Chart.yaml": "{apiVersion: v2, name: c, version: 1.0.0}", "templates/a.yaml": "{{ tpl .Values.text . }}"})
	return c.ask("render", map[string]any{
		"release": "r", "namespace": "n", "chart": map[string]any{"path": folder}, "values": map[string]any{"text": text}, "world": map[string]any{},
	})
}

// The memory is for more than what Helm's own limits allow.
func TestSurvivesTemplatesThatCallEachOtherAsDeepAsHelmAllows(t *testing.T) {
	most := "184" // of a pod with 768 MiB
	if info, _ := debug.ReadBuildInfo(); slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		most = "1024"
	}
	t.Setenv("GOMEMLIMIT", "115MiB")
	c := startChild(t, "-memory-mb", most)
	for range 3 {
		failed, answered := c.evaluates(`{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}`)
		require.True(t, answered)
		require.Contains(t, failed.Error.Message, "maximum template depth")
	}
}

// A pod has memory for its bound, and would end as a whole.
func TestNeverTakesFarMoreThanItsBound(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux limits the memory of a process")
	}
	for _, text := range []string{`{{ repeat 1000000000 "x" }}`, `{{ until 200000000 }}`, `{{ tpl .Values.text . }}`} {
		c := startChild(t, "-memory-mb", "128")
		c.evaluates(text)
		<-c.ended
		_ = c.process.Wait()
		most := c.process.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
		t.Logf("%s: %d MB", text, most)
		assert.LessOrEqual(t, most, int64(2*128+128), text)
	}
}

func TestEndsWithItsParentButNotWithAThreadOfIt(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells a process that its parent has ended")
	}
	// The test holds the other ends, so the input does not end with the parent.
	input, requests, err := os.Pipe()
	answers, output, err2 := os.Pipe()
	require.NoError(t, errors.Join(err, err2))
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), role+"=parent")
	parent.Stdin, parent.ExtraFiles = input, []*os.File{output}
	said, err := parent.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, parent.Start())
	t.Cleanup(func() { _ = parent.Process.Kill() })
	var engine, thread int
	require.NoError(t, testcluster.Err(fmt.Fscan(said, &engine, &thread)))
	reader := frame.NewReader(answers)
	hello := func() {
		t.Helper()
		require.NoError(t, answers.SetReadDeadline(time.Now().Add(time.Minute)))
		require.NoError(t, frame.NewWriter(requests).Write(serve.Request{Method: "hello"}))
		require.NoError(t, testcluster.Err(reader.Next()))
	}
	// Each end has one holder now.
	require.NoError(t, errors.Join(input.Close(), output.Close()))
	hello()
	require.NoError(t, parent.Process.Signal(syscall.SIGUSR1))
	testcluster.Eventually(t, func() string {
		if _, err := os.Stat(fmt.Sprintf("/proc/%d/task/%d", parent.Process.Pid, thread)); err == nil {
			return "the thread has not ended"
		}
		return ""
	})
	hello()
	require.NoError(t, parent.Process.Kill())
	_ = parent.Wait()
	testcluster.Eventually(t, func() string {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", engine))
		// Nobody may read the exit of a process whose parent has ended.
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return ""
		}
		return "the engine outlives its parent"
	})
	runtime.KeepAlive(requests)
}

// A panic in a request's hands fails it alone. One elsewhere, as in a goroutine of a library, ends the engine, and with it all requests.
func TestAPanicThroughThePipe(t *testing.T) {
	c := startChild(t)
	waiting := make(chan bool)
	go func() {
		_, answered := c.ask("hang", nil)
		waiting <- answered
	}()
	testcluster.Eventually(t, func() string {
		if hello, _ := c.ask("hello", nil); !strings.Contains(string(hello.Result), `"running":2`) {
			return string(hello.Result)
		}
		return ""
	})
	panicked, _ := c.ask("panic", nil)
	require.NotNil(t, panicked.Error)
	assert.Equal(t, fault.Panic, panicked.Error.Reason)
	assert.NotContains(t, panicked.Error.Message, "hunter2")
	c.must("hello", nil)
	_, answered := c.ask("panic elsewhere", nil)
	assert.False(t, answered || <-waiting, "a panic elsewhere is answered")
	_ = c.process.Wait()
	assert.EqualValues(t, 2, c.process.ProcessState.ExitCode())
	assert.NotContains(t, strings.SplitAfter(c.log.String(), "panic: ")[0], "hunter2")
}

// Pulls take proxies and authorities from the environment, and run side by side with all else.
func TestPullsThroughAProxyAndFromAPrivateAuthority(t *testing.T) {
	var mutex sync.Mutex
	var proxied []string
	proxy := httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, asked *http.Request) {
		mutex.Lock()
		proxied = append(proxied, asked.Host)
		mutex.Unlock()
		if asked.Method == http.MethodConnect {
			to.WriteHeader(http.StatusBadGateway)
		}
	}))
	defer proxy.Close()
	secure := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer secure.Close()
	stuck := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-stuck }))
	defer slow.Close()
	defer close(stuck)
	authority := filepath.Join(t.TempDir(), "authority.crt")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})
	require.NoError(t, os.WriteFile(authority, certificate, 0o600))
	for name, value := range map[string]string{"SSL_CERT_FILE": authority, "HTTP_PROXY": proxy.URL, "HTTPS_PROXY": proxy.URL, "NO_PROXY": ""} {
		t.Setenv(name, value)
		t.Setenv(strings.ToLower(name), value)
	}
	c, folder := startChild(t), t.TempDir()
	go func() {
		c.ask("pull", map[string]any{"address": slow.URL + "/b.tgz", "plainHttp": true, "folder": folder})
	}()
	for address, works := range map[string]bool{secure.URL + "/b.tgz": true, "http://charts.test/b.tgz": true, "oci://docker.io/org/boat": false} {
		got, ok := c.ask("pull", map[string]any{"address": address, "version": "1.0.0", "plainHttp": works, "folder": folder})
		assert.True(t, ok, address)
		assert.Equal(t, works, (got.Error == nil), address)
	}
	slices.Sort(proxied)
	assert.Equal(t, []string{"charts.test", "registry-1.docker.io:443"}, proxied)
}
