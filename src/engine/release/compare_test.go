package release

import (
	"maps"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	red     = "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata: {color: red}\n"
	blue    = "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata: {color: blue}\n"
	again   = "# other\n{apiVersion: v1, data: {color: \"red\"}, kind: ConfigMap, metadata: {name: a}}\n"
	second  = "kind: Service\napiVersion: v1\nmetadata:\n  name: b\nspec:\n  ports: [{port: 1}]\n"
	atStart = "kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: c\n  annotations: {helm.sh/hook: \"pre-install,pre-upgrade\"}\n"
	atTest  = "kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: d\n  annotations: {helm.sh/hook: test}\n"
)

func TestComparesWhatAnUpgradeWouldMake(t *testing.T) {
	p := begin(t)
	const between = "---\n"
	change := params{"owned": params{"labels": params{"l": "1"}}, "kinds": []string{"v1 ConfigMap"}}
	for name, row := range map[string]struct {
		before, after string
		more          params
		same          bool
	}{
		"all the same":              {red + between + second, red + between + second, nil, true},
		"in another order":          {second + between + red, red + between + second, nil, true},
		"in another form":           {red, "---\n# nothing\n---\n" + again, nil, true},
		"with hooks":                {red + between + atStart + between + atTest, atTest + between + red + between + atStart, nil, true},
		"hooks that do not run":     {red + between + atStart, red + between + atStart, params{"disableHooks": true}, true},
		"another object":            {blue, red, nil, false},
		"one less":                  {red + between + second, red, nil, false},
		"one more":                  {red, red + between + second, nil, false},
		"a hook more":               {red, red + between + atStart, nil, false},
		"a hook less":               {red + between + atTest, red, nil, false},
		"a hook of tests more":      {red, red + between + atTest, params{"disableHooks": true}, false},
		"nothing":                   {"# nothing\n", "# nothing\n", nil, false},
		"a chart that fails":        {red, red + "{{ fail \"no\" }}", nil, false},
		"no YAML":                   {red, "a: b: c", nil, false},
		"no valid object":           {red, red + "---\nkind: None\napiVersion: none.example/v1\nmetadata: {name: a}\n", nil, false},
		"marks that are missing":    {red, red, params{"changes": change}, false},
		"replicas of an autoscaler": {red, red, params{"changes": params{"scales": []params{{"kind": "Deployment", "name": "x", "namespace": p.namespace, "replicas": 3}}}}, true},
		"the release's own number":  {red, "{{ if eq (int .Release.Revision) 2 }}" + red + "{{ end }}", nil, true},
		"an upgrade":                {red, "{{ if .Release.IsUpgrade }}" + red + "{{ end }}", nil, true},
		"what exists now":           {red, "{{ if lookup \"v1\" \"ConfigMap\" .Release.Namespace \"a\" }}" + red + "{{ end }}", nil, true},
		"an object of others":       {red, red + "---\n" + configMap("kube-root-ca.crt", ""), nil, false},
		"values that do not fit":    {red, red, params{"values": params{"schema": "wrong"}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			q := p.fresh(t)
			files := map[string]string{"templates/a.yaml": row.before}
			q.made((*Releases).Install, params{"chart": q.chart(files)})
			after := params{"chart": q.chart(map[string]string{"templates/a.yaml": row.after,
				"values.schema.json": `{"properties": {"schema": {"enum": ["right"]}}}`}), "revision": 1}
			maps.Copy(after, row.more)
			answer, err := q.call(t.Context(), (*Releases).Compare, after)
			require.NoError(t, err)
			assert.Equal(t, row.same, answer.(Compared).Same)
			assert.Equal(t, "deployed", q.statusOf(1))
			assert.EqualValues(t, "deployed", q.stored(1).Status)
			q.uninstalls(params{})
		})
	}
}

