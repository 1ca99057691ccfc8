package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
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
	"k8s.io/client-go/kubernetes"
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
	case "leader":
		beLeader()
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
		"end of input": {nil, "", 0},
		"no frame":     {nil, "hello engine", badProtocol},
		// Less would be too little for the stack of a further thread.
		"too much memory": {[]string{"-memory-mb", "16"}, "\x00\x00\x00\x20", tooMuch},
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

// evaluates renders a chart that evaluates a text.
func (c *child) evaluates(text string) (answer, bool) {
	folder := c.TempDir()
	files := map[string]string{"Chart.yaml": "{apiVersion: v2, name: c, version: 1.0.0}", "templates/a.yaml": "{{ tpl .Values.text . }}"}
	for name, content := range files {
		file := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(content), 0o644)); err != nil {
			c.Fatal(err)
		}
	}
	return c.ask("render", map[string]any{
		"release": "r", "namespace": "n", "chart": map[string]any{"path": folder}, "values": map[string]any{"text": text}, "world": map[string]any{},
	})
}

// The memory is for more than what Helm's own limits allow.
func TestSurvivesTemplatesThatCallEachOtherAsDeepAsHelmAllows(t *testing.T) {
	most := "179" // of a pod with 512 MiB
	if info, _ := debug.ReadBuildInfo(); slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		most = "1024"
	}
	t.Setenv("GOMEMLIMIT", "111MiB")
	c := startChild(t, "-memory-mb", most)
	for range 3 {
		failed, answered := c.evaluates(`{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}`)
		if !answered || !strings.Contains(failed.Error.Message, "maximum template depth") {
			t.Fatalf("%v %+v", answered, failed.Error)
		}
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
		if most > 2*128+128 {
			t.Errorf("%s: %d MB", text, most)
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
	if panicked, ok := c.ask("panic", nil); !ok || panicked.Error == nil || panicked.Error.Reason != fault.Panic || strings.Contains(panicked.Error.Message, "hunter2") {
		t.Errorf("%+v", panicked.Error)
	}
	if _, ok := c.ask("hello", nil); !ok {
		t.Error("the panic of a request ended the engine")
	}
	if _, answered := c.ask("panic elsewhere", nil); answered || <-waiting {
		t.Error("a panic elsewhere is answered")
	}
	_ = c.process.Wait()
	if c.process.ProcessState.ExitCode() != 2 || strings.Contains(strings.SplitAfter(c.log.String(), "panic: ")[0], "hunter2") {
		t.Errorf("%d %s", c.process.ProcessState.ExitCode(), c.log.String())
	}
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
	if err := os.WriteFile(authority, certificate, 0o600); err != nil {
		t.Fatal(err)
	}
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
		if !ok || (got.Error == nil) != works {
			t.Errorf("%s: %s %v", address, got.Result, got.Error)
		}
	}
	slices.Sort(proxied)
	if !slices.Equal(proxied, []string{"charts.test", "registry-1.docker.io:443"}) {
		t.Error(proxied)
	}
}

// killable has hooks and objects of several kinds, so that an operation has many moments.
var killable = map[string]string{
	"Chart.yaml":             "apiVersion: v2\nname: c\nversion: 1.0.0\n",
	"values.yaml":            "text: a\n",
	"templates/before.yaml":  "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: before\n  annotations: {helm.sh/hook: \"pre-install,pre-upgrade,pre-rollback,pre-delete\", helm.sh/hook-delete-policy: before-hook-creation}\n",
	"templates/map.yaml":     "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: map}\ndata: {text: {{ .Values.text }}}\n",
	"templates/named.yaml":   "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: named-{{ .Values.text }}}\n",
	"templates/secret.yaml":  "apiVersion: v1\nkind: Secret\nmetadata: {name: secret}\nstringData: {text: {{ .Values.text }}}\n",
	"templates/service.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: service}\nspec: {ports: [{port: 80}]}\n",
	"templates/web.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 0\n  selector: {matchLabels: {a: web}}\n" +
		"  template: {metadata: {labels: {a: web}}, spec: {containers: [{name: a, image: a}]}}\n",
}

// kills is how often an engine is killed: CATAMARAN_ENGINE_KILLS, or 10.
func kills() int {
	if given, err := strconv.Atoi(os.Getenv("CATAMARAN_ENGINE_KILLS")); err == nil {
		return given
	}
	return 10
}

