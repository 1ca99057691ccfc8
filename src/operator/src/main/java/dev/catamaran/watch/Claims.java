package dev.catamaran.watch;

import dev.catamaran.api.GroupVersionKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Claims of entries on kinds, at most one for each kind. The API server serves the same objects in
 * each version of a kind, so two versions are two claims on one kind.
 */
final class Claims {

  private record Claim(GroupVersionKind gvk, int line, Optional<Source> source) {}

  private final Map<GroupKind, Claim> claims = new HashMap<>();

  /** Records the claim, or reports an earlier one. */
  void claim(GroupVersionKind gvk, Optional<Source> source, Fields fields) {
    var before = claims.putIfAbsent(GroupKind.of(gvk), new Claim(gvk, fields.line(), source));
    if (before == null) {
      return;
    }
    if (before.gvk().equals(gvk)) {
      fields.problem(describe(before), "keep one");
    } else {
      fields.problem(
          "the same objects are watched in version %s at line %d"
              .formatted(before.gvk().version(), before.line()),
          "keep the version that charts and reconcilers are written for");
    }
  }

  private static String describe(Claim before) {
    return before
        .source()
        .filter(Source.JavaReconcilers.class::isInstance)
        .map(source -> String.join(", ", ((Source.JavaReconcilers) source).classNames()))
        .map(names -> "GVK already claimed by reconciler " + names + " at line " + before.line())
        .orElse("duplicate GVK, also at line " + before.line());
  }
}
