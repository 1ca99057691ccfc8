package dev.catamaran.watch;

import dev.catamaran.api.GroupVersionKind;
import java.util.List;
import java.util.stream.Stream;

/**
 * One entry of watches.yaml: an API, and who reconciles it.
 *
 * @param webhooks what the API server is answered by about the kind
 * @param line where the entry begins, counted from 1; 0 for one that a program declares
 */
public record Watch(
    GroupVersionKind gvk, Source source, Options options, List<WebhookSource> webhooks, int line) {

  /** Copies the list. */
  public Watch {
    webhooks = List.copyOf(webhooks);
  }

  /** An entry without webhooks. */
  public Watch(GroupVersionKind gvk, Source source, Options options, int line) {
    this(gvk, source, options, List.of(), line);
  }

  /** This with more webhooks. */
  public Watch with(List<WebhookSource> more) {
    var all = Stream.concat(webhooks.stream(), more.stream()).toList();
    return new Watch(gvk, source, options, all, line);
  }

  /** Whether primaries are reconciled as that one has it. */
  public boolean meansTheSame(Watch other) {
    return gvk.equals(other.gvk) && source.equals(other.source) && options.equals(other.options);
  }
}
