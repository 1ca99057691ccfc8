package dev.catamaran.watch;

import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartOffer.ByVersion.Offered;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartReference.Local;
import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chart.PullRules;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the origin of an entry's charts; checks local charts. */
record ChartReader(Path folder, ChartCheck check, HelmSyntax syntax) {
  static final String CHART = "chart";
  static final String REPOSITORY = "chartRepository";
  static final String VERSION = "chartVersion";
  static final String VERSIONS = "chartVersions";
  static final String PULL = "chartPull";

  private static final String KEYRING = "keyring";
  private static final String OCI = "oci://";
  private static final Pattern IN_REGISTRY =
      Pattern.compile(
          "oci://(?<registry>[A-Za-z0-9.:\\[\\]-]+)/(?<path>[a-z0-9._/-]*[a-z0-9])"
              + "(?:@(?<digest>sha256:[0-9a-f]{64}))?");
  private static final Set<String> SCHEMES = Set.of("http", "https", "file");

  /**
   * Returns the charts that the entry offers. Reports a problem and returns an empty offer if the
   * fields are invalid.
   */
  ChartOffer read(Fields fields) {
    var rules = rules(fields);
    if (fields.present(VERSIONS).isEmpty()) {
      return reference(fields, "", rules)
          .<ChartOffer>map(ChartOffer.Single::new)
          .orElse(ChartOffer.ByVersion.nothing());
    }
    for (var name : List.of(CHART, REPOSITORY, VERSION)) {
      fields.refuse(name, name + " and chartVersions are both set", "keep one of them");
    }
    return byVersion(fields, rules);
  }

  private ChartOffer byVersion(Fields fields, PullRules rules) {
    var offered = new ArrayList<Offered>();
    for (var item : fields.filledList(VERSIONS, List.of("version", CHART, REPOSITORY, VERSION))) {
      var version = item.text("version").orElse("");
      if (version.isEmpty()) {
        item.problem("version", "version is required", "add e.g. version: 1.0.0");
      } else if (offered.stream().anyMatch(other -> other.version().equals(version))) {
        item.problem("version", "version " + version + " is listed twice", "keep one");
      } else {
        reference(item, version, rules)
            .ifPresent(found -> offered.add(new Offered(version, found)));
      }
    }
    return new ChartOffer.ByVersion(offered);
  }

  private Optional<ChartReference> reference(
      Fields fields, String ordinaryVersion, PullRules rules) {
    var chart = fields.text(CHART).orElse("");
    if (chart.isEmpty()) {
      fields.problem(CHART, "chart is required", "name a directory, a .tgz or an oci:// address");
      return Optional.empty();
    }
    if (chart.startsWith(OCI)) {
      fields.refuse(REPOSITORY, REPOSITORY + " is not for oci:// charts", "remove it");
      return inRegistry(fields, chart, ordinaryVersion, rules);
    }
    if (fields.present(REPOSITORY).isPresent()) {
      return inRepository(fields, chart, ordinaryVersion, rules);
    }
    fields.refuse(
        VERSION, VERSION + " is for charts with chartRepository or oci:// only", "remove it");
    return Optional.of(local(fields, chart));
  }

  private ChartReference local(Fields fields, String chart) {
    var path = folder.resolve(chart).normalize();
    try {
      check.check(path);
    } catch (InvalidChartException e) {
      for (var problem : e.problems()) {
        fields.problem(CHART, "chart " + path + ": " + problem.placed(), problem.hint());
      }
    }
    return new Local(path);
  }

  private Optional<ChartReference> inRegistry(
      Fields fields, String chart, String ordinaryVersion, PullRules rules) {
    var parts = IN_REGISTRY.matcher(chart);
    if (!parts.matches()) {
      fields.problem(
          CHART,
          "chart \"" + chart + "\" is neither oci://host/path nor oci://host/path@sha256:…",
          "write the version into chartVersion");
      return Optional.empty();
    }
    if (parts.group("digest") != null) {
      fields.refuse(
          VERSION, VERSION + " is not for a chart that is named by its digest", "remove it");
    }
    return Optional.ofNullable(parts.group("digest"))
        .or(() -> version(fields, ordinaryVersion))
        .map(
            version ->
                new InRegistry(parts.group("registry"), parts.group("path"), version, rules));
  }

  private Optional<ChartReference> inRepository(
      Fields fields, String name, String ordinaryVersion, PullRules rules) {
    var version = version(fields, ordinaryVersion);
    return repository(fields)
        .filter(found -> isSafe(fields, found, rules))
        .flatMap(found -> version.map(v -> new InRepository(found, name, v, rules)));
  }

  private static Optional<URI> repository(Fields fields) {
    var url = fields.text(REPOSITORY).orElse("");
    try {
      var repository = URI.create(url.replaceAll("/+$", ""));
      if (SCHEMES.contains(String.valueOf(repository.getScheme()))
          && repository.getUserInfo() == null) {
        return Optional.of(repository);
      }
    } catch (IllegalArgumentException e) {
      // The report below omits the text, which may hold a password.
    }
    fields.problem(
        REPOSITORY,
        "chartRepository is not an address with http, https or file",
        "write no user into it: credentials belong into --registry-config");
    return Optional.empty();
  }

  private static boolean isSafe(Fields fields, URI repository, PullRules rules) {
    boolean isSafe = rules.plainHttp() || !repository.getScheme().equals("http");
    if (!isSafe) {
      fields.problem(
          REPOSITORY,
          "chartRepository has http, and anybody on the way can change what comes",
          "write https, or allow it with chartPull: {plainHttp: true}");
    }
    return isSafe;
  }

  private Optional<String> version(Fields fields, String ordinary) {
    var version = fields.text(VERSION).orElse(ordinary);
    if (version.isEmpty() || !syntax.isVersion(version)) {
      fields.problem(
          VERSION,
          version.isEmpty()
              ? "chartVersion is required"
              : "chartVersion \"" + version + "\" is no version",
          "write e.g. 1.2.3, or a range such as ^1.2");
      return Optional.empty();
    }
    return Optional.of(version);
  }

  private PullRules rules(Fields fields) {
    return fields
        .mapping(PULL, List.of("plainHttp", KEYRING))
        .map(
            pull ->
                new PullRules(
                    pull.bool("plainHttp").orElse(PullRules.ORDINARY.plainHttp()), keyring(pull)))
        .orElse(PullRules.ORDINARY);
  }

  private Optional<Path> keyring(Fields pull) {
    var keyring = pull.text(KEYRING).map(text -> folder.resolve(text).normalize());
    if (keyring.isPresent() && !Files.isReadable(keyring.get())) {
      pull.problem(
          KEYRING,
          "keyring " + keyring.get() + " cannot be read",
          "name a file with the signers' public keys, as gpg --export writes it");
    }
    return keyring;
  }
}
