package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/frame"
	"catamaran.dev/engine/serve"
	"catamaran.dev/engine/testcluster"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// This program is also the engine under test, and the parent of one.
const role = "CATAMARAN_ENGINE_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "engine":
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
	if err := errors.Join(err, err2, c.process.Start()); err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		c.Fatal(err)
	}
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
	if hello, ok := c.ask("hello", nil); !ok || hello.Error != nil || !strings.Contains(string(hello.Result), `"memoryBytes":`) {
		t.Errorf("%s %v", hello.Result, hello.Error)
	}
	if wrong, _ := c.ask("helo", nil); wrong.Error == nil || wrong.Error.Fault != fault.Request {
		t.Errorf("%+v", wrong.Error)
	}
	if err := c.process.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if again, ok := c.ask("versions", map[string]any{"range": "1", "versions": []string{"1.0.0"}}); !ok || string(again.Result) != `{"best":"1.0.0"}` {
		t.Errorf("Ctrl-C ends it: %+v", again)
	}
}

func TestTheExitTellsWhy(t *testing.T) {
	for name, row := range map[string]struct {
		args []string
		in   string
		want int
	}{
		"end of input":    {nil, "", 0},
		"no frame":        {nil, "hello engine", badProtocol},
		"too much memory": {[]string{"-memory-mb", "1"}, "\x00\x00\x00\x20", tooMuch},
	} {
		process := exec.Command(os.Args[0], row.args...)
		process.Env = append(os.Environ(), role+"=engine")
		var log bytes.Buffer
		process.Stderr = &log
		input, err := process.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		_, _ = input.Write([]byte(row.in))
		if row.want == 0 {
			input.Close()
		}
		_ = process.Wait()
		if got := process.ProcessState.ExitCode(); got != row.want {
			t.Errorf("%s: %d", name, got)
		}
		for line := range strings.Lines(log.String()) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%s: a line of the log is no JSON: %s", name, line)
			}
		}
	}
}

func TestEndsWithItsParentButNotWithAThreadOfIt(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells a process that its parent has ended")
	}
	// The test holds the other ends, so the input does not end with the parent.
	input, requests, err := os.Pipe()
	answers, output, err2 := os.Pipe()
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), role+"=parent")
	parent.Stdin, parent.ExtraFiles = input, []*os.File{output}
	said, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = parent.Process.Kill() })
	var engine, thread int
	if _, err := fmt.Fscan(said, &engine, &thread); err != nil {
		t.Fatal(err)
	}
	reader := frame.NewReader(answers)
	hello := func() {
		t.Helper()
		if err := answers.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if err := frame.NewWriter(requests).Write(serve.Request{Method: "hello"}); err != nil {
			t.Fatal(err)
		}
		if _, err := reader.Next(); err != nil {
			t.Fatal(err)
		}
	}
	// Each end has one holder now.
	if err := errors.Join(input.Close(), output.Close()); err != nil {
		t.Fatal(err)
	}
	hello()
	if err := parent.Process.Signal(syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	testcluster.Eventually(t, func() string {
		if _, err := os.Stat(fmt.Sprintf("/proc/%d/task/%d", parent.Process.Pid, thread)); err == nil {
			return "the thread has not ended"
		}
		return ""
	})
	hello()
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
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

// After a kill in any moment, a new engine finds at most one revision more, and can remove everything.
func TestAKillLosesNothing(t *testing.T) {
	config, namespace := testcluster.Kubeconfig(t), testcluster.Namespace(t)
	client := testcluster.Client(t)
	chart := map[string]string{"path": filepath.Join(testcluster.Root(), "helm-charts/memcached")}
	of := func(more map[string]any) map[string]any {
		all := map[string]any{"release": "r", "namespace": namespace}
		for name, value := range more {
			all[name] = value
		}
		return all
	}
	ctx := context.Background()
	count := func() int {
		secrets, err := client.CoreV1().Secrets(namespace).List(ctx, metav1.ListOptions{LabelSelector: "owner=helm"})
		if err != nil {
			t.Fatal(err)
		}
		return len(secrets.Items)
	}
	for round := range 12 {
		c := startChild(t, "-kubeconfig", config)
		operation := []string{"install", "upgrade", "rollback", "uninstall"}[round%4]
		if operation != "install" {
			if made, ok := c.ask("install", of(map[string]any{"chart": chart})); !ok || made.Error != nil {
				t.Fatalf("%+v", made.Error)
			}
		} else {
			c.ask("capabilities", nil)
		}
		before := count()
		kill := time.AfterFunc(time.Duration(rand.Int64N(int64(120*time.Millisecond))), func() { _ = c.process.Process.Kill() })
		c.ask(operation, map[string]any{
			"install":   of(map[string]any{"chart": chart}),
			"upgrade":   of(map[string]any{"chart": chart, "values": map[string]any{"replicaCount": 2}}),
			"rollback":  of(map[string]any{"revision": 1}),
			"uninstall": of(nil),
		}[operation])
		kill.Stop()
		_ = c.process.Process.Kill()
		<-c.ended
		if after := count(); after > before+1 {
			t.Errorf("%s: %d revisions in place of %d", operation, after, before)
		}
		d := startChild(t, "-kubeconfig", config)
		if removed, ok := d.ask("uninstall", of(nil)); !ok || removed.Error != nil {
			t.Errorf("%s: %+v", operation, removed.Error)
		}
		testcluster.Eventually(t, func() string {
			services, err := client.CoreV1().Services(namespace).List(ctx, metav1.ListOptions{})
			deployments, err2 := client.AppsV1().Deployments(namespace).List(ctx, metav1.ListOptions{})
			if err := errors.Join(err, err2); err != nil {
				return err.Error()
			}
			if len(services.Items)+len(deployments.Items)+count() > 0 {
				return fmt.Sprintf("after a kill in %s: %d services, %d deployments, %d revisions", operation, len(services.Items),
					len(deployments.Items), count())
			}
			return ""
		})
	}
}

// The rate and the engine's own CPU of installs with four requests at once: go test -run none -bench Installs -benchtime 100x .
func BenchmarkInstalls(b *testing.B) {
	config, namespace := testcluster.Kubeconfig(b), testcluster.Namespace(b)
	chart := map[string]string{"path": filepath.Join(testcluster.Root(), "helm-charts/memcached")}
	c := startChild(b, "-kubeconfig", config)
	install := func(name string) {
		made, ok := c.ask("install", map[string]any{"release": name, "namespace": namespace, "chart": chart, "values": map[string]any{"replicaCount": 1}})
		if !ok || made.Error != nil {
			b.Errorf("%+v", made.Error)
		}
	}
	for i := range 8 {
		install(fmt.Sprint("warm", i))
	}
	operations := map[string]func(int){
		"install":   func(i int) { install(fmt.Sprint("m", i)) },
		"uninstall": func(i int) { c.ask("uninstall", map[string]any{"release": fmt.Sprint("m", i), "namespace": namespace}) },
	}
	for _, name := range []string{"install", "uninstall"} {
		cpu, began := cpuOf(b, c.process.Process.Pid), time.Now()
		var workers sync.WaitGroup
		for w := range 4 {
			workers.Go(func() {
				for i := w; i < b.N; i += 4 {
					operations[name](i)
				}
			})
		}
		workers.Wait()
		b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), name+"s/s")
		b.ReportMetric((cpuOf(b, c.process.Process.Pid)-cpu)*1000/float64(b.N), "cpu-ms/"+name)
	}
}

// cpuOf returns the seconds of CPU that a process has used.
func cpuOf(t testing.TB, pid int) float64 {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+2:]))
	user, err := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return float64(user+system) / 100
}
