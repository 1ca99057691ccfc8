package dev.catamaran.bench;

import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * What Helm makes of the chart for one release, as a model for others.
 *
 * @param objects without hooks
 * @param payload as large as the one that Helm stores in the Secret of a revision
 */
record RenderedChart(List<GenericKubernetesResource> objects, String payload) {
  private static final String MODEL = "modelrelease";

  /** Reads such a file. */
  static RenderedChart read(Path file) throws IOException {
    var objects = new ArrayList<GenericKubernetesResource>();
    var parts = Files.readString(file).split("\n---\n", -1);
    for (int i = 0; i < parts.length - 1; i++) {
      objects.add(Serialization.unmarshal(parts[i], GenericKubernetesResource.class));
    }
    return new RenderedChart(objects, parts[parts.length - 1].strip());
  }

  /** The objects of another release. */
  List<GenericKubernetesResource> forRelease(String release) {
    return objects.stream()
        .map(object -> Serialization.asJson(object).replace(MODEL, release))
        .map(json -> Serialization.unmarshal(json, GenericKubernetesResource.class))
        .toList();
  }

  /** A file with the manifest and, as a last document, the payload. */
  static Path of(Path chart) {
    try {
      var manifest = new Helm(chart).template().withName(MODEL).call();
      var documents = new ArrayList<String>();
      for (var text : manifest.split("(?m)^---$", -1)) {
        if (!text.isBlank()
            && !isHook(Serialization.unmarshal(text, GenericKubernetesResource.class))) {
          documents.add(text.strip());
        }
      }
      documents.add(payload(manifest, chart));
      var file = Files.createTempFile("rendered-", ".yaml");
      file.toFile().deleteOnExit();
      return Files.writeString(file, String.join("\n---\n", documents));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isHook(HasMetadata object) {
    var annotations = object.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey("helm.sh/hook");
  }

  /** Helm stores the files of the chart beside the manifest, compressed, in Base64 twice. */
  private static String payload(String manifest, Path chart) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(bytes);
        var files = Files.walk(chart)) {
      zip.write(manifest.getBytes(StandardCharsets.UTF_8));
      for (var file : files.filter(Files::isRegularFile).toList()) {
        zip.write(Base64.getEncoder().encode(Files.readAllBytes(file)));
      }
    }
    var once = Base64.getEncoder().encode(bytes.toByteArray());
    return Base64.getEncoder().encodeToString(once);
  }
}
