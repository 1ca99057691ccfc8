/** Leader election, and the tasks that only the leader runs. */
@NullMarked
package dev.catamaran.leader;

import org.jspecify.annotations.NullMarked;
