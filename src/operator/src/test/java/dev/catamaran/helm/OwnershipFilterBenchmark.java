package dev.catamaran.helm;

import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.Revisions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The filter that writes the marks of ownership, without its work on files. */
@State(Scope.Benchmark)
public class OwnershipFilterBenchmark {
  private final OwnershipMarks marks = new OwnershipMarks("ours", Revisions.PRIMARY);
  private final String template = template();

  private static String template() {
    try {
      return Files.readString(Path.of("helm-charts/memcached/templates/deployment.yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Benchmark
  public TemplateFilter makeFilter() {
    return OwnershipFilter.of(marks, "shop");
  }

  @Benchmark
  public HoistedTemplate separateDefinitions() {
    return HoistedTemplate.of(template);
  }
}
