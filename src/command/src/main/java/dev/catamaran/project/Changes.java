package dev.catamaran.project;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.catamaran.api.ManagerException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Planned changes of a project's files. Nothing is written before {@link #write}. */
public final class Changes {
  private final Path root;
  private final Function<Path, Optional<byte[]>> present;

  /** Empty for a file that must not exist. */
  private final SortedMap<Path, Optional<byte[]>> files = new TreeMap<>();

  private final Set<Path> created = new HashSet<>();
  private final Set<Path> secret = new HashSet<>();

  public Changes(Path root) {
    this(root, FileTransaction::present);
  }

  private Changes(Path root, Function<Path, Optional<byte[]>> present) {
    this.root = root;
    this.present = present;
  }

  /**
   * Returns files in memory, as if they were all planned: no file of the disk is read. They are not
   * for {@link #write}.
   */
  public static Changes inMemory(Map<String, String> files) {
    var changes = new Changes(Path.of(""), file -> Optional.empty());
    files.forEach(changes::put);
    return changes;
  }

  /** Returns the planned texts by their paths, with forward slashes. */
  public SortedMap<String, String> texts() {
    var texts = new TreeMap<String, String>();
    files.forEach(
        (file, content) ->
            content.ifPresent(
                text ->
                    texts.put(shown(file).toString().replace('\\', '/'), new String(text, UTF_8))));
    return texts;
  }

  public void create(String path, String text) {
    create(path, text.getBytes(UTF_8));
  }

  public void create(String path, byte[] content) {
    created.add(root.resolve(path));
    put(path, content);
  }

  /** Plans a file that only its owner may read, and that must not exist yet with other content. */
  public void createSecret(String path, String text) {
    secret.add(root.resolve(path));
    create(path, text);
  }

  /**
   * Plans a generated file. One that exists must have the same first line, which says who generates
   * it; else it is that of a person, as with {@link #create(String, String)}.
   */
  public void replace(String path, String text) {
    boolean isOther =
        present
            .apply(root.resolve(path))
            .map(before -> new String(before, UTF_8))
            .filter(before -> !firstLine(before).equals(firstLine(text)))
            .isPresent();
    if (isOther) {
      create(path, text);
    } else {
      put(path, text);
    }
  }

  private static Optional<String> firstLine(String text) {
    return text.lines().findFirst();
  }

  public void put(String path, String text) {
    put(path, text.getBytes(UTF_8));
  }

  /** Plans a file, whether or not it exists. One that exists keeps its permissions. */
  public void put(String path, byte[] content) {
    files.put(root.resolve(path), Optional.of(content));
  }

  /** Plans that a file does not exist, nor folders that are empty without it. */
  public void delete(String path) {
    files.put(root.resolve(path), Optional.empty());
  }

  /** Returns the text that the file has after the changes; empty if it does not exist then. */
  public Optional<String> text(String path) {
    var file = root.resolve(path);
    var planned = files.get(file);
    return (planned == null ? present.apply(file) : planned)
        .map(content -> new String(content, UTF_8));
  }

  /**
   * Plans another entry of a file, above the line with a marker. A file with the entry stays as it
   * is.
   *
   * @param initial text of the file if it does not exist
   */
  public void insert(String path, String marker, String entry, String initial) {
    var text = text(path).orElse(initial);
    if (text.contains(entry)) {
      return;
    }
    var at = text.indexOf(marker);
    if (at < 0) {
      throw new ManagerException(
          "%s has no line %s; add the line at the end of the list, and repeat the command"
              .formatted(root.resolve(path), marker));
    }
    put(path, text.substring(0, at) + entry + text.substring(at));
  }

  /** Plans an entry of the kustomization of a folder, above the line with a marker. */
  public void list(String folder, String marker, String file) {
    insert(
        folder + "/kustomization.yaml",
        marker,
        "- " + file + "\n",
        Template.fill("api/kustomization.yaml", Map.of("marker", marker)));
  }

  public List<Path> planned() {
    return files.keySet().stream().map(this::shown).toList();
  }

  /**
   * Returns the planned files that are missing or have other content, and those to delete that
   * exist, sorted.
   */
  public List<Path> pending() {
    return wanted().keySet().stream().map(this::shown).toList();
  }

  /**
   * Checks that {@link #write} would replace no file of a person.
   *
   * @param force allows to replace files that exist with other content
   */
  public void check(boolean force) {
    check(wanted(), force);
  }

  /**
   * Writes all files, or none.
   *
   * @param force replaces files that exist with other content
   * @return the written and the deleted files, sorted; files with equal content are not among them
   */
  public List<Path> write(boolean force) {
    var wanted = wanted();
    check(wanted, force);
    FileTransaction.write(wanted, secret, root);
    return wanted.keySet().stream().map(this::shown).toList();
  }

  /** Returns the path from the project's folder, if the file is in it. */
  private Path shown(Path file) {
    return file.startsWith(root) ? root.relativize(file) : file;
  }

  private SortedMap<Path, Optional<byte[]>> wanted() {
    var wanted = new TreeMap<>(files);
    wanted.entrySet().removeIf(entry -> isWritten(entry.getKey(), entry.getValue()));
    return wanted;
  }

  private void check(Map<Path, Optional<byte[]>> wanted, boolean force) {
    if (!force) {
      refuse(
          wanted,
          file -> created.contains(file) && Files.exists(file, NOFOLLOW_LINKS),
          "these files exist with other content; nothing is written. Use --force to replace them:");
    }
    refuse(
        wanted,
        file -> created.contains(file) ? isNoFile(file, NOFOLLOW_LINKS) : isNoFile(file),
        "these are directories or links, and a file would be written in place of each or behind it; nothing is"
            + " written. Move them away:");
  }

  private static boolean isNoFile(Path file, LinkOption... options) {
    return Files.exists(file, NOFOLLOW_LINKS) && !Files.isRegularFile(file, options);
  }

  private void refuse(
      Map<Path, Optional<byte[]>> wanted, Predicate<Path> isRefused, String problem) {
    var refused =
        wanted.keySet().stream().filter(isRefused).map(file -> "\n  " + shown(file)).toList();
    if (!refused.isEmpty()) {
      throw new ManagerException(problem + String.join("", refused));
    }
  }

  private static boolean isWritten(Path file, Optional<byte[]> content) {
    return content.isPresent()
        ? FileTransaction.present(file)
            .filter(before -> Arrays.equals(before, content.get()))
            .isPresent()
        : !Files.exists(file, NOFOLLOW_LINKS);
  }
}
