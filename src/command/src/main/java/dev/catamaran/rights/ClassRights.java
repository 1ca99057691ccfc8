package dev.catamaran.rights;

import dev.catamaran.api.GroupVersionKind;
import java.util.List;
import java.util.Set;

/**
 * What the rights of an operator need to know of its Java classes.
 *
 * @param clusterScoped the reconciled kinds with objects outside of namespaces
 */
public record ClassRights(List<Rule> rules, Set<GroupVersionKind> clusterScoped) {
  /** An operator without Java classes. */
  public static final ClassRights NONE = new ClassRights(List.of(), Set.of());
}
