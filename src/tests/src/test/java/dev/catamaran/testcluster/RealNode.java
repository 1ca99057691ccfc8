package dev.catamaran.testcluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * The tests hold on a real node too, and K3s runs only such tests. Pods there need an image that
 * exists: {@code memcached:1.6-alpine}. Tests that read the audit log are skipped there.
 */
@Tag("real-node")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface RealNode {}
