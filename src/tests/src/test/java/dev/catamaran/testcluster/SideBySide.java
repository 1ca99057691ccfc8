package dev.catamaran.testcluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A test that spends most of its time waiting, so it runs at the same time as others of its class.
 * Not for tests that make definitions: these affect all operators. On a class, {@code @Execution}
 * would also let the class run at the same time as other classes.
 */
@Test
@Execution(ExecutionMode.CONCURRENT)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface SideBySide {}
