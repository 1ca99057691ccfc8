package dev.catamaran.rights;

import dev.catamaran.recorder.Discovery;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rights as a class declares them: each verb on each resource of each group.
 *
 * @param groups empty for the core group
 * @param resources plural names, some with a subresource behind a slash
 * @param names names of the only objects; empty for all
 * @param verbs such as {@code get}
 * @param reason short text
 */
public record Declaration(
    List<String> groups,
    List<String> resources,
    List<String> names,
    List<String> verbs,
    String reason) {

  /**
   * Returns a rule for each group and resource. It applies where the objects are: a Role allows
   * nothing on objects outside of namespaces. The objects of a resource that Kubernetes itself does
   * not serve count as objects in namespaces.
   */
  public Stream<Rule> rules() {
    var discovery = Discovery.snapshot();
    return groups.stream()
        .flatMap(group -> resources.stream().map(resource -> rule(discovery, group, resource)));
  }

  private Rule rule(Discovery discovery, String group, String resource) {
    var reach =
        discovery.isNamespaced(group, resource).orElse(true) ? Reach.NAMESPACE : Reach.CLUSTER;
    return Rule.of(reach, group, resource, names, verbs, List.of(reason));
  }
}
