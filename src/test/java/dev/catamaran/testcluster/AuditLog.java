package dev.catamaran.testcluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The requests that the API server answered from some moment on. */
public final class AuditLog {
  private static final JsonMapper JSON = new JsonMapper();

  private final Path file;
  private final long begin;

  private AuditLog(Path file, long begin) {
    this.file = file;
    this.begin = begin;
  }

  /** Begins now; {@code file} is {@link TestCluster#auditLog()}'s. */
  public static AuditLog from(Path file) {
    try {
      return new AuditLog(file, Files.size(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What {@code user} asked for since, such as {@code get /api/v1/secrets}, watches excepted: the
   * API server ends and clients renew them in their own time.
   */
  public List<String> requestsOf(String user) {
    return lines()
        .map(AuditLog::read)
        .filter(event -> event.path("user").path("username").asText().equals(user))
        .filter(event -> !event.path("verb").asText().equals("watch"))
        .map(event -> event.path("verb").asText() + " " + event.path("requestURI").asText())
        .toList();
  }

  private java.util.stream.Stream<String> lines() {
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      var bytes = new byte[Math.toIntExact(in.length() - begin)];
      in.seek(begin);
      in.readFully(bytes);
      var text = new String(bytes, StandardCharsets.UTF_8);
      // The last line may be half written.
      return text.substring(0, text.lastIndexOf('\n') + 1).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode read(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
