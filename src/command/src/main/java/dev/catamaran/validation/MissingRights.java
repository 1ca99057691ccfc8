package dev.catamaran.validation;

import dev.catamaran.rights.Rule;
import java.util.List;
import java.util.stream.Stream;

/** The rights that a role does not grant. Pure. */
record MissingRights(GrantedRights granted, String file) {

  Stream<Finding> of(Rule needed) {
    var urls = needed.nonResourceUrls().stream().flatMap(url -> ofUrl(needed, url));
    var resources =
        needed.apiGroups().stream()
            .flatMap(
                group ->
                    needed.resources().stream()
                        .flatMap(resource -> ofResource(needed, group, resource)));
    return Stream.concat(urls, resources);
  }

  private Stream<Finding> ofUrl(Rule needed, String url) {
    var verbs = needed.verbs().stream().filter(verb -> !granted.allowUrl(verb, url)).toList();
    return finding(needed, verbs, url);
  }

  private Stream<Finding> ofResource(Rule needed, String group, String resource) {
    var names = needed.resourceNames().isEmpty() ? List.of("") : needed.resourceNames();
    return names.stream()
        .flatMap(
            name -> {
              var verbs =
                  needed.verbs().stream()
                      .filter(verb -> !granted.allow(verb, group, resource, name))
                      .toList();
              var what = group.isEmpty() ? resource : resource + " of " + group;
              return finding(needed, verbs, name.isEmpty() ? what : what + " named " + name);
            });
  }

  private Stream<Finding> finding(Rule needed, List<String> verbs, String what) {
    var rule = needed.isUnrendered() ? CheckRule.RBAC_UNRENDERED : CheckRule.RBAC_MISSING;
    var message =
        "the role does not allow to %s %s (%s)"
            .formatted(String.join(", ", verbs), what, String.join(", ", needed.reasons()));
    return verbs.isEmpty() ? Stream.empty() : Stream.of(Finding.of(rule, file, 0, message));
  }
}
