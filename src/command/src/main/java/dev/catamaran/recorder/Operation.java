package dev.catamaran.recorder;

/** The operation of Helm that sends a request. */
public enum Operation {
  INSTALL,
  UPGRADE,
  TEST,
  UNINSTALL
}
