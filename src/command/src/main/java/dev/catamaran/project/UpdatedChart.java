package dev.catamaran.project;

import java.util.List;
import java.util.Optional;

/**
 * A chart of a project, and its new version.
 *
 * @param api the first kind that has it
 * @param before name and version that the project has
 * @param after name and version of the new one
 * @param origin of the new version, for PROJECT; empty for a chart on disk
 * @param old the files that were copied
 * @param merge what happens to the files
 * @param merged the files of the merged chart
 * @param remarks sentences for people
 */
record UpdatedChart(
    ProjectApi api,
    String before,
    String after,
    Optional<ProjectChart> origin,
    ChartTree old,
    MergedFiles merge,
    ChartTree merged,
    List<String> remarks) {}
