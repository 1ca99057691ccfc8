package dev.catamaran.watch;

import dev.catamaran.api.GroupVersionKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Who watches which API, so that no two do. */
final class Claims {

  private record Claim(int line, Optional<Source> source) {}

  private final Map<GroupVersionKind, Claim> claims = new HashMap<>();

  /** Notes the claim, or reports that there was one before. */
  void claim(GroupVersionKind gvk, Optional<Source> source, Fields fields) {
    var before = claims.putIfAbsent(gvk, new Claim(fields.line(), source));
    if (before != null) {
      fields.problem(describe(before), "keep one");
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
