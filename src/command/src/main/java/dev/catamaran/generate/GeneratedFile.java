package dev.catamaran.generate;

import java.nio.file.Path;

/**
 * A file that follows from Java classes.
 *
 * @param path of the file
 * @param text whole content
 */
public record GeneratedFile(Path path, String text) {}
