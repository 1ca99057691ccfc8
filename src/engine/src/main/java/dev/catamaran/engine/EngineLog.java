package dev.catamaran.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes the engine's log into that of this process. The engine writes lines of JSON. Other lines
 * are Go's own about its end; they may contain values, so only those with places are shown.
 */
final class EngineLog implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(EngineLog.class);
  private static final JsonMapper JSON = new JsonMapper();

  /** Lines of a Go stack, and the runtime's own fatal errors; none has a value of a program. */
  private static final Pattern SHOWN =
      Pattern.compile("goroutine \\d+ \\[.*]:|\\t\\S+\\.go:\\d+.*|fatal error: .*");

  private final InputStream lines;

  EngineLog(InputStream lines) {
    this.lines = lines;
  }

  /** Notes that a hook has begun or ended. */
  static void progress(JsonNode hook) {
    if (log.isDebugEnabled()) {
      log.debug(
          "Hook {} {} {}",
          hook.path("hook").path("kind").asText(),
          hook.path("hook").path("name").asText(),
          hook.path("state").asText());
    }
  }

  @Override
  public void run() {
    try (var reader = new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8))) {
      for (var line = reader.readLine(); line != null; line = reader.readLine()) {
        write(line);
      }
    } catch (IOException e) {
      log.debug("The engine's log has ended", e);
    }
  }

  private static void write(String line) {
    if (line.startsWith("{")) {
      try {
        var entry = JSON.readTree(line);
        log.atLevel(level(entry.path("level").asText())).log("{}", words(entry));
        return;
      } catch (JsonProcessingException e) {
        // It is no entry.
      }
    }
    if (SHOWN.matcher(line).matches()) {
      log.error("{}", line.strip());
    }
  }

  private static Level level(String name) {
    return switch (name) {
      // What failed in a request is told by whoever asked.
      case "ERROR" -> Level.WARN;
      default -> Level.DEBUG;
    };
  }

  private static String words(JsonNode entry) {
    var words = new StringJoiner(", ");
    words.add("Engine: " + entry.path("msg").asText());
    for (var field : entry.properties()) {
      switch (field.getKey()) {
        case "time", "level", "msg" -> {}
        default -> words.add(field.getKey() + " " + field.getValue());
      }
    }
    return words.toString();
  }
}
