/** The operator as a program: its flags, its exit codes, and what it prints. */
@NullMarked
package dev.catamaran.run;

import org.jspecify.annotations.NullMarked;
