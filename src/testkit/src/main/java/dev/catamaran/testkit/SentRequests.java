package dev.catamaran.testkit;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;

/**
 * Requests of an operator's client to the API server, except those for informers and a lease. Does
 * not include Helm's own requests.
 */
final class SentRequests implements Interceptor {
  private static final int SHOWN = 10;

  private final ConcurrentLinkedDeque<Sent> sent = new ConcurrentLinkedDeque<>();
  private volatile long since = System.nanoTime();

  private record Sent(String text, long at) {}

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    var uri = String.valueOf(request.uri());
    if (!isUpkeep(uri)) {
      sent.add(new Sent(request.method() + " " + uri, System.nanoTime()));
    }
  }

  /** Deletes all records; the time without a request starts again. */
  void restart() {
    sent.clear();
    since = System.nanoTime();
  }

  /** Returns the time since the last request. */
  Duration silence() {
    long last = Optional.ofNullable(sent.peekLast()).map(Sent::at).orElse(since);
    return Duration.ofNanos(System.nanoTime() - last);
  }

  /** Returns the last requests, one per line. */
  String last() {
    var all = List.copyOf(sent);
    return all.subList(Math.max(0, all.size() - SHOWN), all.size()).stream()
        .map(each -> "  " + each.text())
        .collect(Collectors.joining("\n"));
  }

  private static boolean isUpkeep(String uri) {
    return uri.contains("watch=true") || uri.contains("/leases");
  }
}
