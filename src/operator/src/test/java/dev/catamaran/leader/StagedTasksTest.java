package dev.catamaran.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.kit.PeriodicTasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StagedTasksTest {
  private final List<String> passed = new ArrayList<>();
  private final StagedTasks staged =
      new StagedTasks(
          new PeriodicTasks() {
            @Override
            public void start(PeriodicTask task) {
              passed.add("start " + task.name());
            }

            @Override
            public void stop(String name) {
              passed.add("stop " + name);
            }
          });

  @Test
  void holdsRequestsBackUntilTheCommit() {
    staged.start(task("a"));
    staged.stop("b");
    assertEquals(List.of(), passed);

    staged.commit();

    assertEquals(List.of("start a", "stop b"), passed);
  }

  @Test
  void passesLaterRequestsOnAtOnce() {
    staged.commit();

    staged.start(task("a"));
    staged.commit();

    assertEquals(List.of("start a"), passed);
  }

  private static PeriodicTask task(String name) {
    return PeriodicTask.every(Duration.ofHours(1), name, () -> PeriodicTask.Next.STOP);
  }
}
