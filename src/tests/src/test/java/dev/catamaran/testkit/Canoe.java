package dev.catamaran.testkit;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** A kind with its CRD in an unusual folder. */
@Group("kit.catamaran.dev")
@Version("v1")
public class Canoe extends CustomResource<Void, Void> implements Namespaced {}
