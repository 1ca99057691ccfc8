/**
 * What init, create api and create webhook add to a project, as far as it follows from no chart.
 */
@NullMarked
package dev.catamaran.scaffold;

import org.jspecify.annotations.NullMarked;
