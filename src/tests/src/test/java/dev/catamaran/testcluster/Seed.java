package dev.catamaran.testcluster;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Where random tests begin: at a fixed number, and in {@code make nightly} at another one each
 * time. {@code -Dnightly.seed=NUMBER} repeats a run, and {@code -Dnightly.seed=random} chooses one.
 */
public final class Seed {
  private static final String GIVEN = System.getProperty("nightly.seed", "1");
  private static final long SEED =
      GIVEN.equals("random")
          ? ThreadLocalRandom.current().nextInt(1_000_000)
          : Long.parseLong(GIVEN);

  private Seed() {}

  /** The seed of this process. Prints how to repeat the test. */
  public static long of(Class<?> test) {
    System.out.printf("%s: -Dnightly.seed=%d%n", test.getSimpleName(), SEED);
    return SEED;
  }

  /** What a message about a failure needs. */
  public static String option() {
    return "-Dnightly.seed=" + SEED;
  }
}
