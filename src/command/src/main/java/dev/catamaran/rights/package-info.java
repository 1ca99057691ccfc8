/** The rules of RBAC that an operator needs, from recordings of its charts. */
@NullMarked
package dev.catamaran.rights;

import org.jspecify.annotations.NullMarked;
