package dev.catamaran.cli;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * create webhook; {@code GeneratedWebhooksTest} compiles what it writes and builds its manifests.
 */
class CreateWebhookTest {
  private static final String BACKUP = " --group cache --version v1 --kind Backup";
  private static final String WEBHOOK = "create webhook" + BACKUP;

  private final TestProject project;

  CreateWebhookTest(@TempDir Path folder) {
    this.project = new TestProject(folder.resolve("memcached-operator"));
    project.succeed("init --domain my.domain");
    project.succeed("create api --java" + BACKUP);
  }

  @Test
  void changesNothingTheSecondTime() throws IOException {
    var all = WEBHOOK + " --defaulting --programmatic-validation --conversion --spoke v1alpha1";
    project.succeed(all);
    var before = project.tree();
    assertContains(project.succeed(all), "Nothing changed: the kind has this webhook already\n");
    assertEquals(before, project.tree());
  }

  @Test
  void addsAConverterToAKindWithAdmission() throws IOException {
    project.succeed(WEBHOOK + " --programmatic-validation");
    var component = "config/webhook/kustomization.yaml";
    assertContains(project.read(component), "\n- manifests.yaml\n");
    assertFalse(project.read(component).contains("conversion_of_backups"));
    project.succeed(WEBHOOK + " --conversion --spoke v1beta1");
    assertContains(project.read(component), "- path: conversion_of_backups.yaml\n");
    assertContains(
        project.read("watches.yaml"),
        """
          reconciler: domain.my.cache.BackupReconciler
          webhooks:
          - domain.my.cache.BackupV1beta1Converter
          - domain.my.cache.BackupAdmission
        """);
  }

  @Test
  void keepsTheEntryOfAPerson() throws IOException {
    project.replace(
        "watches.yaml",
        "BackupReconciler\n",
        "BackupReconciler\n  webhooks: [my.Other] # mine\n  retry: {max: 10s}\n\n");
    project.succeed(WEBHOOK + " --defaulting");
    assertContains(
        project.read("watches.yaml"),
        """
          reconciler: domain.my.cache.BackupReconciler
          webhooks: [my.Other, domain.my.cache.BackupAdmission] # mine
          retry: {max: 10s}

        #+kubebuilder:scaffold:watch
        """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --kind Backup | name what the webhook does: --defaulting, --programmatic-validation, or
          --kind Backup --conversion | --conversion and --spoke need each other
          --kind Backup --defaulting --spoke v2 | --conversion and --spoke need each other
          --kind Backup --conversion --spoke 2 | --spoke: "2" is not a version of Kubernetes APIs
          --kind Backup --conversion --spoke v1 | --spoke: v1 is the version of the kind itself
          --kind Other --defaulting | the project has no kind Other in the group cache
          --kind Memcached --defaulting | Memcached has the chart helm-charts/memcached, and no Java class
          """)
  void reportsWrongInputAndWritesNothing(String options, String message) {
    project.succeed(
        "create api --group cache --version v1 --kind Memcached --helm-chart "
            + TestProject.MEMCACHED);
    assertContains(project.refuse("create webhook --group cache --version v1 " + options), message);
  }
}
