/**
 * The project of an operator on disk: its PROJECT file, its layout, and the files that init and
 * create api add. A command plans all changes first, and then writes all or none.
 */
@NullMarked
package dev.catamaran.project;

import org.jspecify.annotations.NullMarked;
