/**
 * A simulator of the operator's whole life with one release. The real classes of a pass run over a
 * small cluster in memory, through random histories of people, faults and time.
 */
@NullMarked
package dev.catamaran.simulation;

import org.jspecify.annotations.NullMarked;
