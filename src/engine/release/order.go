package release

import (
	"cmp"
	"slices"

	v1 "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/release/v1/util"
)

// order lets hooks of one weight run in the order of their kinds, then of their names, as Helm documents it: an account comes before the Job that
// needs it. Helm takes only weights and names (helm/helm issues 7416 and 12414), so hooks in another order get weights of that order.
func order(hooks []*v1.Hook) {
	byName := func(a, b *v1.Hook) int {
		return cmp.Or(cmp.Compare(a.Weight, b.Weight), cmp.Compare(a.Name, b.Name))
	}
	sorted := slices.Clone(hooks)
	slices.SortStableFunc(sorted, func(a, b *v1.Hook) int {
		return cmp.Or(cmp.Compare(a.Weight, b.Weight), cmp.Compare(rank(a.Kind), rank(b.Kind)), cmp.Compare(a.Name, b.Name))
	})
	if slices.IsSortedFunc(sorted, byName) {
		return
	}
	for i, hook := range sorted {
		hook.Weight = i
	}
}

// rank returns the place of a kind in Helm's order of installation. Kinds that Helm does not know come last.
func rank(kind string) int {
	if place := slices.Index(util.InstallOrder, kind); place >= 0 {
		return place
	}
	return len(util.InstallOrder)
}
