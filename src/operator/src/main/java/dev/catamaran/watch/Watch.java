package dev.catamaran.watch;

import dev.catamaran.api.GroupVersionKind;
import java.util.List;
import java.util.stream.Stream;

/**
 * One entry of watches.yaml: an API and its source.
 *
 * @param webhooks webhooks of the kind
 * @param line first line of the entry, counted from 1; 0 for an entry that a program declares
 */
public record Watch(
    GroupVersionKind gvk, Source source, Options options, List<WebhookSource> webhooks, int line) {

  /** Makes an entry without webhooks. */
  public Watch(GroupVersionKind gvk, Source source, Options options, int line) {
    this(gvk, source, options, List.of(), line);
  }

  public Watch with(List<WebhookSource> more) {
    var all = Stream.concat(webhooks.stream(), more.stream()).toList();
    return new Watch(gvk, source, options, all, line);
  }

  /** Returns whether both entries reconcile primaries in the same way. */
  public boolean meansTheSame(Watch other) {
    return gvk.equals(other.gvk) && source.equals(other.source) && options.equals(other.options);
  }
}
