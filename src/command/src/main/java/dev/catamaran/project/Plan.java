package dev.catamaran.project;

/**
 * What a command will write.
 *
 * @param api the new API
 * @param notes about the generated files
 */
public record Plan(ProjectApi api, Changes changes, Notes notes) {}
