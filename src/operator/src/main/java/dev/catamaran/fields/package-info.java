/**
 * The fields in which two forms of an object differ, with their values but for secrets. For people;
 * pure.
 */
@NullMarked
package dev.catamaran.fields;

import org.jspecify.annotations.NullMarked;
