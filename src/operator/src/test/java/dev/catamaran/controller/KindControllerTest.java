package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RuntimeInfo;
import io.javaoperatorsdk.operator.api.config.ConfigurationService;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.javaoperatorsdk.operator.health.Status;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KindControllerTest {
  private static final GroupVersionKind KIND =
      GroupVersionKind.parse("test.catamaran.dev/v1", "Widget");
  private static final Duration LONG = Duration.ofMinutes(5);

  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withConfig(new ConfigBuilder().withMasterUrl("https://127.0.0.1:1").build())
          .build();
  private final List<String> happened = new ArrayList<>();
  private final List<Consumer<Throwable>> ends = new ArrayList<>();
  private Optional<Error> refusal = Optional.empty();
  private Instant now = Instant.EPOCH;
  private Map<String, InformerHealthIndicator> unwatched = Map.of();
  private int again;

  /** Records calls and starts nothing. */
  private final class Told extends Operator {
    Told() {
      super(
          ConfigurationService.newOverriddenConfigurationService(
              overrider -> overrider.withKubernetesClient(client)));
    }

    @Override
    public synchronized void start() {
      happened.add("start");
      refusal.ifPresent(
          error -> {
            throw error;
          });
    }

    @Override
    public void stop() {
      happened.add("stop");
    }

    @Override
    public RuntimeInfo getRuntimeInfo() {
      return new RuntimeInfo(this) {
        @Override
        @SuppressWarnings("rawtypes") // As the SDK declares it.
        public Map<String, Map<String, InformerWrappingEventSourceHealthIndicator>>
            unhealthyInformerWrappingEventSourceHealthIndicator() {
          return unwatched.isEmpty()
              ? Map.of()
              : Map.of("widget-controller", Map.of("primaries", () -> unwatched));
        }
      };
    }
  }

  private final class Hand extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneId.of("UTC");
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  private final KindController controller =
      new KindController(
          KIND,
          new KindController.Start(
              () -> {},
              onEnd -> {
                ends.add(onEnd);
                return new Told();
              }),
          ended -> again++,
          new Hand());

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void isCreatedAgainWhenAnInformerHasEnded() {
    controller.adjust(true);
    assertEquals(List.of("start"), happened);
    controller.adjust(true);
    assertEquals(List.of("start"), happened, "it runs");

    ends.getFirst().accept(new IllegalStateException("unreadable"));
    assertEquals(1, again);
    controller.adjust(true);
    assertEquals(List.of("start", "stop", "start"), happened);
    assertEquals(Optional.empty(), controller.trouble(Duration.ofSeconds(-1)));
  }

  @Test
  void ignoresAnInformerOfAnEarlierStart() {
    controller.adjust(true);
    ends.getFirst().accept(new IllegalStateException("unreadable"));
    controller.adjust(true);
    ends.getFirst().accept(new IllegalStateException("late"));
    controller.adjust(true);
    assertEquals(1, again);
    assertEquals(List.of("start", "stop", "start"), happened);
  }

  @Test
  void reportsWhyItCannotStart() {
    refusal = Optional.of(new NoClassDefFoundError("com/example/Missing"));
    assertThrows(ManagerException.class, () -> controller.adjust(true));
    now = now.plus(LONG);
    assertEquals(Optional.empty(), controller.trouble(LONG), "it is not longer");
    now = now.plusNanos(1);
    assertThrows(ManagerException.class, () -> controller.adjust(true));
    assertEquals(
        Optional.of(KIND + ": cannot be started: com/example/Missing"), controller.trouble(LONG));
    assertEquals(List.of("start", "stop", "start", "stop"), happened);

    refusal = Optional.empty();
    controller.adjust(true);
    assertEquals(Optional.empty(), controller.trouble(Duration.ofSeconds(-1)));
  }

  @Test
  void reportsNoTroubleWhileItsKindIsNotServed() {
    refusal = Optional.of(new NoClassDefFoundError("com/example/Missing"));
    assertThrows(ManagerException.class, () -> controller.adjust(true));
    controller.adjust(false);
    now = now.plus(LONG).plusSeconds(1);
    assertEquals(Optional.empty(), controller.trouble(LONG));
  }

  /** The right to list them may be taken away while it runs. */
  @Test
  void saysThatItsObjectsAreNotWatched() {
    controller.adjust(true);
    controller.look();
    assertEquals(Optional.empty(), controller.silent(LONG));

    unwatched = Map.of("a", informer("a", false), "b", informer("b", false));
    now = now.plus(LONG).plusSeconds(1);
    controller.look();
    assertEquals(Optional.of(KIND.toString()), controller.silent(LONG));

    unwatched = Map.of("a", informer("a", false), "b", informer("b", true));
    controller.look();
    assertEquals(Optional.empty(), controller.silent(LONG), "the concern of one namespace");
  }

  private static InformerHealthIndicator informer(String namespace, boolean isWatching) {
    return new InformerHealthIndicator() {
      @Override
      public boolean hasSynced() {
        return true;
      }

      @Override
      public boolean isWatching() {
        return isWatching;
      }

      @Override
      public boolean isRunning() {
        return true;
      }

      @Override
      public Status getStatus() {
        return isWatching ? Status.HEALTHY : Status.UNHEALTHY;
      }

      @Override
      public String getTargetNamespace() {
        return namespace;
      }
    };
  }

  @Test
  void waitsLongerEachTimeUpToAMinute() {
    refusal = Optional.of(new NoClassDefFoundError("com/example/Missing"));
    var waits = new ArrayList<Long>();
    for (int i = 0; i < 6; i++) {
      assertThrows(ManagerException.class, () -> controller.adjust(true));
      waits.add(controller.beforeNextTry().toSeconds());
    }
    assertEquals(List.of(5L, 10L, 20L, 40L, 60L, 60L), waits);
  }
}
