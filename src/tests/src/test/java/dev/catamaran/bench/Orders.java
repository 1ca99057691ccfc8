package dev.catamaran.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Reads orders from the standard input, one a line: a verb and names of releases. Follows them with
 * four workers. Ends with the input, and after a failure, so that the reader of the log finds it.
 */
final class Orders {
  static final String INSTALL = "install";
  static final String CHANGE = "change";
  static final String UNINSTALL = "uninstall";

  /** The port of each Service after {@link #CHANGE}. */
  static final int CHANGED_PORT = 11311;

  /** What a program can do with a release. */
  interface Work {
    void install(String release) throws Exception;

    /** Changes one value: the port of the Service. */
    void change(String release) throws Exception;

    void uninstall(String release) throws Exception;
  }

  private Orders() {}

  static void follow(Work work) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (var workers = Executors.newFixedThreadPool(Contender.WORKERS)) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        var words = List.of(line.split(" ", -1));
        for (var release : words.subList(1, words.size())) {
          submit(workers, work, words.getFirst(), release);
        }
      }
    }
  }

  private static void submit(ExecutorService workers, Work work, String verb, String release) {
    workers.execute(
        () -> {
          try {
            switch (verb) {
              case INSTALL -> work.install(release);
              case CHANGE -> work.change(release);
              case UNINSTALL -> work.uninstall(release);
              default -> throw new IllegalArgumentException("unknown order " + verb);
            }
          } catch (Exception e) {
            System.out.printf("%s %s failed: %s%n", verb, release, e);
            System.exit(1);
          }
        });
  }
}
