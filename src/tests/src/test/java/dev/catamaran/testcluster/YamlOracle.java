package dev.catamaran.testcluster;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads YAML with the Go libraries of Helm. */
public final class YamlOracle implements AutoCloseable {
  private static final JsonMapper JSON =
      JsonMapper.builder(
              new JsonFactoryBuilder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(100_000).build())
                  .build())
          .build();

  private final Process process;
  private final BufferedReader answers;

  private YamlOracle(Process process) {
    this.process = process;
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts the program. The first call on a machine builds it. Skips the test if Go is too old. */
  public static YamlOracle start() {
    try {
      return new YamlOracle(
          new ProcessBuilder(FromSource.binary("yaml-oracle"))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The objects that Helm would send to the API server; empty if Helm refuses the manifest. */
  public Optional<JsonNode> manifest(String text) {
    return ask("manifest", text);
  }

  /** The values, as the only item of a list; empty if Helm refuses the file. */
  public Optional<JsonNode> values(String text) {
    return ask("values", text);
  }

  @Override
  public void close() {
    process.destroy();
  }

  private Optional<JsonNode> ask(String kind, String text) {
    try {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      var in = process.getOutputStream();
      in.write("%s %d\n".formatted(kind, bytes.length).getBytes(StandardCharsets.UTF_8));
      in.write(bytes);
      in.flush();
      return answer(answers.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<JsonNode> answer(String line) throws JsonProcessingException {
    var answer = JSON.readTree(line);
    return answer.has("error") ? Optional.empty() : Optional.of(answer.path("objects"));
  }
}
