package dev.catamaran.helm;

import com.marcnuri.helm.Helm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Helm's own check of a chart, {@code helm lint}. */
public final class ChartLint {
  /** Helm, pkg/lint/support/message.go. */
  private static final Pattern FIRST_LINE =
      Pattern.compile("\\[(?<level>ERROR|WARNING|INFO)] (?<path>[^:]*): (?<text>.*)");

  private ChartLint() {}

  /** Importance of a message. */
  public enum Level {
    ERROR,
    WARNING,
    INFO
  }

  /**
   * One message.
   *
   * @param path file or folder in the chart, such as {@code Chart.yaml} or {@code templates/}
   * @param text sentence of Helm, in one line
   */
  public record Message(Level level, String path, String text) {
    private Message with(String line) {
      return line.isBlank() ? this : new Message(level, path, text + " " + line.strip());
    }
  }

  /**
   * Checks a chart.
   *
   * @param chart folder of the chart
   */
  public static List<Message> of(Path chart) {
    return messages(new Helm(chart).lint().call().getMessages());
  }

  /** Helm-java splits the text at each line break, also inside of a message. */
  private static List<Message> messages(List<String> lines) {
    var messages = new ArrayList<Message>();
    for (var line : lines) {
      var first = FIRST_LINE.matcher(line);
      if (first.matches()) {
        var level = Level.valueOf(first.group("level"));
        messages.add(new Message(level, first.group("path"), first.group("text")));
      } else if (!messages.isEmpty()) {
        messages.add(messages.removeLast().with(line));
      }
    }
    return List.copyOf(messages);
  }
}
