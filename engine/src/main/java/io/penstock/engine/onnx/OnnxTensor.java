package io.penstock.engine.onnx;

import io.penstock.engine.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * A TensorProto: its elements, dense and row-major, stay in the file.
 *
 * @param type as ONNX numbers them: 1 is float32, 7 is int64
 * @param data little-endian elements
 */
record OnnxTensor(Path file, String name, int type, Shape shape, MemorySegment data) {

    private static final int FLOAT = 1;
    private static final int INT64 = 7;
    private static final int EXTERNAL = 1;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat REAL = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    static OnnxTensor read(Message message) {
        String name = "";
        int type = 0;
        LongStream.Builder dimensions = LongStream.builder();
        LongStream.Builder integers = LongStream.builder();
        MemorySegment data = MemorySegment.NULL;
        while (message.next()) {
            switch (message.field()) {
                case 1 -> message.numbers(dimensions);
                case 2 -> type = (int) message.number();
                case 4, 9 -> data = message.bytes();
                case 7 -> message.numbers(integers);
                case 8 -> name = message.text();
                case 14 -> {
                    if (message.number() == EXTERNAL) {
                        throw new InvalidOnnxException(
                                message.file(),
                                "keeps its tensors in other files: save it as one file, with its weights inside");
                    }
                }
                default -> {}
            }
        }
        long[] listed = integers.build().toArray();
        return new OnnxTensor(
                message.file(),
                name,
                type,
                shape(message.file(), name, dimensions.build().toArray()),
                listed.length == 0 ? data : stored(listed));
    }

    private static Shape shape(Path file, String name, long[] dimensions) {
        try {
            Shape shape = Shape.of(
                    Arrays.stream(dimensions).mapToInt(Math::toIntExact).toArray());
            Math.multiplyExact(shape.size(), Long.BYTES);
            return shape;
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw new InvalidOnnxException(
                    file,
                    "has the tensor \"%s\" of the impossible shape %s: restore the file"
                            .formatted(name, Arrays.toString(dimensions)));
        }
    }

    private static MemorySegment stored(long[] values) {
        MemorySegment data = MemorySegment.ofArray(new byte[Math.multiplyExact(values.length, Long.BYTES)]);
        for (int i = 0; i < values.length; i++) {
            data.setAtIndex(LONG, i, values[i]);
        }
        return data;
    }

    boolean isFloat() {
        return type == FLOAT;
    }

    /** Elements of a float32 tensor, 4 bytes each. */
    MemorySegment floats() {
        return checked(FLOAT, "float32", Float.BYTES);
    }

    /** The value of a float32 tensor of one element. */
    float scalar() {
        if (shape.size() != 1) {
            throw new InvalidOnnxException(file, "has the shape %s where one number is needed".formatted(shape));
        }
        return floats().get(REAL, 0);
    }

    /** Elements of an int64 tensor. */
    long[] integers() {
        return checked(INT64, "int64", Long.BYTES).toArray(LONG);
    }

    private MemorySegment checked(int wanted, String words, int bytes) {
        if (type != wanted) {
            throw new InvalidOnnxException(
                    file,
                    "has the tensor \"%s\" with ONNX element type %d, not %s: use a file that is neither quantised nor in half precision"
                            .formatted(name, type, words));
        }
        if (data.byteSize() != shape.size() * bytes) {
            throw new InvalidOnnxException(
                    file,
                    "has the tensor \"%s\" with %d bytes but %s of shape %s needs %d: restore the file"
                            .formatted(name, data.byteSize(), words, shape, shape.size() * bytes));
        }
        return data;
    }
}
