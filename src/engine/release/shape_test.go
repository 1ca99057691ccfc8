package release

import (
	"path/filepath"
	"strings"
	"testing"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
	v1 "helm.sh/helm/v4/pkg/release/v1"
)

// workload is a Deployment that writes a text into one of its places.
const workload = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: one
  labels:
    a: b
    PLACE-labels
spec:
  template:
    metadata:
      annotations:
        checksum: {{ .Values.text | sha256sum }}
        PLACE-annotations
    spec:
      hostNetwork: false
      schedulerName: PLACE-field
      priorityClassName: PLACE-other
      nodeSelector: PLACE-whole
      containers:
        - name: main
          args: [--first, PLACE-flow, --secure]
          env:
            - {name: A, value: PLACE-map, optional: false}
        PLACE-containers
`

// chartOf writes a chart with one template.
func chartOf(t *testing.T, template string) *operation {
	folder := testcluster.Write(t, t.TempDir(), map[string]string{"Chart.yaml": "{apiVersion: v2, name: c, version: 0.1.0}", "values.yaml": "text: t\nother: o\n", "templates/a.yaml": template})
	fresh, _, err := charts.NewCache(1 << 20).Get(charts.Reference{Path: folder})
	require.NoError(t, err)
	return &operation{Target: Target{Release: "r", Namespace: "n"}, fresh: fresh, ctx: t.Context(), config: &action.Configuration{Capabilities: common.DefaultCapabilities}}
}

var otherPlaces = strings.NewReplacer("PLACE-labels", "", "PLACE-annotations", "", "PLACE-containers", "", "PLACE-field", "z", "PLACE-other", "z", "PLACE-whole", "z", "PLACE-flow", "z", "PLACE-map", "z")

// at puts a template into one place of the pod.
func at(place, template string) string {
	return otherPlaces.Replace(strings.ReplaceAll(workload, "PLACE-"+place, template))
}

// judged returns what a text changes outside of its place, and the values to which that is put down.
func judged(t *testing.T, o *operation, values map[string]any) (string, []string) {
	rendered := o.tried("r", 1, values, nothing)
	require.Len(t, rendered, 1)
	require.Equal(t, "Deployment", rendered[0].kind)
	for _, doubt := range (&Confinement{}).doubts(values) {
		if _, found := different(rendered, o.trials(1, doubt), nameless); found != nil {
			if agrees, texts := o.apart(&v1.Release{Config: values, Version: 1}, rendered, doubt, nameless); !agrees {
				return found.field, texts
			}
		}
	}
	return "", nil
}

func TestKeepsATextInItsField(t *testing.T) {
	raw := "{{ .Values.text }}"
	for name, row := range map[string]struct {
		template, text string
		field          string // none for what is allowed
	}{
		"a field":             {at("field", raw), "x\n      hostPID: true", "spec.template.spec.hostPID"},
		"a flow field":        {at("map", raw), "x, secret: y", "spec.template.spec.containers[0].env[0].secret"},
		"an item in a line":   {at("flow", raw), "x, \"--insecure\"", "spec.template.spec.containers[0].args[2]"},
		"a comment":           {at("map", raw), "x, optional: true} #", "spec.template.spec.containers[0].env[0].optional"},
		"an annotation":       {at("labels", "b: "+raw), "x\n  annotations: {a: b}", "metadata.annotations"},
		"a label":             {at("labels", "b: "+raw), "x\n    c: d", "metadata.labels.c"},
		"another value":       {at("field", raw), "x\n      hostNetwork: true", "spec.template.spec.hostNetwork"},
		"a container":         {at("whole", raw), "{a: b}\n      containers: [{name: x}]", "spec.template.spec.containers"},
		"a merged map":        {at("field", raw), "x\n      <<: {hostPID: true}", "spec.template.spec.hostPID"},
		"a complex key":       {at("field", raw), "x\n      ? hostPID\n      : true", "spec.template.spec.hostPID"},
		"a tag":               {at("field", raw), "x\n      !!str hostPID: true", "spec.template.spec.hostPID"},
		"an escape":           {at("field", raw), "x\n      \"host\\x50ID\": true", "spec.template.spec.hostPID"},
		"a folded text":       {at("field", raw), "|\n        x\n      hostPID: true", "spec.template.spec.hostPID"},
		"a carriage return":   {at("field", raw), "x\r      hostPID: true", "spec.template.spec.hostPID"},
		"a byte order mark":   {at("field", raw), "x\n      \ufeffhostPID: true", "spec.template.spec.\ufeffhostPID"},
		"quotes":              {at("field", "{{ .Values.text | quote }}"), "x\n      hostPID: true", ""},
		"a binary text":       {at("field", raw), "!!binary eA==", ""},
		"an anchor":           {at("field", raw), "&a x", ""},
		"a block":             {at("field", "|\n{{ .Values.text | indent 10 }}"), "a: b\n---\n- c", ""},
		"a whole map":         {at("whole", "\n{{ .Values.text | indent 8 }}"), "a: b\nc: d", ""},
		"a whole map, tpl":    {at("whole", "{{ tpl .Values.text . | nindent 8 }}"), "a: {{ .Release.Name }}\nc: d", ""},
		"more annotations":    {at("annotations", "{{- tpl .Values.text . | nindent 8 }}"), "a: b\nc: d", ""},
		"containers":          {at("containers", "{{- tpl .Values.text . | nindent 8 }}"), "- name: b\n- name: c", ""},
		"containers, and out": {at("containers", "{{ .Values.text }}"), "- name: b\n      hostPID: true", "spec.template.spec.hostPID"},
		"lines":               {at("labels", "{{ range splitList \"\\n\" .Values.text }}\n    {{ . }}: x\n{{- end }}"), "c\nd\ne", ""},
		"arguments":           {at("flow", "{{ range splitList \"\\n\" .Values.text }}{{ . | quote }}, {{ end }}--last"), "--c\n--d=[e]\n--f", ""},
		"a list of words":     {at("flow", "{{ .Values.text | splitList \" \" | toJson | trimAll \"[]\" }}"), "--c \"d\" --e", ""},
		"a condition":         {at("field", "x{{ if contains \"\\n\" .Values.text }}\n      many: true{{ end }}"), "c\nd", ""},
		"a default":           {at("field", "{{ .Values.text | default \"x\" }}"), "[x]", ""},
		"encoded":             {at("field", "{{ .Values.text | b64enc }}"), "c\nd: e", ""},
		"parsed":              {at("whole", "{{ .Values.text | fromYaml | toJson }}"), "c: {d: e}", ""},
		"chance":              {at("field", "{{ randAlphaNum 5 }}-{{ now | unixEpoch }}-{{ randInt 0 9 }}-{{ (genCA \"a\" 1).Cert | b64enc }}"), "c\nd: e", ""},
		"a length":            {at("field", "\"{{ len .Values.text }}\""), "c\nd: e", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			field, texts := judged(t, chartOf(t, row.template), map[string]any{"text": row.text})
			assert.Equal(t, row.field, field)
			assert.True(t, row.field == "" || strings.Join(texts, " ") == "text", texts)
		})
	}
}

// Charts evaluate names of annotations, too.
func TestKeepsATemplateInItsKey(t *testing.T) {
	each := at("annotations", "{{ range $name, $value := .Values.map }}\n        {{ tpl $name $ }}: {{ $value }}{{ end }}")
	for key, want := range map[string]string{
		"{{ .Release.Name }}/c":                          "",
		`{{ print "c: d\n      hostPID: true\n    e" }}`: "spec.template.e",
		`{{ print "c: d\n    finalizers: [e]\n    f" }}`: "spec.template.f",
	} {
		field, _ := judged(t, chartOf(t, each), map[string]any{"map": map[string]any{key: "d"}})
		assert.Equal(t, want, field, key)
	}
}

// Two texts can hide a field of the chart between quotes, and write another one.
func TestKeepsTwoTextsInTheirFields(t *testing.T) {
	template := otherPlaces.Replace(strings.NewReplacer("PLACE-field", "{{ .Values.text }}", "hostNetwork: false\n", "\n", "priorityClassName: PLACE-other", "hostNetwork: false\n      priorityClassName: {{ .Values.other }}").Replace(workload))
	values := map[string]any{"text": `"x`, "other": "y\"\n      hostNetwork: true\n      priorityClassName: z"}
	field, texts := judged(t, chartOf(t, template), values)
	assert.Equal(t, "spec.template.spec.hostNetwork", field)
	assert.Equal(t, "other", strings.Join(texts, " "))
}

