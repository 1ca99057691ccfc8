package dev.catamaran.testcluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder of samples with the layout of samples/README.md.
 *
 * @param folder has a watches.yaml
 */
public record Sample(Path folder) {
  private static final Pattern CHART = Pattern.compile("(?m)^( *chart: )(\\S+)$");

  /** All samples of the project. */
  public static List<Sample> all() {
    return files(Path.of("samples")).stream().filter(Files::isDirectory).map(Sample::new).toList();
  }

  /** Its watches.yaml, with chart paths that are valid in another folder. */
  public String watches() {
    return CHART
        .matcher(text(folder.resolve("watches.yaml")))
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) + folder.resolve(found.group(2)).toAbsolutePath().normalize()));
  }

  /**
   * Installs its CRDs, and the CRDs that it needs from other projects, and waits until the API
   * server lists their kinds.
   */
  public void install(KubernetesClient client) {
    var objects =
        Stream.concat(
                prerequisites().stream(), files(folder.resolve("crds")).stream().map(Sample::text))
            .flatMap(
                yaml ->
                    client.load(new ByteArrayInputStream(yaml.getBytes(UTF_8))).items().stream())
            .toList();
    // Other tests may have installed an older CRD.
    objects.forEach(object -> client.resource(object).forceConflicts().serverSideApply());
    Discovery.awaitServed(client, objects);
  }

  /** The rights of its reconcilers, in addition to config/rbac. */
  public List<PolicyRule> rights() {
    var role = folder.resolve("role.yaml");
    return Files.exists(role)
        ? Serialization.unmarshal(text(role), ClusterRole.class).getRules()
        : List.of();
  }

  /** Its custom resources. */
  public List<GenericKubernetesResource> customResources() {
    return files(folder.resolve("cr")).stream()
        .map(file -> Serialization.unmarshal(text(file), GenericKubernetesResource.class))
        .toList();
  }

  private List<String> prerequisites() {
    var script = folder.resolve("prerequisites");
    return Files.exists(script) ? List.of(output(script)) : List.of();
  }

  private static String output(Path script) {
    try {
      var process =
          new ProcessBuilder(script.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      var text = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(script + " failed");
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static List<Path> files(Path folder) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (var found = Files.list(folder)) {
      return found.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
