package dev.catamaran.preview;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chartsource.Fingerprint;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.Scope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Previews for a program that runs for long, one after the other. Keeps an engine from one to the
 * next for some minutes: to start it takes longer than a preview. What else it keeps is old by
 * these minutes at most: the kinds of the API server, and pulled charts. Changed files count at
 * once.
 */
public final class KeptPreviews implements AutoCloseable {
  private static final Duration LIFE = Duration.ofMinutes(2);

  private final Scope scope;
  private final Path watchesFile;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofVirtual().name("kept-previews").factory());
  private Optional<Kept> kept = Optional.empty();

  /** Previews, and the files that they are made from. */
  private record Kept(Previews previews, Map<Path, Fingerprint> files) {
    boolean isCurrent() {
      return files.entrySet().stream()
          .allMatch(file -> Fingerprint.of(file.getKey()).equals(file.getValue()));
    }
  }

  /**
   * Starts nothing yet.
   *
   * @param watchesFile need not exist; there are no previews then
   */
  public KeptPreviews(Scope scope, Path watchesFile) {
    this.scope = scope;
    this.watchesFile = watchesFile;
  }

  /**
   * Previews the next pass over a primary.
   *
   * @throws ManagerException if watches.yaml cannot be used, or has no chart for its kind
   */
  public synchronized ReleasePreview of(PrimaryObject primary) {
    if (kept.filter(Kept::isCurrent).isEmpty()) {
      end();
      begin();
    }
    try {
      return kept.orElseThrow().previews().of(primary);
    } catch (RuntimeException e) {
      // The engine may be the reason.
      end();
      throw e;
    }
  }

  private void begin() {
    var watches = Fingerprint.of(watchesFile);
    var begun = Previews.of(scope, watchesFile);
    var files =
        begun.localCharts().stream()
            .collect(Collectors.toMap(Function.identity(), Fingerprint::of));
    files.put(watchesFile, watches);
    kept = Optional.of(new Kept(begun, files));
    var unused = clock.schedule(() -> end(begun), LIFE.toSeconds(), TimeUnit.SECONDS);
  }

  private synchronized void end(Previews old) {
    if (kept.filter(present -> present.previews() == old).isPresent()) {
      end();
    }
  }

  private void end() {
    kept.ifPresent(each -> each.previews().close());
    kept = Optional.empty();
  }

  @Override
  public synchronized void close() {
    clock.shutdownNow();
    end();
  }
}
