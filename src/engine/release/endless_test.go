package release

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/frame"
	"catamaran.dev/engine/serve"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestRefusesTemplatesThatAskForTooMuch(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/x.yaml": configMap("x", "data: {text: \"{{ tpl .Values.text . }}\"}\n")})
	const asking = `{{ range $i := until 1001 }}{{ if lookup "v1" "ConfigMap" $.Release.Namespace (printf "a%d" $i) }}{{ end }}{{ end }}`
	for _, confine := range []params{nil, {"doubts": []params{{"values": []params{{"text": "a"}}, "templates": true}}}} {
		found := p.fails((*Releases).Install, params{"chart": chart, "values": params{"text": asking}, "confine": confine})
		if found.Reason != fault.Template || !strings.Contains(found.Message, "more than 1000 objects") {
			t.Errorf("%+v", found)
		}
	}
}

func TestGivesUpTemplatesThatComputeForTooLong(t *testing.T) {
	former := mostRendering
	mostRendering = 200 * time.Millisecond
	t.Cleanup(func() { mostRendering = former })
	const long = "{{ range until 3000 }}{{ range until 3000 }}{{ end }}{{ end }}"
	for name, given := range map[string]params{
		"of a value":                       {"values": params{"text": long}},
		"of a value in a trial":            {"values": params{"text": "a"}, "confine": params{"doubts": []params{{"values": []params{{"text": long}}}}}},
		"of a value before the first pass": {"values": params{"text": "a"}, "confine": params{"doubts": []params{{"values": []params{{"text": long}}, "templates": true}}}},
	} {
		t.Run(name, func(t *testing.T) {
			p := begin(t)
			given["release"], given["namespace"] = "r", p.namespace
			given["chart"] = p.chart(map[string]string{"templates/x.yaml": configMap("x", "data: {text: \"{{ tpl .Values.text . }}\"}\n")})
			content, err := json.Marshal(given)
			if err != nil {
				t.Fatal(err)
			}
			requests, input := io.Pipe()
			answers, output := io.Pipe()
			ended := make(chan error, 1)
			server := serve.New(map[string]serve.Method{"install": func(ctx context.Context, call serve.Call) (any, error) {
				result, err := p.releases.Install(ctx, call)
				ended <- err
				return result, err
			}}, output, time.Minute)
			go func() { _ = server.Run(requests) }()
			defer input.Close()
			if err := frame.NewWriter(input).Write(serve.Request{ID: 1, Method: "install", Params: content}); err != nil {
				t.Fatal(err)
			}
			body, err := frame.NewReader(answers).Next()
			if err != nil {
				t.Fatal(err)
			}
			var answer serve.Answer
			if err := json.Unmarshal(body, &answer); err != nil || answer.Error == nil || answer.Error.Reason != fault.Endless {
				t.Errorf("%v %s", err, body)
			}
			// What was given up changes nothing, even if it comes to an end.
			if err := <-ended; err == nil {
				t.Error("it went on")
			}
			stored, err := p.client.CoreV1().Secrets(p.namespace).List(t.Context(), metav1.ListOptions{})
			if err != nil || len(stored.Items) > 0 {
				t.Error(stored.Items, err)
			}
		})
	}
}
