package dev.catamaran.testcluster;

import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;

/**
 * A trace that the receiver got.
 *
 * @param first the root span
 * @param spans all spans, by start
 */
public record ReceivedTrace(ReceivedSpan first, List<ReceivedSpan> spans) {

  /** Groups spans into traces; omits traces without a root span so far. */
  static List<ReceivedTrace> of(List<ReceivedSpan> all) {
    var ordered = all.stream().sorted(Comparator.comparingLong(ReceivedSpan::start)).toList();
    return ordered.stream()
        .filter(span -> span.parent().isEmpty())
        .map(
            first ->
                new ReceivedTrace(
                    first, ordered.stream().filter(s -> s.trace().equals(first.trace())).toList()))
        .toList();
  }

  /** The only span of that name. */
  public ReceivedSpan span(String name) {
    return spans.stream()
        .filter(span -> span.name().equals(name))
        .reduce(
            (one, other) -> {
              throw new IllegalStateException("several spans " + name + ":\n" + this);
            })
        .orElseThrow(() -> new NoSuchElementException("no span " + name + ":\n" + this));
  }

  /** The names of the spans as a tree, such as {@code reconcile Widget(decide, write status)}. */
  public String outline() {
    return outline(first);
  }

  private String outline(ReceivedSpan span) {
    var parts =
        spans.stream()
            .filter(part -> part.parent().equals(span.id()))
            .map(this::outline)
            .collect(Collectors.joining(", "));
    return parts.isEmpty() ? span.name() : span.name() + "(" + parts + ")";
  }
}
