package dev.catamaran.scaffold;

import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectApi;
import java.util.List;

/**
 * What a command will write.
 *
 * @param api the new API
 * @param notes about the generated files
 */
public record Plan(ProjectApi api, Changes changes, List<String> notes) {}
