package dev.catamaran.cli;

import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.validation.Form;
import dev.catamaran.validation.Validation;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code catamaran validate}: checks a project without a cluster. */
@Command(
    name = "validate",
    description = {
      "Check watches.yaml, charts, CRDs, samples, permissions and generated files of a project, and report all"
          + " problems at once. Exit with 1 if there is an error. Needs no cluster.",
    },
    footer = {
      "",
      "Examples:",
      "  catamaran validate",
      "  catamaran validate --strict",
      "  catamaran validate -o json",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class Validate implements Callable<Integer> {

  @Option(
      names = "--watches-file",
      defaultValue = "./watches.yaml",
      description = "Path of watches.yaml, in the project's directory (default: ${DEFAULT-VALUE}).")
  private Path watchesFile = Path.of("./watches.yaml");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      converter = FormName.class,
      description = "text or json (default: ${DEFAULT-VALUE}).")
  private Form form = Form.TEXT;

  @Option(names = "--strict", description = "Exit with 1 also if there are only warnings.")
  private boolean strict;

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    var report = Validation.of(watchesFile, new OfflineEnvironment(System.getenv()));
    var out = spec.commandLine().getOut();
    out.println(form.of(report));
    out.flush();
    return report.isFailure(strict) ? 1 : 0;
  }

  /** Reads the name of a form, in lower case. */
  static final class FormName implements ITypeConverter<Form> {
    @Override
    public Form convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "text" -> Form.TEXT;
        case "json" -> Form.JSON;
        default -> throw new TypeConversionException("\"" + text + "\" is not text or json");
      };
    }
  }
}
