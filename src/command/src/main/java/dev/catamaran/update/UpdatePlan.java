package dev.catamaran.update;

import dev.catamaran.project.Changes;
import java.util.List;

/**
 * What an update will write.
 *
 * @param notes about the generated files
 * @param report Markdown
 * @param conflicts of edits and changes at the same place: texts get both sides, with the markers
 *     of Git
 */
public record UpdatePlan(
    Changes changes, List<String> notes, String report, List<String> conflicts) {}
