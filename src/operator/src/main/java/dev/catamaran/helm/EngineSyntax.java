package dev.catamaran.helm;

import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Asks the engine what Helm reads. It evaluates a template as a named one of a chart.
 *
 * @param engine renders that chart
 */
public record EngineSyntax(ChartEngine engine) implements HelmSyntax {
  private static final String CHART = "override";
  private static final String TEMPLATE = "templates/_value.tpl";

  private static final ReleaseKey RELEASE = new ReleaseKey("default", CHART);

  /** In JSON, so that any result is YAML; without data, like the Go operators. */
  private static final String MANIFEST =
      "value: {{ include \"%s/%s\" nil | toJson }}\n".formatted(CHART, TEMPLATE);

  /** The text before the cause, with the place in the template if Helm knows it. */
  private static final Pattern PLACE =
      Pattern.compile(".*" + Pattern.quote(TEMPLATE) + "[:\\d]*[\"): ]*");

  @Override
  public String evaluate(String template) throws FailedException {
    try (var folder = TemporaryFolder.create("catamaran-override-")) {
      var rendered = engine.render(write(folder.path(), template), RELEASE, Values.empty());
      return rendered.path("revision").path("objects").path(0).path("value").asText();
    } catch (EngineFaultException e) {
      throw new FailedException(reason(String.valueOf(e.getMessage())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean isVersion(String text) {
    return engine.isVersion(text);
  }

  private static Path write(Path chart, String template) throws IOException {
    Files.createDirectory(chart.resolve("templates"));
    Files.writeString(
        chart.resolve("Chart.yaml"), "apiVersion: v2\nname: " + CHART + "\nversion: 0.0.0\n");
    Files.writeString(chart.resolve(TEMPLATE), template);
    Files.writeString(chart.resolve("templates/value.yaml"), MANIFEST);
    return chart;
  }

  /** Returns Helm's text in one line, without the place: that is in a chart unknown to the user. */
  private static String reason(String message) {
    return PLACE.matcher(message.strip().replaceAll("\\s*\\R\\s*", " ")).replaceFirst("");
  }
}
