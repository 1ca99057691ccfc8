package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.chart.Chart;
import dev.catamaran.project.ProjectApi.ProjectChart;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartUpdateTest {
  @ParameterizedTest
  @CsvSource({
    "1.0.0, 1.0.1, true",
    "1.9.0, 1.10.0, true",
    "1.10.0, 1.9.0, false",
    "1.0.0, 1.0.0, false",
    "v1.0.0, 1.1.0, true",
    "2.0.0-rc.1, 2.0.0, true",
    "2.0.0, 2.0.0-rc.1, false",
    "2.0.0-rc.2, 2.0.0-rc.10, true",
    "1.2.0, 2.0.0-rc.1, true",
    "1.0, 1.0.0, false",
    "1.0.0+a, 1.0.0+b, false",
    "1.0.0+2, 1.0.1+1, true",
  })
  void ordersVersionsAsHelmDoes(String version, String than, boolean isOlder) {
    assertEquals(isOlder, Chart.isOlder(version, than));
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.com/charts/, https://example.com/charts",
    "https://me:secret@example.com:8443/charts, https://example.com:8443/charts",
    "https://token@example.com/web-1.0.0.tgz?sig=secret#x, https://example.com/web-1.0.0.tgz",
    "oci://me:secret@registry.example.com/web, oci://registry.example.com/web",
    "https://example.com/@scope/charts, https://example.com/@scope/charts",
    "web, web",
  })
  void recordsNoCredentials(String address, String recorded) {
    assertEquals(recorded, ProjectChart.withoutCredentials(address));
    assertEquals(
        "chart web of https://example.com/x@y",
        ProjectChart.withoutPasswords("chart web of https://me:s@cret@example.com/x@y"));
  }
}