func TestAComparisonIsNoChange(t *testing.T) {
	p := begin(t)
	change := params{"owned": params{"labels": params{"l": "1"}}, "kinds": []string{"v1 ConfigMap"}}
	chart := p.chart(map[string]string{"templates/a.yaml": red})
	p.made((*Releases).Install, params{"chart": chart, "changes": change})
	p.cluster.Fence.Renew(0)
	answer, err := p.call(t.Context(), (*Releases).Compare, params{"chart": chart, "changes": change, "revision": 1})
	require.NoError(t, err)
	assert.True(t, answer.(Compared).Same)
}

// A comparison that could not be made is no answer.
func TestTellsThatItCouldNotCompare(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": red + "{{ lookup \"v1\" \"Secret\" .Release.Namespace \"\" | len | quote | printf \"# %s\" }}"})
	p.made((*Releases).Install, params{"chart": chart})
	for name, row := range map[string]struct {
		params params
		reason fault.Reason
	}{
		"no right":    {params{"as": p.namespace + "/nobody"}, fault.NoRight},
		"no revision": {params{"revision": 2}, fault.NoRelease},
		"no chart":    {params{"chart": params{"path": "/none"}}, fault.Unloadable},
	} {
		all := params{"chart": chart, "revision": 1}
		maps.Copy(all, row.params)
		assert.Equal(t, row.reason, p.fails((*Releases).Compare, all).Reason, name)
	}
}

// Two renderings may see the same time, and none that of the stored one.
func TestComparesBeyondTheClock(t *testing.T) {
	p := begin(t)
	const dated = "kind: ConfigMap\napiVersion: v1\nmetadata: {name: s}\ndata: {at: \"{{ now | unixEpoch }}\", in: \"{{ now | date \"2006\" }}\"}\n---\n"
	before, after := p.chart(map[string]string{"templates/a.yaml": dated + red}), p.chart(map[string]string{"templates/a.yaml": dated + blue})
	p.made((*Releases).Install, params{"chart": before})
	testcluster.Eventually(t, func() string {
		rendered, err := p.call(t.Context(), (*Releases).Render, params{"chart": before})
		require.NoError(t, err)
		if rendered.(*Would).Revision.Manifest == p.stored(1).Manifest {
			return "the clock stands"
		}
		return ""
	})
	for same, chart := range map[bool]map[string]string{true: before, false: after} {
		answer, err := p.call(t.Context(), (*Releases).Compare, params{"chart": chart, "revision": 1})
		require.NoError(t, err)
		assert.Equal(t, same, answer.(Compared).Same)
	}
}

// What comes by chance is no difference, whatever else is one.
func TestComparesBeyondChance(t *testing.T) {
	p := begin(t)
	const secret = "kind: Secret\napiVersion: v1\nmetadata: {name: s}\nstringData: {p: \"{{ randAlphaNum 12 }}\"}\n---\n"
	const named = "kind: Secret\napiVersion: v1\nmetadata: {name: \"s-{{ randAlphaNum 5 | lower }}\"}\n---\n"
	for name, row := range map[string]struct {
		before, after string
		more          params
		same          bool
	}{
		"a password":                  {secret + red, secret + red, nil, true},
		"a name":                      {named + red, named + red, nil, true},
		"a password and a color":      {secret + red, secret + blue, nil, false},
		"a password and an object":    {secret + red, secret + red + "---\n" + second, nil, false},
		"one of the same kind more":   {named + red, named + red + "---\n" + secret, nil, false},
		"a color, and no record":      {red, blue, params{"unrecorded": true}, true},
		"no rendering, and no record": {red, "{{ fail \"no\" }}", params{"unrecorded": true}, true},
	} {
		t.Run(name, func(t *testing.T) {
			q := p.fresh(t)
			q.made((*Releases).Install, params{"chart": q.chart(map[string]string{"templates/a.yaml": row.before})})
			after := params{"chart": q.chart(map[string]string{"templates/a.yaml": row.after}), "revision": 1}
			maps.Copy(after, row.more)
			answer, err := q.call(t.Context(), (*Releases).Compare, after)
			require.NoError(t, err)
			assert.Equal(t, row.same, answer.(Compared).Same)
			q.uninstalls(params{})
		})
	}
}
