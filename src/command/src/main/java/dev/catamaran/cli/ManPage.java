package dev.catamaran.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The manual page of a command, in the macros of man(7). It has the texts of {@code --help}.
 *
 * @param spec the command
 */
record ManPage(CommandSpec spec) {
  private static final String EXAMPLES = "Example";

  /** Returns the pages of a command and of all commands below it. */
  static Stream<ManPage> of(CommandSpec spec) {
    return Stream.concat(Stream.of(new ManPage(spec)), visible(spec).flatMap(ManPage::of));
  }

  private static Stream<CommandSpec> visible(CommandSpec spec) {
    return spec.subcommands().values().stream()
        .distinct()
        .map(CommandLine::getCommandSpec)
        .filter(command -> !command.usageMessage().hidden());
  }

  /** Returns the name of the page, such as {@code catamaran-create-api}. */
  String name() {
    return spec.qualifiedName("-");
  }

  /** Returns the name of the file. */
  String file() {
    return name() + ".1";
  }

  /** Returns the page. */
  String text() {
    var page = new StringBuilder();
    page.append(
        ".TH %s 1 \"\" \"%s\"\n"
            .formatted(quoted(name().toUpperCase(Locale.ROOT)), quoted(Version.text())));
    section(page, "NAME", escaped(name()) + " \\- " + escaped(summary()) + "\n");
    section(page, "SYNOPSIS", escaped(synopsis()) + "\n");
    section(page, "DESCRIPTION", paragraphs());
    section(
        page,
        "ARGUMENTS",
        spec.positionalParameters().stream().map(this::positional).collect(Collectors.joining()));
    section(
        page,
        "OPTIONS",
        spec.options().stream()
            .filter(option -> !option.hidden())
            .map(this::option)
            .collect(Collectors.joining()));
    section(page, "COMMANDS", commands());
    section(page, "EXAMPLES", examples());
    return page.toString();
  }

  private static void section(StringBuilder page, String title, String text) {
    if (!text.isEmpty()) {
      page.append(".SH ").append(title).append('\n').append(text);
    }
  }

  /** The first sentence, as man -k shows it. */
  private String summary() {
    var text = String.join(" ", spec.usageMessage().description());
    int end = text.indexOf(". ");
    return (end < 0 ? text : text.substring(0, end)).replaceFirst("\\.$", "");
  }

  private String synopsis() {
    var help = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF));
    return help.synopsis(0).replaceAll("\\s+", " ").strip();
  }

  private String paragraphs() {
    return Arrays.stream(spec.usageMessage().description())
        .map(text -> escaped(text) + "\n")
        .collect(Collectors.joining(".PP\n"));
  }

  private String option(OptionSpec option) {
    var names = String.join(", ", option.names());
    var label = option.arity().max() == 0 ? "" : "=" + label(option);
    return entry(names + label, option);
  }

  private String positional(ArgSpec argument) {
    return entry(label(argument), argument);
  }

  private static String label(ArgSpec argument) {
    return argument.paramLabel().replaceAll("[<>]", "");
  }

  private static String entry(String term, ArgSpec argument) {
    return entry(term, String.join(" ", argument.description()));
  }

  private static String entry(String term, String text) {
    return ".TP\n\\fB%s\\fR\n%s\n".formatted(escaped(term), escaped(text));
  }

  private String commands() {
    return visible(spec)
        .map(ManPage::new)
        .map(page -> entry(page.name() + "(1)", page.summary() + "."))
        .collect(Collectors.joining());
  }

  private String examples() {
    var lines =
        Arrays.stream(spec.usageMessage().footer())
            .filter(line -> !line.isBlank() && !line.startsWith(EXAMPLES))
            .map(line -> escaped(line.strip()))
            .toList();
    return lines.isEmpty()
        ? ""
        : List.of(".nf", String.join("\n", lines), ".fi").stream()
            .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String quoted(String text) {
    return escaped(text).replace("\"", "\\(dq");
  }

  /** A line that begins with a dot or an apostrophe would be a request. */
  private static String escaped(String text) {
    var plain = text.replace("%n", " ").replace("\\", "\\e").replace("-", "\\-");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }
}
