package dev.catamaran.manager;

import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OldGenerationTest {
  private static final int MEGABYTE = 1 << 20;
  private static final int LIVE = 20;
  private static final int MADE = 300;
  private static final int LIMIT = 60;

  @ParameterizedTest(name = "{0} MB live of {1} MB: {2} MB")
  @CsvSource({
    "0, 200, 24", // a start
    "16, 200, 24",
    "40, 200, 60",
    "150, 200, 200",
    "10, 20, 20"
  })
  void growsByHalfBeforeACollection(int live, int limit, int threshold) {
    assertEquals(
        (long) threshold * MEGABYTE,
        OldGeneration.threshold((long) live * MEGABYTE, (long) limit * MEGABYTE));
  }

  /**
   * Without collections the generation would hold nearly all of the 300 MB: the heap may have 512.
   */
  @Test
  void freesGarbageLongBeforeTheHeapIsFull() throws Exception {
    assertEquals("few", outputOf("-XX:+UseSerialGC"));
  }

  @Test
  void leavesOtherCollectorsAlone() throws Exception {
    assertEquals("no serial collector", outputOf("-XX:+UseG1GC"));
  }

  private static String outputOf(String collector) throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                collector,
                "-Xmn8m",
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                Filler.class.getName())
            .redirectErrorStream(true)
            .start();
    try (var out = process.getInputStream()) {
      var text = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
      assertTrue(process.waitFor(1, TimeUnit.MINUTES), text);
      return text;
    } finally {
      process.destroyForcibly();
    }
  }

  /**
   * Makes arrays that become garbage in the old generation, since the young one is too small for
   * those that live. Prints {@code few}, or fails if the generation holds more of them.
   */
  static final class Filler {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Filler() {}

    public static void main(String[] arguments) {
      var generation = OldGeneration.ofSerialCollector();
      if (generation.isEmpty()) {
        System.out.println("no serial collector");
        return;
      }
      generation.get().limitGarbage();
      var live = new byte[LIVE][];
      try {
        for (int i = 0; i < MADE; i++) {
          live[i % LIVE] = new byte[MEGABYTE];
        }
        within(PATIENCE, () -> assertTrue(held() <= LIMIT, () -> held() + " MB"));
        System.out.println("few");
      } finally {
        Reference.reachabilityFence(live);
      }
    }

    private static long held() {
      return ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getName().equals("Tenured Gen"))
          .mapToLong(pool -> pool.getUsage().getUsed() / MEGABYTE)
          .sum();
    }
  }
}
