package dev.catamaran.kit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Rights that a reconciler needs beside those to its own kind. {@code catamaran manifests} writes
 * them into config/rbac/role.yaml. The API server decides what they mean (RBAC, {@code
 * PolicyRule}).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(Rbac.All.class)
public @interface Rbac {

  /** API groups; empty for the core group. */
  String[] groups() default "";

  /** Resources in the plural, such as {@code deployments} or {@code pods/log}. */
  String[] resources();

  /** Names of the objects; none for all. */
  String[] resourceNames() default {};

  /** Verbs, such as {@code get}. */
  String[] verbs();

  /** The container of repeated annotations. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface All {
    Rbac[] value();
  }
}
