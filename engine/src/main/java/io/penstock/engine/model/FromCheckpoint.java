package io.penstock.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * A model that is what a checkpoint's folder says, but for what is given here.
 *
 * @param from the folder, relative to the data root
 * @param contextLength most tokens of a sample, at most the checkpoint's
 * @param classes of a classifier, which is drawn anew if the checkpoint has another one or none
 * @param dropout of the training that follows
 */
public record FromCheckpoint(
        String from,
        @Nullable Integer contextLength,
        @Nullable Integer classes,
        @Nullable Double dropout) {}
