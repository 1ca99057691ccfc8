/** Temporary files of this process. This package does not depend on their use. */
@NullMarked
package dev.catamaran.temporary;

import org.jspecify.annotations.NullMarked;