// One text has an item in each line, and the other one is a part of a list.
func TestAgreesWithDifferentTextsInDifferentPlaces(t *testing.T) {
	template := otherPlaces.Replace(strings.NewReplacer("PLACE-flow", "{{ range splitList \"\\n\" .Values.other }}{{ . | quote }}, {{ end }}z", "PLACE-containers", "{{- .Values.text | nindent 8 }}").Replace(workload))
	values := map[string]any{"text": "- name: b\n- name: c", "other": "a: 'b'\nc: 'd'"}
	field, texts := judged(t, chartOf(t, template), values)
	assert.Empty(t, field, texts)
	values["other"] = "a, 'b'"
	field, texts = judged(t, chartOf(t, strings.ReplaceAll(template, ". | quote", ".")), values)
	assert.NotEmpty(t, field)
	assert.Equal(t, []string{"other"}, texts)
}

// The chart's own values are given as an author's.
func TestAgreesWithTheChartsOfTheRepository(t *testing.T) {
	root := testcluster.Root()
	found, err := filepath.Glob(filepath.Join(root, "src/tests/src/test/charts/*"))
	require.NoError(t, err)
	require.NotEmpty(t, found)
	count := 0
	for _, path := range append(found, filepath.Join(root, "helm-charts/memcached")) {
		fresh, _, err := charts.NewCache(1 << 24).Get(charts.Reference{Path: path})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		o := &operation{Target: Target{Release: "r", Namespace: "n"}, fresh: fresh, ctx: t.Context(), config: &action.Configuration{Capabilities: common.DefaultCapabilities}}
		rendered := o.tried("r", 1, fresh.Values, nothing)
		for _, doubt := range (&Confinement{}).doubts(fresh.Values) {
			count += len(doubt.Texts)
			if _, found := different(rendered, o.trials(1, doubt), placeless); found != nil {
				if agrees, texts := o.apart(&v1.Release{Config: fresh.Values, Version: 1}, rendered, doubt, placeless); !agrees {
					t.Errorf("%s: %v by %v", path, found, texts)
				}
			}
		}
	}
	assert.NotZero(t, count, "no chart has such a text")
}

