/**
 * Takes releases of Helm and of other tools into a project: charts, kinds, and a primary for each
 * release. Reads the cluster, and changes only files.
 */
@NullMarked
package dev.catamaran.importing;

import org.jspecify.annotations.NullMarked;
