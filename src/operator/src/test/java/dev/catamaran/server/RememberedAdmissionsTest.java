package dev.catamaran.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.server.RememberedAdmissions.Admission;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RememberedAdmissionsTest {
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final AtomicReference<Admission> answer = new AtomicReference<>(Admission.GRANTED);
  private final List<String> asked = new ArrayList<>();
  private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
  private final RememberedAdmissions admissions =
      new RememberedAdmissions(
          token -> {
            asked.add(token);
            return answer.get();
          },
          clock);

  @Test
  void asksOnceAboutATokenForAShortWhile() {
    assertEquals(Admission.GRANTED, admissions.of("a"));
    answer.set(Admission.FORBIDDEN);
    now.set(Instant.EPOCH.plus(RememberedAdmissions.REMEMBERED).minusMillis(1));
    assertEquals(Admission.GRANTED, admissions.of("a"));
    assertEquals(List.of("a"), asked);

    now.set(Instant.EPOCH.plus(RememberedAdmissions.REMEMBERED));
    assertEquals(Admission.FORBIDDEN, admissions.of("a"));
    assertEquals(List.of("a", "a"), asked);
  }

  @Test
  void remembersALimitedNumberOfTokens() {
    for (int i = 0; i < 2_000; i++) {
      admissions.of("token-" + i);
    }
    asked.clear();
    admissions.of("token-0");
    admissions.of("token-1999");
    assertEquals(List.of("token-1999"), asked);
  }
}
