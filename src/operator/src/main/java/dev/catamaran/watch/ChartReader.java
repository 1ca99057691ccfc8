package dev.catamaran.watch;

import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartOffer.ByVersion.Offered;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartReference.Local;
import dev.catamaran.chart.ChartReference.PullRules;
import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.watch.WatchesLoader.ChartCheck;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the origin of an entry's charts; checks local charts. */
record ChartReader(Path folder, ChartCheck check, HelmSyntax syntax) {
  private static final String CHART = "chart";
  private static final String REPOSITORY = "chartRepository";
  private static final String VERSION = "chartVersion";
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
    if (!fields.isWritten("chartVersions")) {
      return reference(fields, "", rules)
          .<ChartOffer>map(ChartOffer.Single::new)
          .orElse(ChartOffer.ByVersion.nothing());
    }
    for (var name : List.of(CHART, REPOSITORY, VERSION)) {
      fields.refuse(name, name + " and chartVersions are both set", "keep one of them");
    }
    var offered = new LinkedHashMap<String, Offered>();
    for (var item : fields.list("chartVersions")) {
      var version = item.text("version").orElseThrow();
      var reference = reference(item, version, rules);
      if (offered.containsKey(version)) {
        item.problem("version", "version " + version + " is listed twice", "keep one");
      }
      reference.ifPresent(found -> offered.put(version, new Offered(version, found)));
    }
    return new ChartOffer.ByVersion(List.copyOf(offered.values()));
  }

  /** Returns nothing if the chart is refused. */
  private Optional<ChartReference> reference(
      Fields fields, String ordinaryVersion, PullRules rules) {
    var chart = fields.text(CHART).orElse("");
    if (chart.isEmpty()) {
      return Optional.empty();
    }
    if (chart.startsWith("oci://")) {
      fields.refuse(REPOSITORY, REPOSITORY + " is not for oci:// charts", "remove it");
      return inRegistry(fields, chart, ordinaryVersion, rules);
    }
    if (fields.isWritten(REPOSITORY)) {
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
    return repository(fields, rules)
        .flatMap(found -> version.map(v -> new InRepository(found, name, v, rules)));
  }

  private static Optional<URI> repository(Fields fields, PullRules rules) {
    var url = fields.text(REPOSITORY).orElse("");
    try {
      var repository = URI.create(url.replaceAll("/+$", ""));
      var scheme = String.valueOf(repository.getScheme());
      if (scheme.equals("http") && !rules.plainHttp()) {
        fields.problem(
            REPOSITORY,
            "chartRepository has http, and anybody on the way can change what comes",
            "write https, or allow it with chartPull: {plainHttp: true}");
        return Optional.empty();
      }
      if (SCHEMES.contains(scheme) && repository.getUserInfo() == null) {
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

  private Optional<String> version(Fields fields, String ordinary) {
    var version = fields.text(VERSION).orElse(ordinary);
    boolean isVersion = !version.isEmpty() && syntax.isVersion(version);
    if (!isVersion && !fields.isRefused(VERSION)) {
      fields.problem(
          VERSION,
          version.isEmpty()
              ? "chartVersion is required"
              : "chartVersion \"" + version + "\" is no version",
          "write e.g. 1.2.3, or a range such as ^1.2");
    }
    return Optional.of(version).filter(found -> isVersion);
  }

  private PullRules rules(Fields fields) {
    return fields
        .mapping("chartPull")
        .map(
            pull ->
                new PullRules(
                    pull.bool("plainHttp", PullRules.ORDINARY.plainHttp()), keyring(pull)))
        .orElse(PullRules.ORDINARY);
  }

  private Optional<Path> keyring(Fields pull) {
    var keyring = pull.text("keyring").map(text -> folder.resolve(text).normalize());
    if (keyring.isPresent() && !Files.isReadable(keyring.get())) {
      pull.problem(
          "keyring",
          "keyring " + keyring.get() + " cannot be read",
          "name a file with the signers' public keys, as gpg --export writes it");
    }
    return keyring;
  }
}
