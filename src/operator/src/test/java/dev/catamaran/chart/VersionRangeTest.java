package dev.catamaran.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionRangeTest {
  private static final List<String> AVAILABLE =
      List.of("1.9.0", "v1.10.0", "0.3.1", "2.0.0-rc.1", "2.0.0+b1", "latest");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.9.0 | 1.9.0",
        "1.10.0 | v1.10.0",
        "2.0.0-rc.1 | 2.0.0-rc.1",
        "* | 2.0.0+b1",
        "^1.0 | v1.10.0",
        "~1.9 | 1.9.0",
        "1.x | v1.10.0",
        ">=1.0, <2 | v1.10.0",
        "'0.3 || 1.9' | 1.9.0"
      })
  void findsTheNewestMatchingVersion(String range, String newest) {
    assertEquals(Optional.of(newest), new VersionRange(range).newestOf(AVAILABLE));
  }

  @Test
  void findsNothingWithoutAMatchingVersion() {
    assertEquals(Optional.empty(), new VersionRange("^3").newestOf(AVAILABLE));
    assertEquals(Optional.empty(), new VersionRange("1.9.1").newestOf(AVAILABLE));
  }

  @Test
  void sortsTheNewestFirst() {
    assertEquals(
        List.of("2.0.0+b1", "2.0.0-rc.1", "v1.10.0", "1.9.0", "0.3.1", "latest"),
        VersionRange.sorted(AVAILABLE));
  }

  /** What Masterminds/semver 3.5.0, the library of Helm, says about the same ranges. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'*' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1 2.0.0 3.1.0 11.0.0",
        "'*-0' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0-alpha 1.0.0 1.2.0 1.2.3-beta.2 v1.2.3 1.2.9 1.3.0-rc.1 1.3.0+b1 2.0.0-rc.1 2.0.0 3.1.0 11.0.0",
        "'x' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1 2.0.0 3.1.0 11.0.0",
        "'1' ; 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'1.2' ; 1.2.0 v1.2.3 1.2.9",
        "'1.2.x' ; 1.2.0 v1.2.3 1.2.9",
        "'1.x.x' ; 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'=1.2' ; 1.2.0 v1.2.3 1.2.9",
        "'1.2.3' ; v1.2.3",
        "'!=1.2.3' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0 1.2.0 1.2.9 1.3.0+b1 2.0.0 3.1.0 11.0.0",
        "'!=1.2' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0 1.3.0+b1 2.0.0 3.1.0 11.0.0",
        "'!=1.x' ; 0.0.0 0.0.3 0.2.3 0.3.0 2.0.0 3.1.0 11.0.0",
        "'>1' ; 2.0.0 3.1.0 11.0.0",
        "'>1.2' ; 1.3.0+b1 2.0.0 3.1.0 11.0.0",
        "'>1.2.3' ; 1.2.9 1.3.0+b1 2.0.0 3.1.0 11.0.0",
        "'<2' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'<1.2' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0",
        "'<=1.2' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0 1.2.0 v1.2.3 1.2.9",
        "'<=1' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'<=1.2.3' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0 1.2.0 v1.2.3",
        "'>=1.2.3-beta.1' ; 1.2.3-beta.2 v1.2.3 1.2.9 1.3.0-rc.1 1.3.0+b1 2.0.0-rc.1 2.0.0 3.1.0 11.0.0",
        "'>=1.2.3-beta.1 <2' ; 1.2.3-beta.2 v1.2.3 1.2.9 1.3.0-rc.1 1.3.0+b1 2.0.0-rc.1",
        "'>=1.2.3-beta.1, <2.0.0-0' ; 1.2.3-beta.2 v1.2.3 1.2.9 1.3.0-rc.1 1.3.0+b1",
        "'>1-0' ; 2.0.0-rc.1 2.0.0 3.1.0 11.0.0",
        "'~1' ; 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'~1.2' ; 1.2.0 v1.2.3 1.2.9",
        "'~1.2.3' ; v1.2.3 1.2.9",
        "'~>1.2' ; 1.2.0 v1.2.3 1.2.9",
        "'~1.2.3-beta.1' ; 1.2.3-beta.2 v1.2.3 1.2.9",
        "'~0.0.0' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1 2.0.0 3.1.0 11.0.0",
        "'^1' ; 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'^1.2' ; 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'^1.2.3-beta.1' ; 1.2.3-beta.2 v1.2.3 1.2.9 1.3.0-rc.1 1.3.0+b1",
        "'^0' ; 0.0.0 0.0.3 0.2.3 0.3.0",
        "'^0.0' ; 0.0.0 0.0.3",
        "'^0.0.3' ; 0.0.3",
        "'^0.2' ; 0.2.3",
        "'^0.2.3' ; 0.2.3",
        "'>*' ; 0.0.3 0.2.3 0.3.0 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1 2.0.0 3.1.0 11.0.0",
        "'1.2 - 1.3' ; 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'1 - 2' ; 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1 2.0.0",
        "'1.2.3-beta.1 - 2' ; 1.2.3-beta.2 v1.2.3 1.2.9 1.3.0-rc.1 1.3.0+b1 2.0.0-rc.1 2.0.0",
        "'0.2 - 0.3 || 2 - 3' ; 0.2.3 0.3.0 2.0.0 3.1.0",
        "'^0.2||^3' ; 0.2.3 3.1.0",
        "'>= 1.2 , < 2' ; 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'>=1.2,<2' ; 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'>=  1.2   <2' ; 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'=>1.2 =<2' ; 1.2.0 v1.2.3 1.2.9 1.3.0+b1 2.0.0",
        "'v1.2' ; 1.2.0 v1.2.3 1.2.9",
        "'>=v1.2 <v2' ; 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "'1.3.0' ; 1.3.0+b1",
        "'01.2' ; 1.2.0 v1.2.3 1.2.9",
        "'1.2-beta' ; 1.2.0 1.2.3-beta.2 v1.2.3 1.2.9",
        "'!=1.2-beta' ; 0.0.0 0.0.3 0.2.3 0.3.0 1.0.0-alpha 1.0.0 1.2.0 1.2.3-beta.2 v1.2.3 1.2.9 1.3.0-rc.1 1.3.0+b1 2.0.0-rc.1 2.0.0 3.1.0 11.0.0",
        "'>=1.0-0 || 0.2' ; 0.2.3 1.0.0-alpha 1.0.0 1.2.0 1.2.3-beta.2 v1.2.3 1.2.9 1.3.0-rc.1 1.3.0+b1 2.0.0-rc.1 2.0.0 3.1.0 11.0.0",
        "'1.x.3' ; 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
        "' ^1 ' ; 1.0.0 1.2.0 v1.2.3 1.2.9 1.3.0+b1",
      })
  void acceptsTheVersionsThatHelmAccepts(String range, String accepted) {
    var all =
        List.of(
            "0.0.0",
            "0.0.3",
            "0.2.3",
            "0.3.0",
            "1.0.0-alpha",
            "1.0.0",
            "1.2.0",
            "1.2.3-beta.2",
            "v1.2.3",
            "1.2.9",
            "1.3.0-rc.1",
            "1.3.0+b1",
            "2.0.0-rc.1",
            "2.0.0",
            "3.1.0",
            "11.0.0");
    assertEquals(
        List.of(accepted.split(" ")),
        all.stream()
            .filter(version -> new VersionRange(range).newestOf(List.of(version)).isPresent())
            .toList());
  }

  @Test
  void takesNoOtherTextForAVersion() {
    var others = List.of("latest", "nightly-1.2.3", "1.2.3.4", "1.0.0-", "");
    assertEquals(Optional.empty(), new VersionRange("*").newestOf(others));
    assertEquals(List.of("1.0.0", "latest"), VersionRange.sorted(List.of("latest", "1.0.0")));
  }

  @Test
  void prefersTheSameSpellingOfAnExactVersion() {
    assertEquals(
        Optional.of("1.0.0"), new VersionRange("1.0.0").newestOf(List.of("1.0.0+b2", "1.0.0")));
    assertEquals(
        Optional.of("1.0.0+b2"),
        new VersionRange("1.0.0").newestOf(List.of("1.0.0+b2", "1.0.0+b1")));
  }

  @Test
  void ordersPreReleasesAsSemVerDoes() {
    var oldestFirst =
        List.of(
            "1.0.0-2",
            "1.0.0-10",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0");
    assertEquals(oldestFirst.reversed(), VersionRange.sorted(oldestFirst));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2.3", "1.2.3-rc.1", "1.2.3+b1", "0.0.0"})
  void knowsTheTagsOfCharts(String tag) {
    assertTrue(VersionRange.isComplete(tag));
  }

  @ParameterizedTest
  @ValueSource(strings = {"20260101", "1", "1.2", "v1.2.3", "latest", "01.2.3", "1.2.3-01"})
  void knowsTheTagsOfOtherThings(String tag) {
    assertFalse(VersionRange.isComplete(tag));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2.3", "v1.2.3-a.b+c", "^1", "~1.2", "1.x", "*", ">=1 <2", "1 - 2"})
  void acceptsVersionsAndRanges(String text) {
    assertTrue(new VersionRange(text).isValid());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"latest", "newest please", "{}", ">=1<2", "^", "1 -2", "1||", "||1", "1.2.3-01"})
  void refusesOtherText(String text) {
    assertFalse(new VersionRange(text).isValid());
  }
}