// GitLab's and Temporal's charts name a Job by a hash of the values, and Jenkins' leaves a default out if a script has its section.
func TestRefusesNoTextThatDecidesNamesAndData(t *testing.T) {
	o := chartOf(t, "{{- $hash := .Values | toYaml | sha256sum | trunc 7 }}\nkind: Job\napiVersion: batch/v1\nmetadata: {name: \"m-{{ $hash }}\", labels: {hash: \"{{ $hash }}\"}}\n"+
		"---\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: script}\ndata:\n  script.yaml: {{ .Values.text | quote }}\n{{- if not (contains \"jenkins:\" .Values.text) }}\n  default.yaml: \"jenkins: {}\"\n{{- end }}\n")
	for _, text := range []string{
		"plain", `Welcome to "field" [staging]:` + "\n- no warranty {at all}", "jenkins:\n  mode: NORMAL\n", "it's", `"`, "{", "}", "[a]", "a: b", "a:\n  - b\n  - c\n", "---", "---\nkind: Secret\n",
		"a\tb", "\t", "\U0001F525", "{{ .Release.Name }}", "{{", "&a *b !!c", "| > %", "# none", "true", "1e3", strings.Repeat("a: {b}\n", 15_000), "\r\n", "\u2028",
	} {
		values := map[string]any{"text": text}
		rendered := o.tried("r", 1, values, nothing)
		for _, doubt := range (&Confinement{}).doubts(values) {
			_, found := different(rendered, o.trials(1, doubt), nameless)
			assert.Nil(t, found, "%.40q", text)
		}
	}
}
