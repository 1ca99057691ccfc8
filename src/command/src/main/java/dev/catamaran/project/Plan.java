package dev.catamaran.project;

import java.util.List;

/**
 * What a command will write.
 *
 * @param api the new API
 * @param notes about the generated files
 */
public record Plan(ProjectApi api, Changes changes, List<String> notes) {}
