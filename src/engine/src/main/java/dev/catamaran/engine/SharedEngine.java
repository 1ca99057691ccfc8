package dev.catamaran.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The engine for charts, for all of this process: apart from one that makes releases, since a large
 * chart or index must not end that. Its process begins with the first request, and ends when nobody
 * uses it any more. Safe for concurrent use.
 */
public final class SharedEngine implements AutoCloseable {
  private static final Object LOCK = new Object();
  private static @Nullable Engine present;
  private static int users;

  private final Engine engine;
  private boolean isClosed;

  private SharedEngine(Engine engine) {
    this.engine = engine;
  }

  /** Begins to use it, until {@link #close}. */
  public static SharedEngine use() {
    synchronized (LOCK) {
      var used = present == null ? Engine.inCluster() : present;
      present = used;
      users++;
      return new SharedEngine(used);
    }
  }

  /**
   * Sends one request.
   *
   * @throws EngineFaultException if the request fails, or the engine ends
   */
  public static JsonNode call(EngineRequest request, Duration limit)
      throws EngineFaultException, InterruptedException {
    try (var used = use()) {
      return used.engine().call(request, limit);
    }
  }

  public Engine engine() {
    return engine;
  }

  @Override
  public void close() {
    synchronized (LOCK) {
      if (!isClosed && --users == 0) {
        present = null;
        engine.close();
      }
      isClosed = true;
    }
  }
}
