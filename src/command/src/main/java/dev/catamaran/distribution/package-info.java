/** The Helm chart by which others install a project's operator. It follows from config/. */
@NullMarked
package dev.catamaran.distribution;

import org.jspecify.annotations.NullMarked;
