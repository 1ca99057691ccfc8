package dev.catamaran.wire;

import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The clusters and users of kubeconfig files. As with kubectl, the first file with an entry of a
 * name has it, and the paths in an entry begin at the folder of its file.
 */
record KubeconfigEntries(List<Read> files) {

  /** The content of a file. */
  private record Read(Path file, Config content) {
    static Read of(Path file) {
      try (var in = Files.newInputStream(file)) {
        return new Read(file, Serialization.unmarshal(in, Config.class));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * An entry, and the file that has it.
   *
   * @param what kind and name of the entry, for people
   */
  record Entry<T>(T value, String what, Path file) {

    /** Returns a path of this entry. */
    Path resolve(String path) {
      return file.toAbsolutePath().resolveSibling(path);
    }

    private void requireReadable(String field, @Nullable String path) {
      if (path != null && !path.isEmpty() && !Files.isReadable(resolve(path))) {
        throw problem("names the %s %s, which cannot be read".formatted(field, resolve(path)));
      }
    }

    ManagerException problem(String problem) {
      return new ManagerException(
          "kubeconfig %s: the %s %s".formatted(file.toAbsolutePath(), what, problem));
    }
  }

  /**
   * Reads files.
   *
   * @throws UncheckedIOException if one cannot be read
   */
  static KubeconfigEntries of(List<Path> files) {
    return new KubeconfigEntries(files.stream().map(Read::of).toList());
  }

  /**
   * Returns a cluster.
   *
   * @throws ManagerException if no entry has that name, or the entry names an unreadable file
   */
  Entry<Cluster> cluster(@Nullable String name) {
    var found =
        entry(
            "cluster", Config::getClusters, NamedCluster::getName, NamedCluster::getCluster, name);
    if (!isGiven(found.value().getCertificateAuthorityData())) {
      found.requireReadable("certificate-authority", found.value().getCertificateAuthority());
    }
    return found;
  }

  /**
   * Returns a user.
   *
   * @throws ManagerException if no entry has that name, or the entry names an unreadable file
   */
  Entry<AuthInfo> user(String name) {
    var found =
        entry("user", Config::getUsers, NamedAuthInfo::getName, NamedAuthInfo::getUser, name);
    var user = found.value();
    if (!isGiven(user.getClientCertificateData())) {
      found.requireReadable("client-certificate", user.getClientCertificate());
    }
    if (!isGiven(user.getClientKeyData())) {
      found.requireReadable("client-key", user.getClientKey());
    }
    if (!isGiven(user.getToken())) {
      found.requireReadable("tokenFile", user.getTokenFile());
    }
    return found;
  }

  /**
   * Returns the sentence about a program that gave no credentials. Leaves out its arguments, which
   * may be secret.
   */
  static ManagerException noCredentials(Entry<AuthInfo> user, ExecConfig program) {
    var hint = isGiven(program.getInstallHint()) ? "; " + program.getInstallHint().strip() : "";
    return user.problem(
        "logs in by the program %s, which gives no credentials: run it to see why%s"
            .formatted(program.getCommand(), hint));
  }

  static boolean isGiven(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  private <N, T> Entry<T> entry(
      String kind,
      Function<Config, @Nullable List<N>> entries,
      Function<N, String> name,
      Function<N, @Nullable T> value,
      @Nullable String wanted) {
    return files.stream()
        .flatMap(
            read ->
                all(read, entries)
                    .filter(each -> name.apply(each).equals(wanted))
                    .map(value)
                    .filter(Objects::nonNull)
                    .map(v -> new Entry<>(v, kind + " \"" + wanted + "\"", read.file())))
        .findFirst()
        .orElseThrow(() -> unknown(kind, wanted, entries, name));
  }

  private <N> ManagerException unknown(
      String kind,
      @Nullable String wanted,
      Function<Config, @Nullable List<N>> entries,
      Function<N, String> name) {
    var known = files.stream().flatMap(read -> all(read, entries)).map(name).sorted().toList();
    if (known.contains(Optional.ofNullable(wanted).orElse(""))) {
      return new ManagerException(
          "kubeconfig %s has nothing in the %s \"%s\", which the context names"
              .formatted(names(files.stream().map(Read::file)), kind, wanted));
    }
    return new ManagerException(
        "kubeconfig %s has no %s \"%s\", which the context names; it has %s"
            .formatted(
                names(files.stream().map(Read::file)),
                kind,
                Optional.ofNullable(wanted).orElse(""),
                known.isEmpty() ? "none" : String.join(", ", known)));
  }

  private static String names(Stream<Path> files) {
    return files
        .map(file -> file.toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static <N> Stream<N> all(Read read, Function<Config, @Nullable List<N>> entries) {
    return Optional.ofNullable(entries.apply(read.content())).stream().flatMap(List::stream);
  }
}
