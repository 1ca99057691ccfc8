/** Builds the image of an operator from the base image, without a container engine. */
@NullMarked
package dev.catamaran.image;

import org.jspecify.annotations.NullMarked;
