package dev.catamaran.cluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import java.lang.annotation.Annotation;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates a class for each GVK at run time. The Java Operator SDK distinguishes kinds by
 * annotations of their class, so a plain {@link GenericKubernetesResource} cannot be a primary.
 */
public final class KindClasses {
  private KindClasses() {}

  /** A resource with the kind of its class. */
  public abstract static class OfKind extends GenericKubernetesResource {
    private static final long serialVersionUID = 1L;

    /**
     * Sets apiVersion and kind: without them, the API server would refuse the SDK's creates and
     * applies.
     */
    @SuppressWarnings("this-escape") // No class overrides these setters of the parent.
    protected OfKind() {
      var type = getClass();
      var group = type.getAnnotation(Group.class).value();
      var version = type.getAnnotation(Version.class).value();
      setApiVersion(group.isEmpty() ? version : group + "/" + version);
      setKind(type.getAnnotation(Kind.class).value());
    }

    /** Drops the managed fields: they take half of a primary's memory, and nothing reads them. */
    @Override
    public void setMetadata(ObjectMeta metadata) {
      metadata.setManagedFields(null);
      super.setMetadata(metadata);
    }

    /**
     * A primary that is being deleted gets no new finalizer. The finalizer of a Go operator alone
     * then counts as ours, so that the cleanup runs.
     */
    @Override
    public boolean hasFinalizer(String finalizer) {
      return super.hasFinalizer(finalizer)
          || (finalizer.equals(Finalizers.OURS)
              && isMarkedForDeletion()
              && Finalizers.hasPredecessors(this));
    }

    /**
     * Also removes the finalizers of Go operators after the cleanup: no other client would remove
     * them.
     */
    @Override
    public boolean removeFinalizer(String finalizer) {
      boolean predecessors =
          finalizer.equals(Finalizers.OURS) && Finalizers.removePredecessors(this);
      return super.removeFinalizer(finalizer) || predecessors;
    }
  }

  public static Class<? extends OfKind> of(ResourceDefinitionContext api) {
    var name = "dev.catamaran.cluster.kinds." + api.getKind();
    return new KindLoader().define(name, bytecode(name, api)).asSubclass(OfKind.class);
  }

  /** Contains one class: kinds of two groups may have the same name. */
  private static final class KindLoader extends ClassLoader {
    KindLoader() {
      super(KindClasses.class.getClassLoader());
    }

    Class<?> define(String name, byte[] bytecode) {
      return defineClass(name, bytecode, 0, bytecode.length);
    }
  }

  private static byte[] bytecode(String name, ResourceDefinitionContext api) {
    var type = new ClassWriter(0);
    type.visit(
        Opcodes.V21,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        name.replace('.', '/'),
        /* signature= */ null,
        Type.getInternalName(OfKind.class),
        api.isNamespaceScoped() ? new String[] {Type.getInternalName(Namespaced.class)} : null);
    annotate(type, Group.class, api.getGroup());
    annotate(type, Version.class, api.getVersion());
    annotate(type, Kind.class, api.getKind());
    annotate(type, Plural.class, api.getPlural());
    addConstructor(type);
    type.visitEnd();
    return type.toByteArray();
  }

  private static void annotate(
      ClassWriter type, Class<? extends Annotation> annotation, String value) {
    var written = type.visitAnnotation(Type.getDescriptor(annotation), /* visible= */ true);
    written.visit("value", value);
    written.visitEnd();
  }

  /** The client library and Jackson create objects by a constructor without parameters. */
  private static void addConstructor(ClassWriter type) {
    var constructor = type.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    constructor.visitCode();
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(
        Opcodes.INVOKESPECIAL, Type.getInternalName(OfKind.class), "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(/* maxStack= */ 1, /* maxLocals= */ 1);
    constructor.visitEnd();
  }
}
