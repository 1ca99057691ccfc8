package dev.catamaran.project;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The named templates of a chart and its subcharts, and what a template uses through them. */
final class TemplateDefinitions {
  private static final Pattern COMMENT =
      Pattern.compile("\\{\\{-?\\s*/\\*.*?\\*/\\s*-?}}", Pattern.DOTALL);
  private static final Pattern ACTION = Pattern.compile("\\{\\{.*?}}", Pattern.DOTALL);
  private static final Pattern BEGIN =
      Pattern.compile("\\b(?:define|block)\\s+[\"`]([^\"`]+)[\"`]");
  private static final Pattern CALL =
      Pattern.compile("\\b(?:include|template)\\s+(?:[\"`]([^\"`]+)[\"`])?");

  /** Of one template by another, to make a checksum of it. */
  private static final Pattern FILE =
      Pattern.compile(
          "\\b(?:include|template)\\s+\\(\\s*print\\s+\\$?\\.Template\\.BasePath\\s+\"(/[^\"]+)\"\\s*\\)");

  private static final Pattern VALUE =
      Pattern.compile("\\.Values(?:\\.([A-Za-z0-9_]+)|\\s+\"([^\"]+)\")");
  private static final Pattern VALUES =
      Pattern.compile("\\.Values\\b|\\b(?:index|get|pluck|dig|pick|omit)\\b[^}]*\"Values\"");

  /** Functions that return what nobody else has. */
  private static final String NEW =
      "(?:dict|deepCopy|mustDeepCopy|omit|pick|fromYaml|fromJson|include)";

  /** Functions that change their first argument, unless that is new or a copy. */
  private static final Pattern CHANGE =
      Pattern.compile(
          "\\b(?:set|unset|merge|mergeOverwrite|mustMerge|mustMergeOverwrite)\\s+(?!\\(?\\s*"
              + NEW
              + "\\b)(\\$\\w+(?![\\w.]))?");

  private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`");
  private static final Pattern EVALUATES = Pattern.compile("\\btpl\\b");
  private static final Pattern FILES = Pattern.compile("\\.Files\\b");
  private static final Pattern SUBCHARTS = Pattern.compile("\\bSubcharts\\b");

  private final String folder;
  private final Map<String, List<String>> bodies = new HashMap<>();
  private final StringBuilder evaluated = new StringBuilder();

  /**
   * Makes one without any.
   *
   * @param folder of the templates, as in Helm's comments
   */
  TemplateDefinitions(String folder) {
    this.folder = folder;
  }

  /** Adds those of a file. */
  void add(String text) {
    var begins = BEGIN.matcher(text).results().toList();
    for (int i = 0; i < begins.size(); i++) {
      int end = i + 1 < begins.size() ? begins.get(i + 1).start() : text.length();
      bodies
          .computeIfAbsent(begins.get(i).group(1), name -> new ArrayList<>())
          .add(text.substring(begins.get(i).end(), end));
    }
  }

  /** Adds a text with actions that templates may evaluate. */
  void addEvaluated(String text) {
    ACTION.matcher(text).results().forEach(action -> evaluated.append(action.group()));
  }

  /**
   * Returns what a template uses.
   *
   * @param files the templates of the chart by their paths
   */
  TemplateUse use(String template, Map<String, String> files) {
    var texts = new LinkedHashSet<String>();
    var seen = new HashSet<String>();
    boolean isUnknown = collect(template, files, seen, texts);
    var values = new HashSet<String>();
    boolean changes = false;
    boolean evaluates = texts.stream().anyMatch(text -> EVALUATES.matcher(text).find());
    if (evaluates) {
      isUnknown |= collect(evaluated.toString(), files, seen, texts);
      isUnknown |= texts.stream().anyMatch(text -> FILES.matcher(text).find());
    }
    for (var text : texts) {
      int named = 0;
      for (var use : VALUE.matcher(text).results().toList()) {
        values.add(use.group(1) == null ? use.group(2) : use.group(1));
        named++;
      }
      isUnknown |= VALUES.matcher(text).results().count() > named || SUBCHARTS.matcher(text).find();
      changes |= changes(text);
    }
    boolean isShared = changes || BEGIN.matcher(template).find();
    seen.retainAll(files.keySet());
    return new TemplateUse(values, seen, isUnknown, changes, isShared);
  }

  /** Returns whether something cannot be followed. */
  private boolean collect(
      String original, Map<String, String> files, Set<String> seen, Set<String> texts) {
    var text = COMMENT.matcher(original).replaceAll("");
    texts.add(text);
    boolean isUnknown = false;
    for (var file : FILE.matcher(text).results().toList()) {
      var path = folder + file.group(1);
      var content = files.get(path);
      isUnknown |= content == null;
      if (content != null && seen.add(path)) {
        isUnknown |= collect(content, files, seen, texts);
      }
    }
    for (var call : calls(text)) {
      var name = call.group(1);
      isUnknown |= name == null;
      if (name != null && seen.add(name)) {
        for (var body : bodies.getOrDefault(name, List.of())) {
          isUnknown |= collect(body, files, seen, texts);
        }
      }
    }
    return isUnknown;
  }

  private static List<MatchResult> calls(String text) {
    return ACTION
        .matcher(text)
        .results()
        .flatMap(action -> CALL.matcher(FILE.matcher(action.group()).replaceAll("")).results())
        .toList();
  }

  private static boolean changes(String text) {
    return ACTION
        .matcher(text)
        .results()
        .map(action -> LITERAL.matcher(action.group()).replaceAll("\"\""))
        .flatMap(action -> CHANGE.matcher(action).results())
        .anyMatch(change -> change.group(1) == null || !isNew(change.group(1), text));
  }

  /** A variable that has only what the template itself makes. */
  private static boolean isNew(String variable, String text) {
    var assigned = Pattern.compile(Pattern.quote(variable) + "\\s*(?:,\\s*\\$\\w+\\s*)?:?=\\s*");
    var made =
        Pattern.compile(
            "(?:merge|mergeOverwrite|set)\\s+"
                + Pattern.quote(variable)
                + "\\b|\\(?\\s*(?:mergeOverwrite|merge)?\\s*\\(?\\s*"
                + NEW
                + "\\b");
    var assignments = assigned.matcher(text).results().toList();
    return !assignments.isEmpty()
        && assignments.stream()
            .allMatch(assignment -> made.matcher(text.substring(assignment.end())).lookingAt());
  }
}