// After a kill in any moment, at most one revision is more, and not complete; each object is one of a stored revision; and a new engine brings
// the release to what it shall be, with all its objects and no others.
func TestAKillLosesNothing(t *testing.T) {
	config, namespace, client := testcluster.Kubeconfig(t), testcluster.Namespace(t), testcluster.Client(t)
	folder := t.TempDir()
	for name, content := range killable {
		file := filepath.Join(folder, "c", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(content), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	chart := map[string]string{"path": filepath.Join(folder, "c")}
	text, number := "a", 0
	params := func(method string) map[string]any {
		all := map[string]any{"release": "r", "namespace": namespace}
		switch method {
		case "rollback":
			all["revision"], all["historyLimit"] = max(1, number-1), 4
		case "install", "upgrade":
			all["chart"], all["values"], all["historyLimit"] = chart, map[string]string{"text": text}, 4
		}
		return all
	}
	longest := map[string]time.Duration{}
	must := func(c *child, method string) {
		t.Helper()
		began := time.Now()
		if made, ok := c.ask(method, params(method)); !ok || made.Error != nil {
			t.Fatalf("%s: %+v", method, made.Error)
		}
		longest[method] = max(longest[method], time.Since(began))
	}
	c := startChild(t, "-kubeconfig", config)
	for _, method := range []string{"install", "upgrade", "rollback", "uninstall"} {
		must(c, method)
	}
	before, hit := look(t, c, client, namespace), 0
	for round := range kills() {
		operation := "install"
		if before.revisions > 0 {
			operation = []string{"upgrade", "rollback", "uninstall"}[round%3]
		}
		text, number = []string{"a", "b"}[round%2], before.number
		asked := params(operation)
		kill := time.AfterFunc(rand.N(longest[operation]), func() { _ = c.process.Process.Kill() })
		if _, answered := c.ask(operation, asked); !answered {
			hit++
		}
		kill.Stop()
		_ = c.process.Process.Kill()
		<-c.ended
		c = startChild(t, "-kubeconfig", config)
		after := look(t, c, client, namespace)
		if after.revisions > before.revisions+1 || after.incomplete > before.incomplete+1 {
			t.Errorf("%s: %d revisions in place of %d, of which %d are not complete", operation, after.revisions, before.revisions, after.incomplete)
		}
		// Helm leaves hooks.
		isHook := func(object string) bool { return object == "ConfigMap before" }
		for _, object := range slices.DeleteFunc(slices.Clone(after.objects), isHook) {
			kind, name, _ := strings.Cut(object, " ")
			if !strings.Contains(after.manifests, fmt.Sprintf(`"kind":%q`, kind)) || !strings.Contains(after.manifests, fmt.Sprintf(`"name":%q`, name)) {
				t.Errorf("%s: no revision has %s", operation, object)
			}
		}
		switch {
		case after.newest == "uninstalling":
			must(c, "uninstall")
		case after.incomplete > 0 && after.newest != "deployed":
			// As the operator does.
			markFailed(t, client, namespace)
			must(c, "upgrade")
		}
		before = look(t, c, client, namespace)
		got := slices.DeleteFunc(slices.Clone(before.objects), isHook)
		want := []string{"ConfigMap map", "ConfigMap named-a", "Deployment web", "Secret secret", "Service service"}
		if before.revisions == 0 {
			want = []string{}
		} else if slices.Contains(got, "ConfigMap named-b") {
			want[1] = "ConfigMap named-b"
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Fatalf("after a kill in %s: %v in place of %v", operation, got, want)
		}
	}
	if hit < kills()/3 {
		t.Errorf("only %d of %d kills hit an operation", hit, kills())
	}
}

// look reads what a namespace has.
func look(t *testing.T, c *child, client kubernetes.Interface, namespace string) (found kubeState) {
	ctx := t.Context()
	secrets, err := client.CoreV1().Secrets(namespace).List(ctx, metav1.ListOptions{})
	maps, err2 := client.CoreV1().ConfigMaps(namespace).List(ctx, metav1.ListOptions{})
	services, err3 := client.CoreV1().Services(namespace).List(ctx, metav1.ListOptions{})
	deployments, err4 := client.AppsV1().Deployments(namespace).List(ctx, metav1.ListOptions{})
	if err := errors.Join(err, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	add := func(kind, name string, deleted *metav1.Time) {
		if name != "kube-root-ca.crt" && deleted == nil {
			found.objects = append(found.objects, kind+" "+name)
		}
	}
	for _, each := range secrets.Items {
		if each.Type != "helm.sh/release.v1" {
			add("Secret", each.Name, each.DeletionTimestamp)
			continue
		}
		found.revisions++
		status := each.Labels["status"]
		if status != "deployed" && status != "superseded" {
			found.incomplete++
		}
		if number, _ := strconv.Atoi(each.Labels["version"]); number >= found.number {
			found.number, found.newest = number, status
		}
		decoded, _ := c.ask("decode", map[string]any{"data": each.Data["release"]})
		found.manifests += string(decoded.Result)
	}
	for _, each := range maps.Items {
		add("ConfigMap", each.Name, each.DeletionTimestamp)
	}
	for _, each := range services.Items {
		add("Service", each.Name, each.DeletionTimestamp)
	}
	for _, each := range deployments.Items {
		add("Deployment", each.Name, each.DeletionTimestamp)
	}
	return found
}

// kubeState is what a namespace has.
type kubeState struct {
	revisions, incomplete int
	number                int
	newest                string // its status
	objects               []string
	manifests             string
}

// markFailed makes failed revisions of the pending ones of a release r.
func markFailed(t *testing.T, client kubernetes.Interface, namespace string) {
	secrets, err := client.CoreV1().Secrets(namespace).List(t.Context(), metav1.ListOptions{LabelSelector: "owner=helm"})
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range secrets.Items {
		status := secret.Labels["status"]
		if !strings.HasPrefix(status, "pending-") {
			continue
		}
		packed, err := base64.StdEncoding.DecodeString(string(secret.Data["release"]))
		if err != nil {
			t.Fatal(err)
		}
		reader, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		writer := gzip.NewWriter(&again)
		_, err = writer.Write(bytes.Replace(content, fmt.Appendf(nil, `"status":%q`, status), []byte(`"status":"failed"`), 1))
		if err := errors.Join(err, writer.Close()); err != nil {
			t.Fatal(err)
		}
		secret.Data["release"] = []byte(base64.StdEncoding.EncodeToString(again.Bytes()))
		secret.Labels["status"] = "failed"
		if _, err := client.CoreV1().Secrets(namespace).Update(t.Context(), &secret, metav1.UpdateOptions{}); err != nil {
			t.Fatal(err)
		}
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
