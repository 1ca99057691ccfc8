package dev.catamaran.chartsource;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartReference.PullRules;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chart.PrivateFolder;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.SharedEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pulls charts from registries and repositories onto the disk. */
public final class PulledCharts {
  private static final Logger log = LoggerFactory.getLogger(PulledCharts.class);
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final PackageCache cache;
  private final RegistryConfig config;

  /**
   * Makes a puller of charts.
   *
   * @param folder where packages are stored by digest; survives a restart
   * @param config the credentials
   */
  public PulledCharts(Path folder, RegistryConfig config) {
    this.cache = new PackageCache(folder);
    this.config = config;
  }

  /**
   * Pulls a chart and loads it. If the pull fails, an earlier package for the same reference is
   * used.
   *
   * @throws InvalidChartException if the pulled package is not a valid chart
   */
  public Chart load(ChartReference.Remote reference, ChartLoader loader)
      throws ChartUnavailableException, InvalidChartException {
    var archive = pull(reference);
    try {
      return loader.load(archive);
    } catch (InvalidChartException e) {
      throw new ChartUnavailableException(
          "chart " + reference + ": what was pulled cannot be used: " + e.getMessage());
    }
  }

  /** Deletes what was pulled for a chart that nobody names any more. */
  void forget(ChartReference.Remote reference) {
    try {
      cache.forget(note(reference));
    } catch (ChartUnavailableException e) {
      log.warn("chart {}: what was pulled for it stays: {}", reference, e.problem());
    }
  }

  private Path pull(ChartReference.Remote reference) throws ChartUnavailableException {
    try {
      return pullNow(reference);
    } catch (ChartUnavailableException e) {
      var problem = "chart " + reference + ": " + e.problem();
      var before = cache.remembered(note(reference));
      before.ifPresent(
          archive -> log.warn("{}; it is taken from {}, where it was pulled to", problem, archive));
      return before.orElseThrow(() -> new ChartUnavailableException(problem));
    }
  }

  private Path pullNow(ChartReference.Remote reference) throws ChartUnavailableException {
    var archive =
        switch (reference) {
          case InRegistry(var registry, var repository, var version, var rules) ->
              pull("oci://" + registry + "/" + repository, "", version, rules);
          case InRepository(var repository, var name, var version, var rules) ->
              pull(repository.toString(), name, version, rules);
        };
    cache.remember(note(reference), archive);
    return archive;
  }

  private Path pull(String address, String name, String version, PullRules rules)
      throws ChartUnavailableException {
    return pull(
        new EngineRequest.Pull(
            address,
            name,
            version,
            rules.plainHttp(),
            rules.keyring().map(Path::toString).orElse(""),
            config.files().stream().map(Path::toString).toList(),
            cache.existing().toString()));
  }

  /**
   * Downloads a package of at most 100 MiB from an address that a person names. Sends no
   * credentials.
   *
   * @param plainHttp whether http is allowed
   * @throws ChartUnavailableException if the address has no such package, or sends it too slowly
   */
  public Path download(URI address, boolean plainHttp) throws ChartUnavailableException {
    return pull(
        new EngineRequest.Pull(
            address.toString(), "", "", plainHttp, "", List.of(), cache.existing().toString()));
  }

  /**
   * Returns the key of a pull. Packages pulled by other rules, or verified by other keys, do not
   * match.
   */
  private static String note(ChartReference.Remote reference) throws ChartUnavailableException {
    var rules = reference.rules();
    var keys = rules.keyring().isPresent() ? digestOf(rules.keyring().get()) : "";
    return "%s %s %s".formatted(reference, rules.plainHttp(), keys);
  }

  private static String digestOf(Path keyring) throws ChartUnavailableException {
    try {
      return PackageCache.sha256(Files.readAllBytes(keyring));
    } catch (IOException e) {
      throw new ChartUnavailableException(
          "keyring " + keyring + " cannot be read; write it with gpg --export");
    }
  }

  /**
   * Returns the pulled archive.
   *
   * @throws ChartUnavailableException if the chart cannot be had; says why
   */
  private static Path pull(EngineRequest.Pull request) throws ChartUnavailableException {
    try {
      return Path.of(SharedEngine.call(request, LIMIT).path("path").asText());
    } catch (EngineFaultException e) {
      throw new ChartUnavailableException(
          e.fault().reason() == Reason.DEADLINE
              ? "the whole pull takes more than %d s".formatted(LIMIT.toSeconds())
              : e.fault().message());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChartUnavailableException("the operator stops");
    }
  }

  /**
   * Packages on disk by the SHA-256 of their bytes, with the reference that each was pulled for.
   */
  private record PackageCache(Path folder) {
    private static final String PACKAGE = ".tgz";

    /** Longer than any pull. */
    private static final Duration ABANDONED = Duration.ofMinutes(10);

    static String sha256(byte[] content) {
      return DigestUtils.sha256Hex(content);
    }

    /** Returns the folder, which exists from then on, without what killed processes left in it. */
    Path existing() {
      try {
        PrivateFolder.make(folder);
        try (var parts = Files.newDirectoryStream(folder, "pulling-*")) {
          for (var part : parts) {
            var age = Duration.between(Files.getLastModifiedTime(part).toInstant(), Instant.now());
            if (age.compareTo(ABANDONED) > 0) {
              Files.deleteIfExists(part);
            }
          }
        }
        return folder;
      } catch (IOException e) {
        throw unwritable(e);
      }
    }

    /** Returns the digest in a cached package's file name. */
    private static String digestOf(Path archive) {
      return String.valueOf(archive.getFileName()).replace(PACKAGE, "");
    }

    /** Returns the package with that digest, if it is in the cache and unmodified. */
    private Optional<Path> find(String digest) {
      var file = folder.resolve(digest + PACKAGE);
      try {
        return Files.exists(file) && sha256(Files.readAllBytes(file)).equals(digest)
            ? Optional.of(file)
            : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }

    /** Records which package was pulled for a reference, in place of any other one. */
    void remember(String reference, Path archive) {
      if (!remembered(reference).equals(Optional.of(archive))) {
        forget(reference);
      }
      write(note(reference), digestOf(archive).getBytes(StandardCharsets.UTF_8));
    }

    Optional<Path> remembered(String reference) {
      try {
        return Files.exists(note(reference))
            ? find(Files.readString(note(reference)))
            : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }

    /** Deletes the package that was pulled for a reference, unless it was pulled for others too. */
    void forget(String reference) {
      try {
        if (Files.exists(note(reference))) {
          var digest = Files.readString(note(reference));
          Files.delete(note(reference));
          try (var others = Files.newDirectoryStream(folder, "*.ref")) {
            for (var other : others) {
              if (Files.readString(other).equals(digest)) {
                return;
              }
            }
          }
          Files.deleteIfExists(folder.resolve(digest + PACKAGE));
        }
      } catch (IOException e) {
        log.warn("A chart that no watch names stays in {}: {}", folder, e.toString());
      }
    }

    private Path note(String reference) {
      return folder.resolve(sha256(reference.getBytes(StandardCharsets.UTF_8)) + ".ref");
    }

    /** Writes a temporary file and renames it, so that no reader gets a partial file. */
    private void write(Path file, byte[] content) {
      try {
        var beside = Files.createTempFile(existing(), "pulling-", "");
        try {
          Files.write(beside, content);
          Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
          Files.deleteIfExists(beside);
        }
      } catch (IOException e) {
        throw unwritable(e);
      }
    }

    private static UncheckedIOException unwritable(IOException e) {
      return new UncheckedIOException("the chart cache cannot be written: " + e.getMessage(), e);
    }
  }
}
