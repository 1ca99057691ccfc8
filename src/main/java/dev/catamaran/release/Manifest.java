package dev.catamaran.release;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The objects of a revision as Helm stored them. The text is kept compressed, since a manager holds
 * one for every release and reads it only when something changed.
 */
public final class Manifest {
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

  /** SHA-256 of the text, without white space around it. */
  public String digest() {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      return digestOf(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What {@link #digest} is of this text. */
  public static String digestOf(String text) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.strip().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }

  private List<ManifestObject> parse() {
    var objects = new ArrayList<ManifestObject>();
    try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed));
        var text = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      ManifestYaml.documents(text).forEach(document -> collect(document, objects));
    } catch (IOException | YAMLException e) {
      throw new UncheckedIOException(
          "a stored manifest cannot be read", new IOException(e.getMessage(), e));
    }
    return List.copyOf(objects);
  }

  private static void collect(JsonNode document, List<ManifestObject> into) {
    if (!document.isObject() || !document.hasNonNull("kind")) {
      return;
    }
    if (document.path("kind").asText().endsWith("List") && document.path("items").isArray()) {
      document.path("items").forEach(item -> collect(item, into));
    } else {
      into.add(new ManifestObject(document));
    }
  }
}
