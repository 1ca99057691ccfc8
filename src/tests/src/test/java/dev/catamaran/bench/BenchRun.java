package dev.catamaran.bench;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** {@code make measure WHAT=bench}. It is not part of the tests. */
class BenchRun {

  @Test
  void measures() throws IOException {
    var settings = Settings.given();
    var results = new Bench(settings).run();
    System.out.printf("%n%s%nMore is in %s%n", new Report(results), settings.output());
  }
}
