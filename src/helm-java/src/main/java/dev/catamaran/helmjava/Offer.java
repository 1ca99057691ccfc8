package dev.catamaran.helmjava;

import static java.util.Map.entry;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What of helm-java the engine offers, and what to do in place of the rest. */
final class Offer {
  private static final Set<String> SET = Set.of("values", "setFiles", "valuesFiles");
  private static final Set<String> CLUSTER = Set.of("namespace", "kubeConfig");
  private static final Set<String> MADE =
      Set.of(
          "name",
          "chart",
          "description",
          "createNamespace",
          "disableOpenApiValidation",
          "dryRun",
          "dryRunOption",
          "skipCRDs",
          "wait",
          "timeout");

  /** The options of each operation; both have the names of {@code HelmLib}. */
  private static final Map<String, Set<Set<String>>> OPTIONS =
      Map.ofEntries(
          entry("Install", Set.of(MADE, SET, CLUSTER)),
          entry(
              "Upgrade",
              Set.of(
                  MADE,
                  SET,
                  CLUSTER,
                  Set.of(
                      "install", "force", "resetValues", "reuseValues", "resetThenReuseValues"))),
          entry(
              "Uninstall",
              Set.of(CLUSTER, Set.of("releaseName", "noHooks", "ignoreNotFound", "keepHistory"))),
          entry("Test", Set.of(CLUSTER, Set.of("releaseName", "timeout"))),
          entry("Status", Set.of(CLUSTER, Set.of("releaseName", "revision"))),
          entry("GetValues", Set.of(CLUSTER, Set.of("releaseName", "revision", "allValues"))),
          entry("History", Set.of(CLUSTER, Set.of("releaseName", "max"))),
          entry(
              "List",
              Set.of(
                  CLUSTER,
                  Set.of("all", "allNamespaces", "deployed", "failed", "pending", "superseded"),
                  Set.of("uninstalled", "uninstalling"))),
          entry(
              "Template",
              Set.of(SET, Set.of("name", "chart", "namespace", "kubeVersion", "skipCRDs"))),
          entry("Show", Set.of(Set.of("path", "outputFormat"))),
          entry("Lint", Set.of(Set.of("path", "strict", "quiet"))),
          entry("Create", Set.of(Set.of("name", "dir"))),
          entry("Package", Set.of(Set.of("path", "destination"))),
          entry("Version", Set.of()));

  private static final String DEPENDENCIES =
      "run `helm dependency update` before the chart is packed into the image";
  private static final String REPOSITORIES =
      "name repository and chart in `chart:` of watches.yaml, or download the chart first";
  private static final String LOGIN =
      "run `helm registry login`, and give its config.json to the operator by --registry-config";
  private static final String DOWNLOADS =
      "a chart is a directory or an archive on disk: download it first";

  /** What to do in place of an operation or an option. */
  private static final Map<String, String> ALTERNATIVES =
      Map.ofEntries(
          entry("DependencyBuild", DEPENDENCIES),
          entry("DependencyList", DEPENDENCIES),
          entry("DependencyUpdate", DEPENDENCIES),
          entry("dependencyUpdate", DEPENDENCIES),
          entry("Push", "run `helm push`"),
          entry("RegistryLogin", LOGIN),
          entry("RegistryLogout", LOGIN),
          entry("RepoAdd", REPOSITORIES),
          entry("RepoList", REPOSITORIES),
          entry("RepoRemove", REPOSITORIES),
          entry("RepoUpdate", REPOSITORIES),
          entry("SearchRepo", REPOSITORIES),
          entry("RepoServerStart", "it is for tests of helm-java alone"),
          entry("RepoOciServerStart", "it is for tests of helm-java alone"),
          entry("RepoServerStop", "it is for tests of helm-java alone"),
          entry("RepoServerStopAll", "it is for tests of helm-java alone"),
          entry("generateName", "choose a name, and call withName"),
          entry("nameTemplate", "choose a name, and call withName"),
          entry("atomic", "catch the exception, and call uninstall, or upgrade to what was before"),
          entry(
              "cleanupOnFail",
              "catch the exception, and call uninstall, or upgrade to what was before"),
          entry("kubeConfigContents", "write it to a file, and call withKubeConfig"),
          entry("kubeVersion", "call template() for a cluster that is not there"),
          entry("clientOnly", "call template() for a cluster that is not there"),
          entry("dryRun", "call status(), or template()"),
          entry("cascade", "delete the objects with the client of the context"),
          entry("debug", "the engine's log is in the operator's"),
          entry("sign", "run `helm package --sign`"),
          entry("key", "run `helm package --sign`"),
          entry("passphraseFile", "run `helm package --sign`"));

  private Offer() {}

  /**
   * Returns why an operation cannot be carried out, and what to do.
   *
   * @param options those that are set
   */
  static Optional<String> refusal(String operation, Map<String, Object> options) {
    var offered = OPTIONS.get(operation);
    if (offered == null) {
      return Optional.of(notOffered(operation));
    }
    return options.keySet().stream()
        .filter(option -> offered.stream().noneMatch(some -> some.contains(option)))
        .sorted()
        .findFirst()
        .map(Offer::notOffered)
        .or(() -> chart(options).filter(chart -> !isOnDisk(chart)).map(Offer::notOnDisk));
  }

  private static String notOffered(String what) {
    return "Catamaran's engine does not offer %s of helm-java: %s"
        .formatted(what, ALTERNATIVES.getOrDefault(what, DOWNLOADS));
  }

  private static Optional<String> chart(Map<String, Object> options) {
    return Optional.ofNullable(options.getOrDefault("chart", options.get("path")))
        .map(Object::toString);
  }

  private static boolean isOnDisk(String chart) {
    try {
      return Files.exists(Path.of(chart));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static String notOnDisk(String chart) {
    return "there is no chart %s; %s".formatted(chart, DOWNLOADS);
  }
}
