package dev.catamaran.helm;

import com.marcnuri.helm.Helm;
import dev.catamaran.chart.TextTemplates;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Pattern;

/** Evaluates templates with Helm's own engine: a chart has the template as a named one. */
public final class HelmTextTemplates implements TextTemplates {
  private static final String CHART = "override";
  private static final String TEMPLATE = "templates/_value.tpl";

  /** Encoded, so that any result is YAML; without data, like the Go operators. */
  private static final String MANIFEST =
      "value: {{ include \"%s/%s\" nil | b64enc | quote }}\n".formatted(CHART, TEMPLATE);

  private static final Pattern RESULT = Pattern.compile("(?m)^value: \"(?<encoded>[^\"]*)\"$");

  /** The text before the cause, with the place in the template if Helm knows it. */
  private static final Pattern PLACE =
      Pattern.compile(".*" + Pattern.quote(TEMPLATE) + "[:\\d]*[): ]*", Pattern.DOTALL);

  @Override
  public String evaluate(String template) throws FailedException {
    try (var folder = TemporaryFolder.create("catamaran-override-")) {
      var rendered = render(write(folder.path(), template));
      var result = RESULT.matcher(rendered);
      if (!result.find()) {
        throw new FailedException("Helm ended without a result");
      }
      return new String(
          Base64.getDecoder().decode(result.group("encoded")), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path write(Path chart, String template) throws IOException {
    Files.createDirectory(chart.resolve("templates"));
    Files.writeString(
        chart.resolve("Chart.yaml"), "apiVersion: v2\nname: " + CHART + "\nversion: 0.0.0\n");
    Files.writeString(chart.resolve(TEMPLATE), template);
    Files.writeString(chart.resolve("templates/value.yaml"), MANIFEST);
    return chart;
  }

  /**
   * Returns Helm's text without its advice and without the place, which is in a chart unknown to
   * the user.
   */
  private static String reason(String message) {
    var cause = message.strip().lines().findFirst().orElse("");
    return PLACE.matcher(cause).replaceFirst("");
  }

  private static String render(Path chart) throws FailedException {
    try {
      var rendered = new Helm(chart).template().withName(CHART).call();
      // A panic inside Helm returns as an empty success.
      return rendered == null ? "" : rendered;
    } catch (IllegalStateException e) {
      throw new FailedException(reason(String.valueOf(e.getMessage())));
    }
  }
}
