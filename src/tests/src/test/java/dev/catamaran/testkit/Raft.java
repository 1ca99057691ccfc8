package dev.catamaran.testkit;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** A cluster-scoped kind with its CRD in the folder of the generator of fabric8. */
@Group("kit.catamaran.dev")
@Version("v1")
public class Raft extends CustomResource<Void, Void> {}
