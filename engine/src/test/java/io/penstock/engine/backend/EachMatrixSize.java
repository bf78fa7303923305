package io.penstock.engine.backend;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Runs a test for empty, single, odd, unaligned and fresh random numbers of rows and columns. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ArgumentsSource(EachMatrixSize.Sizes.class)
@interface EachMatrixSize {

    /** Rows and columns. */
    final class Sizes implements ArgumentsProvider {

        private static final int[][] FIXED = {{0, 5}, {5, 0}, {1, 1}, {1, 7}, {6, 1}, {7, 13}, {32, 128}, {33, 65}};

        private final SplittableRandom random = new SplittableRandom();

        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            return Stream.concat(
                    Stream.of(FIXED).map(size -> Arguments.of(size[0], size[1])),
                    Stream.of(
                            Arguments.of(1 + random.nextInt(8), 1 + random.nextInt(300)),
                            Arguments.of(1 + random.nextInt(300), 1 + random.nextInt(8))));
        }
    }
}
