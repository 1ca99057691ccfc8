package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The desired objects of one primary, in groups that are applied one after the other. Immutable.
 *
 * @param <P> the primary's type
 */
public final class DesiredDescendants<P extends HasMetadata> {
  private final List<List<HasMetadata>> groups;
  private final Reconciliation<P> reconciliation;

  DesiredDescendants(List<List<HasMetadata>> groups, Reconciliation<P> reconciliation) {
    this.groups = List.copyOf(groups);
    this.reconciliation = reconciliation;
  }

  /**
   * Returns these with one more group, which is applied after all previous groups. The default
   * namespace of an object is that of the primary.
   */
  public DesiredDescendants<P> group(HasMetadata... objects) {
    return group(Arrays.asList(objects));
  }

  /** Returns these with one more group, of any number of objects. */
  public DesiredDescendants<P> group(Collection<? extends HasMetadata> objects) {
    var more = new ArrayList<>(groups);
    more.add(List.copyOf(objects));
    return new DesiredDescendants<>(more, reconciliation);
  }

  /**
   * Applies every group in turn, and then deletes those descendants of the primary that are in no
   * group. If an object of a group fails, the other objects of that group are still applied, but no
   * later group is, and nothing is deleted. Without any group, all descendants are deleted.
   *
   * @return the objects as they are now
   * @throws ForeignObjectException if a foreign object has the name of a desired one
   * @throws FieldConflictException if they are applied {@link Descendants#unforced() unforced}, and
   *     other field managers own some fields
   * @throws MissingKindException if the cluster does not serve a kind
   * @throws IllegalArgumentException if an object is of a kind that was not declared, or neither it
   *     nor the primary has the namespace that its kind needs
   * @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server refuses or
   *     cannot be reached
   */
  public LiveDescendants apply() {
    var complete =
        groups.stream().map(g -> g.stream().map(reconciliation::complete).toList()).toList();
    var live = new LinkedHashMap<Reconciliation.Key, HasMetadata>();
    complete.forEach(group -> applyAll(group, live));
    reconciliation.prune(complete.stream().flatMap(List::stream).toList());
    return new LiveDescendants(live, reconciliation::keyOf);
  }

  private void applyAll(List<HasMetadata> group, Map<Reconciliation.Key, HasMetadata> live) {
    var failures = new ArrayList<RuntimeException>();
    for (var desired : group) {
      try {
        live.put(reconciliation.keyOf(desired), reconciliation.bringAbout(desired));
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      var first = failures.removeFirst();
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }
}
