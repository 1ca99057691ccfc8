package dev.catamaran.chartsource;

import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The engine for pulls, apart from the one for releases: a large index must not end that one. Its
 * process begins with a pull, and ends with the last of those that run at the same time.
 */
final class PullEngine {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private int running;
  private @Nullable Engine engine;

  /**
   * Returns the pulled archive.
   *
   * @throws ChartUnavailableException if the chart cannot be had; says why
   */
  Path pull(EngineRequest.Pull request) throws ChartUnavailableException {
    var used = begin();
    try {
      return Path.of(used.call(request, LIMIT).path("path").asText());
    } catch (EngineFaultException e) {
      throw new ChartUnavailableException(
          e.fault().reason() == Reason.DEADLINE
              ? "the whole pull takes more than %d s".formatted(LIMIT.toSeconds())
              : e.fault().message());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChartUnavailableException("the operator stops");
    } finally {
      end(used);
    }
  }

  private synchronized Engine begin() {
    var present = engine;
    var used = present == null ? Engine.inCluster() : present;
    engine = used;
    running++;
    return used;
  }

  private synchronized void end(Engine used) {
    if (--running == 0) {
      engine = null;
      used.close();
    }
  }
}
