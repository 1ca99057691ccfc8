/** The access to Helm: requests to the engine, and the Secrets of Helm's revisions. */
@NullMarked
package dev.catamaran.helm;

import org.jspecify.annotations.NullMarked;
