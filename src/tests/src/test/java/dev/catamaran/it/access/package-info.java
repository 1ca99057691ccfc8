/** Accounts, permissions and namespaces. */
package dev.catamaran.it.access;
