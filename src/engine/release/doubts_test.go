package release

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func doubtsAbout(text any) []Doubt {
	return (&Confinement{}).doubts(map[string]any{"a": text})
}

func TestTrustsAWord(t *testing.T) {
	for text := range strings.SplitSeq("a|a b|1.2.3|https://a.b/c?d=e|repo/image:tag@sha256:0|a,b|-|10:30|*.example.com|a=b|a#b|ä|a\tb"+
		"|helm.sh/resource-policy|shop.catamaran.dev/v1|meta.helm.sh/release-name", "|") {
		assert.Empty(t, doubtsAbout(text), text)
	}
}

func TestDoubtsWhatCanMakeAPartOfAManifest(t *testing.T) {
	for _, text := range []string{
		"a\nb", "a\rb", "a\u0085b", "a\u2028b", "a\u2029b", "{a", "a]", `"a`, "it's", `a\`, "a: b", "a:", "#fff", "a #b", "&a", "|", ">-",
		"helm.sh", "helm.sh/hook", "catamaran.dev", "catamaran.dev/drift", "operator-sdk", "operator-sdk/primary-resource",
	} {
		found := doubtsAbout([]any{"b", text})
		require.Len(t, found, 1, text)
		assert.Equal(t, []string{"a[1]"}, found[0].Texts, text)
		for _, harmless := range found[0].Values[:3] {
			assert.Empty(t, doubtsAbout(harmless["a"]), text)
		}
	}
}

func TestPutsHarmlessTextsInThePlaceOfAText(t *testing.T) {
	const field = probe + ": " + probe
	for text, want := range map[string]string{
		"a: 'b'\n  - c\n---\n? d\n":              "a_ _b_\n  _ c\n_--\n_ d\n",
		"{{ .Release.Name }}: 'b'\n":             "x_ _b_\n",
		"a: b\nc: d":                             field,
		"a:\n- b":                                field,
		"# a\n\n- b\n- c: d":                     "- " + probe,
		"{{- range .Values.a }}\n- b\n{{ end }}": "- " + probe,
		"{a: b}":                                 `{"` + probe + `": "` + probe + `"}`,
		"[a, b]":                                 `["` + probe + `"]`,
		"a\nb: c":                                "a\nb_ c",
		"---\na: b":                              "_--\na_ b",
		"- name: ann's\n  age: 7\n- {'a: b': [c]}\n": `[{"age":7,"name":"word"},{"a_ b":["word"]}]`,
		"{a: [": "_a_ _",
	} {
		var texts []any
		for _, each := range doubtsAbout(text)[0].Values {
			texts = append(texts, each["a"])
		}
		assert.Contains(t, texts, want, text)
	}
}

func TestDoubtsAKey(t *testing.T) {
	for key, want := range map[string]struct{ path, harmless string }{
		"b\n  c":        {"a.b   c", "b   c"},
		"helm.sh/hook":  {"a.helm.sh/hook", "x/hook"},
		"{{ .Name }}/b": {"a.{{ .Name }}/b", "probe-of-catamaran/b"},
	} {
		found := doubtsAbout(map[string]any{key: "d"})
		require.Len(t, found, 1, key)
		assert.Equal(t, []string{want.path}, found[0].Texts)
		assert.Equal(t, map[string]any{want.harmless: "d"}, found[0].Values[0]["a"])
	}
}

func TestLeavesTheTemplatesOfATextThatIsOdd(t *testing.T) {
	found := doubtsAbout("{{ .Release.Name }}: 'b'")
	require.Len(t, found, 2)
	assert.Equal(t, []any{"{{ .Release.Name }}_ _b_", "x_ _b_"}, []any{found[0].Values[0]["a"], found[1].Values[0]["a"]})
	assert.True(t, found[1].Templates)
	only := doubtsAbout(`{{ "b" }}`)
	require.Len(t, only, 1)
	assert.True(t, only[0].Templates)
}

func TestDoubtsNothingOfAnAdministrator(t *testing.T) {
	values := map[string]any{"a": map[string]any{"raw": []any{"b\nc"}}, "b": "c\nd", "set": []any{"e\nf", map[string]any{"g\nh": "i\nj"}}}
	confinement := Confinement{Exempt: []string{"a.raw"}, Overrides: map[string]any{"set": []any{"e\nf", map[string]any{"g\nh": "i\nj"}}}}
	found := confinement.doubts(values)
	require.Len(t, found, 1)
	assert.Equal(t, []string{"b"}, found[0].Texts)
	assert.Equal(t, "c d", found[0].Values[0]["b"])
	for _, harmless := range found[0].Values {
		assert.Equal(t, []any{values["a"], values["set"]}, []any{harmless["a"], harmless["set"]})
	}
}
