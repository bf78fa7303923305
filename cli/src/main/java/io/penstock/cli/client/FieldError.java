package io.penstock.cli.client;

/**
 * One reason for a refusal.
 *
 * @param pointer the JSON pointer of the field at fault
 * @param detail rule, numbers and fix
 */
public record FieldError(String pointer, String detail) {}
