package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** create webhook. The files that it adds or edits are in src/test/golden. */
class CreateWebhookTest {
  private static final Path CHART = Path.of("helm-charts/memcached").toAbsolutePath();

  private final Path project;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  CreateWebhookTest(@TempDir Path folder) {
    this.project = folder.resolve("memcached-operator");
  }

  private int run(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--project", project.toString()));
    return Main.execute(
        new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
  }

  @BeforeEach
  void makeAProject() {
    run("init", "--domain", "my.domain");
    run("create", "api", "--group", "cache", "--kind", "Memcached", "--helm-chart", CHART + "");
    run("create", "api", "--group", "cache", "--version", "v1", "--kind", "Backup", "--java");
    out.getBuffer().setLength(0);
  }

  private int webhook(String... options) {
    var all = new ArrayList<>(List.of("create", "webhook"));
    all.addAll(List.of("--group", "cache", "--version", "v1", "--kind", "Backup"));
    all.addAll(List.of(options));
    return run(all.toArray(String[]::new));
  }

  private int webhookOfAllParts() {
    return webhook(
        "--defaulting", "--programmatic-validation", "--conversion", "--spoke", "v1alpha1");
  }

  @Test
  void addsAndEditsTheGoldenFiles() throws IOException {
    var before = GoldenTree.files(project);
    assertEquals(0, webhookOfAllParts(), err::toString);
    var changed = new TreeMap<>(GoldenTree.files(project));
    changed.entrySet().removeIf(file -> file.getValue().equals(before.get(file.getKey())));
    // It has the texts of the others.
    assertTrue(changed.keySet().remove(".catamaran/written.yaml"));
    GoldenTree.named("memcached-operator-webhook").check(changed);
  }

  @Test
  void changesNothingTheSecondTime() throws IOException {
    webhookOfAllParts();
    var before = GoldenTree.files(project);
    out.getBuffer().setLength(0);
    assertEquals(0, webhookOfAllParts(), err::toString);
    assertEquals(before, GoldenTree.files(project));
    assertEquals(
        """
        Nothing changed: the kind has this webhook already
        Next: make manifests, which writes config/webhook/manifests.yaml and the versions of the CRD
        """,
        out.toString());
  }

  @Test
  void addsAConverterToAKindWithAdmission() throws IOException {
    assertEquals(0, webhook("--programmatic-validation"), err::toString);
    var component = project.resolve("config/webhook/kustomization.yaml");
    assertTrue(Files.readString(component).contains("\n- manifests.yaml\n"));
    assertTrue(!Files.readString(component).contains("conversion_of_backups"));
    assertEquals(0, webhook("--conversion", "--spoke", "v1beta1"), err::toString);
    assertTrue(Files.readString(component).contains("- path: conversion_of_backups.yaml\n"));
    assertTrue(
        Files.readString(project.resolve("watches.yaml"))
            .contains(
                """
                  reconciler: domain.my.cache.BackupReconciler
                  webhooks:
                  - domain.my.cache.BackupV1beta1Converter
                  - domain.my.cache.BackupAdmission
                """));
  }

  @Test
  void keepsTheEntryOfAPerson() throws IOException {
    var watches = project.resolve("watches.yaml");
    Files.writeString(
        watches,
        Files.readString(watches)
            .replace(
                "BackupReconciler\n",
                "BackupReconciler\n  webhooks: [my.Other] # mine\n  retry: {max: 10s}\n\n"));
    assertEquals(0, webhook("--defaulting"), err::toString);
    assertTrue(
        Files.readString(watches)
            .contains(
                """
                  reconciler: domain.my.cache.BackupReconciler
                  webhooks: [my.Other, domain.my.cache.BackupAdmission] # mine
                  retry: {max: 10s}

                #+kubebuilder:scaffold:watch
                """),
        () -> read(watches));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --group cache --version v1 --kind Backup | name what the webhook does: --defaulting, --programmatic-validation, or --conversion with --spoke
          --group cache --version v1 --kind Backup --conversion | --conversion and --spoke need each other: name the other version
          --group cache --version v1 --kind Backup --defaulting --spoke v2 | --conversion and --spoke need each other: name the other version
          --group cache --version v1 --kind Backup --conversion --spoke 2 | --spoke: "2" is not a version of Kubernetes APIs, such as v1, v1beta1 or v1alpha1
          --group cache --version v1 --kind Backup --conversion --spoke v1 | --spoke: v1 is the version of the kind itself; name another one
          --group cache --version v1 --kind Other --defaulting | the project has no kind Other in the group cache and the version v1; add it with `catamaran create api`
          --group cache --version v1alpha1 --kind Memcached --defaulting | Memcached has the chart helm-charts/memcached, and no Java class. Let values.schema.json of the chart validate it, or write a Validator<GenericKubernetesResource> and name it under `webhooks` in watches.yaml (docs/how-to/write-a-reconciler.md)
          """)
  void reportsWrongInputAndWritesNothing(String options, String message) throws IOException {
    var before = GoldenTree.files(project);
    var arguments = new ArrayList<>(List.of("create", "webhook"));
    arguments.addAll(List.of(options.split(" ")));
    assertEquals(1, run(arguments.toArray(String[]::new)));
    assertEquals(message + "\n", err.toString());
    assertEquals(before, GoldenTree.files(project));
  }
}
