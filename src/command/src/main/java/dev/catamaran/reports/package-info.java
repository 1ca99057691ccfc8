/** Everything about one primary, and what a bug report needs. */
@NullMarked
package dev.catamaran.reports;

import org.jspecify.annotations.NullMarked;
