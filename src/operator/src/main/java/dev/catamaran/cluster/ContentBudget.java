package dev.catamaran.cluster;

import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the memory for the contents of descendants. Anybody may write objects with the operator's
 * label; the namespace that takes most goes short first, and its further objects are read when a
 * pass needs them.
 */
final class ContentBudget {
  private static final Logger log = LoggerFactory.getLogger(ContentBudget.class);

  private final long most;
  private final Map<String, Long> byNamespace = new HashMap<>();
  private long total;

  /** Allows {@code most} bytes, or up to twice as much while shares change. */
  ContentBudget(long most) {
    this.most = most;
  }

  /** Takes bytes for an object of a namespace; false if the namespace has its share already. */
  synchronized boolean admits(String namespace, long bytes) {
    long own = byNamespace.getOrDefault(namespace, 0L) + bytes;
    if (total + bytes > most && own > most / (byNamespace.size() + 1)) {
      log.debug("Namespace {} has {} bytes of objects, and no more are kept", namespace, own);
      return false;
    }
    byNamespace.put(namespace, own);
    total += bytes;
    return true;
  }

  /** Gives bytes back. */
  synchronized void release(String namespace, long bytes) {
    total -= bytes;
    byNamespace.compute(
        namespace, (key, own) -> own == null || own <= bytes ? null : (Long) (own - bytes));
  }
}
