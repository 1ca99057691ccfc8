package dev.catamaran.election;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.Locale;

/**
 * Refuses writes of the operator's client once its hold on the lease is over. The process is about
 * to be halted, but a thread may be quicker, above all after a suspension of the process. Requests
 * already sent, and those of the engine, do not pass through this interceptor.
 *
 * @param hold of this process
 */
public record WriteGuard(Hold hold) implements Interceptor {

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    if (hold.isOver() && isWrite(request)) {
      throw new LeaseLostException();
    }
  }

  private static boolean isWrite(HttpRequest request) {
    return switch (request.method().toUpperCase(Locale.ROOT)) {
      case "GET", "HEAD", "OPTIONS" -> false;
      default -> true;
    };
  }

  /** Another instance may write already, so this one does not. */
  public static final class LeaseLostException extends RuntimeException {
    /** Creates the exception; the process ends at the same moment. */
    public LeaseLostException() {
      super("the lease is lost: another instance may write, so nothing was sent");
    }
  }
}
