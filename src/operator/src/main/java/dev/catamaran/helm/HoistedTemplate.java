package dev.catamaran.helm;

import java.util.ArrayList;
import java.util.List;

/**
 * A template file with its definitions separated, since Go allows a {@code define} only at the top
 * level of a file.
 *
 * @param body the rendered part of the file; a comment of as many lines replaces each definition
 * @param definitions its {@code define}s
 */
record HoistedTemplate(String body, String definitions) {

  static HoistedTemplate of(String template) {
    var body = new StringBuilder();
    var definitions = new StringBuilder();
    int copied = 0;
    for (var definition : definitions(template)) {
      body.append(template, copied, definition.start()).append(definition.placeholder(template));
      definitions.append(template, definition.start(), definition.end());
      copied = definition.end();
    }
    body.append(template, copied, template.length());
    return new HoistedTemplate(body.toString(), definitions.toString());
  }

  private record Definition(TemplateAction opening, TemplateAction closing) {
    int start() {
      return opening.start();
    }

    int end() {
      return closing.end();
    }

    /**
     * Trims the same white space as the definition, and keeps the line numbers of the following
     * text.
     */
    String placeholder(String template) {
      var lines = "\n".repeat(Math.toIntExact(template.substring(start(), end()).lines().count()));
      return (opening.trimsBefore() ? "{{- /*" : "{{/*")
          + lines.substring(1)
          + (closing.trimsAfter() ? "*/ -}}" : "*/}}");
    }
  }

  private static List<Definition> definitions(String template) {
    var found = new ArrayList<Definition>();
    var open = new ArrayList<TemplateAction>();
    for (var action : TemplateAction.in(template)) {
      if (action.opensBlock()) {
        open.addLast(action);
      } else if (action.word().equals("end") && !open.isEmpty()) {
        var opening = open.removeLast();
        if (opening.word().equals("define")) {
          found.add(new Definition(opening, action));
        }
      }
    }
    return found;
  }
}
