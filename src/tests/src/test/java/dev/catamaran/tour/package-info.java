/**
 * Ten tests that show Catamaran to a new reader, in this order. Each runs alone; none needs
 * knowledge of a later one.
 *
 * <ol>
 *   <li>{@link dev.catamaran.tour.InstallIT}: a primary becomes a Helm release, and its status says
 *       so.
 *   <li>{@link dev.catamaran.tour.ChangedSpecIT}: a changed spec becomes the next revision.
 *   <li>{@link dev.catamaran.tour.RepairIT}: the operator repairs what others changed, and leaves
 *       what others added.
 *   <li>{@link dev.catamaran.tour.RollbackIT}: a failed upgrade is rolled back, and the status says
 *       why.
 *   <li>{@link dev.catamaran.tour.SecretValuesIT}: values come from a Secret too, as soon as it
 *       exists.
 *   <li>{@link dev.catamaran.tour.ChartExtensionIT}: Java code computes values from other objects.
 *   <li>{@link dev.catamaran.tour.TypedReconcilerIT}: Java code takes the place of a chart, under
 *       the test kit.
 *   <li>{@link dev.catamaran.tour.HelmReleaseIT}: the operator adopts a release that Helm
 *       installed.
 *   <li>{@link dev.catamaran.tour.RestartIT}: a restart over finished releases writes nothing.
 *   <li>{@link dev.catamaran.tour.RemovalIT}: a deleted primary takes its release along.
 * </ol>
 */
package dev.catamaran.tour;
