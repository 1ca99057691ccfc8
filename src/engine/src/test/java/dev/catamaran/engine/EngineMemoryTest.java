package dev.catamaran.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineMemoryTest {
  /** 184 MiB are 24 % of the pod's 768. */
  @ParameterizedTest
  @CsvSource({
    "184, 184, 115MiB",
    "256, 256, 172MiB",
    "16, 128, 70MiB",
    "0, 128, 70MiB",
    "1024, 1024, 787MiB",
    "30000, 1024, 787MiB"
  })
  void isThatOfTheHeap(long heap, String bound, String ofGo) {
    var memory = EngineMemory.beside(heap << 20);

    assertEquals(List.of("-memory-mb", bound), memory.arguments());
    assertEquals(Map.of("GOGC", "400", "GOMEMLIMIT", ofGo), memory.variables());
  }

  @ParameterizedTest
  @CsvSource({"1024, 512", "300, 150", "184, 128", "128, 128"})
  void isHalfForAProcessApart(long whole, long apart) {
    assertEquals(apart, new EngineMemory(whole).apart().bound());
  }

  /** As shipped, and as much below twice the memory. */
  @ParameterizedTest
  @CsvSource({"184, 768", "368, 1536", "737, 3072"})
  void leavesAllProcessesWithinThePod(long heap, long pod) {
    long most = EngineMemory.ofAll(heap << 20);

    assertTrue(pod * 3 / 4 < most && most <= pod, most + " MiB");
  }

  @Test
  void isBesideTheHeapOfThisProcess() {
    var memory = EngineMemory.ofThisProcess();

    assertEquals(EngineMemory.beside(Runtime.getRuntime().maxMemory()), memory);
    assertTrue(memory.bound() >= 128, memory::toString);
  }
}
