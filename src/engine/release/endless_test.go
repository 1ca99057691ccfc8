package release

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/frame"
	"catamaran.dev/engine/serve"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
)

func TestRefusesTemplatesThatAskForTooMuch(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/x.yaml": configMap("x", "data: {text: \"{{ tpl .Values.text . }}\"}\n"),
		"templates/y.yaml": `{{ if lookup "v1" "ConfigMap" .Release.Namespace "y" }}{{ end }}`})
	const asking = `{{ range $i := until 1001 }}{{ if lookup "v1" "ConfigMap" $.Release.Namespace (printf "a%d" $i) }}{{ end }}{{ end }}`
	for _, confine := range []params{nil, {}} {
		found := p.fails((*Releases).Install, params{"chart": chart, "values": params{"text": asking}, "confine": confine})
		assert.Equal(t, fault.Template, found.Reason)
		assert.Contains(t, found.Message, "more than 1000 objects")
	}
}

// long takes several times MostRendering of limitRendering, also on a fast machine, and ends.
const long = "{{ range until 3000 }}{{ range until 15000 }}{{ end }}{{ end }}"

func TestGivesUpTemplatesThatComputeForTooLong(t *testing.T) {
	limitRendering(t)
	for name, given := range map[string]params{
		"of a value":                 {"values": params{"text": long}},
		"of a value that is doubted": {"values": params{"text": long}, "confine": params{}},
	} {
		t.Run(name, func(t *testing.T) {
			p := begin(t)
			answer, err := p.answered(given)
			require.NotNil(t, answer.Error)
			assert.Equal(t, fault.Endless, answer.Error.Reason)
			// What was given up changes nothing, even if it comes to an end.
			assert.Error(t, err, "it went on")
			stored, err := p.client.CoreV1().Secrets(p.namespace).List(t.Context(), metav1.ListOptions{})
			require.NoError(t, err)
			assert.Empty(t, stored.Items)
		})
	}
}

func TestDoesNotBlameTemplatesForASlowCluster(t *testing.T) {
	limitRendering(t)
	config := rest.CopyConfig(testcluster.Config(t))
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		return roundTripper(func(asked *http.Request) (*http.Response, error) {
			if strings.HasSuffix(asked.URL.Path, "/configmaps/asked") {
				time.Sleep(2 * MostRendering)
			}
			return next.RoundTrip(asked)
		})
	})
	asking := `{{ if lookup "v1" "ConfigMap" .Release.Namespace "asked" }}{{ end }}`
	for text, reason := range map[string]fault.Reason{asking: "", asking + long: fault.Endless} {
		answer, _ := beginAt(t, config).answered(params{"values": params{"text": text}})
		if assert.Equal(t, reason == "", answer.Error == nil, text); answer.Error != nil {
			assert.Equal(t, reason, answer.Error.Reason, text)
		}
	}
}

func limitRendering(t *testing.T) {
	former := MostRendering
	MostRendering = 200 * time.Millisecond
	t.Cleanup(func() { MostRendering = former })
}

// answered installs a chart that evaluates a text of the values, as a parent asks for it. It returns the answer, and how the work ended.
func (p *place) answered(given params) (serve.Answer, error) {
	p.Helper()
	given["release"], given["namespace"] = "r", p.namespace
	given["chart"] = p.chart(map[string]string{"templates/x.yaml": configMap("x", "data: {text: \"{{ tpl .Values.text . }}\"}\n")})
	content, err := json.Marshal(given)
	require.NoError(p, err)
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
	require.NoError(p, frame.NewWriter(input).Write(serve.Request{ID: 1, Method: "install", Params: content}))
	body, err := frame.NewReader(answers).Next()
	require.NoError(p, err)
	var answer serve.Answer
	require.NoError(p, json.Unmarshal(body, &answer))
	return answer, <-ended
}
