package dev.catamaran.testcluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The kind of a {@link TestPrimary} that is no Widget. */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface OfKind {
  /** A kind of test-crds.yaml. */
  String value();
}
