package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.BugReport;
import dev.catamaran.inspect.Target;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catamaran report}: one file for an issue. */
@Command(
    name = "report",
    description =
        "Collect what a bug report needs into one file: versions, watches.yaml, primaries, Events and log."
            + " Values and secrets are asterisks. Read the file before you publish it.",
    footer = {
      "",
      "Example:",
      "  catamaran report --all-namespaces",
      "  catamaran report memcached/memcached-sample --operator-namespace memcached-operator-system",
    },
    mixinStandardHelpOptions = true)
final class WriteReport extends BaseCommand {
  private static final String STANDARD_OUTPUT = "-";
  private static final DateTimeFormatter IN_NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Parameters(
      arity = "0..*",
      paramLabel = "KIND/NAME",
      description = "Primaries (default: those that are not ready).")
  private List<String> words = List.of();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "Look for primaries in all namespaces.")
  private boolean isEverywhere;

  @Option(
      names = "--operator-namespace",
      paramLabel = "NAME",
      description = "Namespace of the operator's pods (default: all namespaces).")
  private @Nullable String operatorNamespace;

  @Option(
      names = "--log-lines",
      paramLabel = "NUMBER",
      description = "Lines of the operator's log, the newest (default: ${DEFAULT-VALUE}).")
  private int logLines = 300;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "A new file, or - for standard output (default: catamaran-report-TIME.md in this directory).")
  private @Nullable Path file;

  @Override
  public Integer call() {
    var targets = words.stream().map(Target::parse).toList();
    if (isEverywhere && !targets.isEmpty()) {
      throw misuse("--all-namespaces is for a list; remove it, or the names");
    }
    var clock = Clock.systemUTC();
    var request =
        new BugReport.Request(
            Version.text(),
            targets,
            cluster.watches(),
            Optional.ofNullable(operatorNamespace),
            logLines);
    var report = cluster.reading(isEverywhere, scope -> BugReport.of(scope, request, clock));
    if (file != null && file.toString().equals(STANDARD_OUTPUT)) {
      print(report.text().stripTrailing());
    } else {
      write(
          report,
          file == null
              ? Path.of("catamaran-report-%s.md".formatted(IN_NAME.format(clock.instant())))
              : file);
    }
    return 0;
  }

  private void write(BugReport report, Path into) {
    try {
      Files.writeString(Files.createFile(into, forOwnerAlone()), report.text());
    } catch (FileAlreadyExistsException e) {
      throw new ManagerException("--file: %s exists; write another name".formatted(into));
    } catch (IOException e) {
      throw new ManagerException("--file: %s cannot be written: %s".formatted(into, e));
    }
    report.missing().forEach(line -> print("not in the report: " + line));
    print(
        "%s has %d lines. Read it before you publish it: names, messages and log lines of your cluster are in it."
            .formatted(into, report.text().lines().count()));
  }

  /** Others on this machine may not read what a person has not read yet. */
  private static FileAttribute<?>[] forOwnerAlone() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
