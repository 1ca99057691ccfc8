/**
 * What follows from the charts and classes of a project: CRDs, the role of the operator, the
 * accounts that make releases, and the admission policy. Edits of people stay.
 */
@NullMarked
package dev.catamaran.manifests;

import org.jspecify.annotations.NullMarked;
