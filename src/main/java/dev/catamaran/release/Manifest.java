package dev.catamaran.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * The objects of a revision as Helm stored them. The text is kept compressed, since a manager holds
 * one for every release and reads it only when something changed.
 */
public final class Manifest {
  /**
   * Helm refuses releases over the 1 MiB of a Secret, compressed; this bounds the text that one can
   * unpack to.
   */
  private static final int MOST_CHARACTERS = 64 * 1024 * 1024;

  private static final YAMLMapper YAML = mapper();

  private final byte[] compressed;

  /**
   * Parsing costs more than all else in a quiet pass; memory gets the objects back when it needs
   * to.
   */
  private volatile SoftReference<@Nullable List<ManifestObject>> parsed = new SoftReference<>(null);

  private Manifest(byte[] compressed) {
    this.compressed = compressed;
  }

  /** Keeps a manifest's text: YAML documents separated by {@code ---}. */
  public static Manifest of(String text) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Manifest(bytes.toByteArray());
  }

  /**
   * Reads the objects, those inside of a {@code List} singly, in the order written.
   *
   * @throws UncheckedIOException if the text is no YAML, which Helm would not have stored
   */
  public List<ManifestObject> objects() {
    var known = parsed.get();
    if (known != null) {
      return known;
    }
    var objects = parse();
    parsed = new SoftReference<>(objects);
    return objects;
  }

  private List<ManifestObject> parse() {
    var objects = new ArrayList<ManifestObject>();
    try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed));
        var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(in)) {
      while (documents.hasNextValue()) {
        collect(documents.nextValue(), objects);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a stored manifest cannot be read", e);
    }
    return List.copyOf(objects);
  }

  private static void collect(JsonNode document, List<ManifestObject> into) {
    if (document == null || !document.isObject() || !document.hasNonNull("kind")) {
      return;
    }
    if (document.path("kind").asText().endsWith("List") && document.path("items").isArray()) {
      document.path("items").forEach(item -> collect(item, into));
    } else {
      into.add(new ManifestObject(document));
    }
  }

  private static YAMLMapper mapper() {
    var limits = new LoaderOptions();
    limits.setCodePointLimit(MOST_CHARACTERS);
    return new YAMLMapper(YAMLFactory.builder().loaderOptions(limits).build());
  }
}
