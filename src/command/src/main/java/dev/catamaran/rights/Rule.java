package dev.catamaran.rights;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A rule of RBAC, and why it is there. All lists are sorted and without duplicates.
 *
 * @param reach where it applies
 * @param apiGroups groups; the core group is empty
 * @param resources plural names, some with a subresource behind a slash
 * @param resourceNames names of the only objects; empty for all
 * @param nonResourceUrls paths that are no resources; all other lists but the verbs are empty then
 * @param verbs such as {@code get}
 * @param reasons templates that need it, or short texts
 */
public record Rule(
    Reach reach,
    List<String> apiGroups,
    List<String> resources,
    List<String> resourceNames,
    List<String> nonResourceUrls,
    List<String> verbs,
    SortedSet<String> reasons) {

  /** Begins a reason: the template of a role. The operator must have the rights that it grants. */
  static final String GRANTED = "granted by ";

  /** Begins a reason: the template of a binding to a role that the chart does not make. */
  static final String BOUND = "bound by ";

  /** Begins a reason: a template that no recorded values rendered. */
  static final String UNRENDERED = "not rendered by the recorded values: ";

  /** Sorts the lists. */
  public Rule {
    apiGroups = sorted(apiGroups);
    resources = sorted(resources);
    resourceNames = sorted(resourceNames);
    nonResourceUrls = sorted(nonResourceUrls);
    verbs = sorted(verbs);
    reasons = Collections.unmodifiableSortedSet(new TreeSet<>(reasons));
  }

  /** A rule for all objects of a resource. */
  public static Rule of(
      Reach reach, String group, String resource, Collection<String> verbs, String reason) {
    return of(reach, group, resource, List.of(), verbs, List.of(reason));
  }

  /** A rule for the objects of these names, or for all if there are none. */
  public static Rule of(
      Reach reach,
      String group,
      String resource,
      Collection<String> names,
      Collection<String> verbs,
      Collection<String> reasons) {
    return new Rule(
        reach,
        List.of(group),
        List.of(resource),
        List.copyOf(names),
        List.of(),
        List.copyOf(verbs),
        new TreeSet<>(reasons));
  }

  /** Returns the same rule for the whole cluster. */
  Rule inCluster() {
    return new Rule(
        Reach.CLUSTER, apiGroups, resources, resourceNames, nonResourceUrls, verbs, reasons);
  }

  /** Returns the same rule with other reasons. */
  Rule because(SortedSet<String> others) {
    return new Rule(reach, apiGroups, resources, resourceNames, nonResourceUrls, verbs, others);
  }

  /** Returns whether only templates need it that no recorded values rendered. */
  public boolean isUnrendered() {
    return !reasons.isEmpty() && reasons.stream().allMatch(it -> it.startsWith(UNRENDERED));
  }

  private static List<String> sorted(Collection<String> texts) {
    return List.copyOf(new TreeSet<>(texts));
  }
}
