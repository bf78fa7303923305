package io.penstock.engine.data;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.IOException;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/** Makes bytes [channels, height, width] of an image file, the same on every machine. */
final class ImageDecoder {

    /** An image may unpack to so many pixels, 256 MiB. */
    private static final long MAX_PIXELS = 1L << 26;

    private ImageDecoder() {}

    /** @throws InvalidDataException if it cannot be decoded or is too large */
    static byte[] decode(DataFile file, ImagesSource source) {
        float[][] planes;
        BufferedImage image = read(file);
        try {
            planes = planes(image, source.channels());
        } catch (RuntimeException e) {
            throw file.fault("is no readable image (%s): restore or remove it".formatted(e.getMessage()));
        }
        byte[] bytes = new byte[source.channels() * source.height() * source.width()];
        for (int channel = 0; channel < planes.length; channel++) {
            resize(planes[channel], image.getWidth(), image.getHeight(), source, bytes, channel);
        }
        return bytes;
    }

    private static BufferedImage read(DataFile file) {
        try (ImageInputStream in = ImageIO.createImageInputStream(file.path().toFile())) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw file.fault("is no readable image (neither PNG nor JPEG inside): restore or remove it");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(in, true, true);
                long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
                if (pixels > MAX_PIXELS) {
                    throw file.fault(
                            "has %d pixels but at most %d are read: make it smaller".formatted(pixels, MAX_PIXELS));
                }
                return reader.read(0);
            } finally {
                reader.dispose();
            }
        } catch (InvalidDataException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw file.fault("is no readable image (%s): restore or remove it".formatted(e.getMessage()));
        }
    }

    /** Values 0 to 255. Gray images are read as they are: converting them through colours would change their values. */
    private static float[][] planes(BufferedImage image, int channels) {
        int width = image.getWidth();
        int height = image.getHeight();
        float[][] planes = new float[channels][width * height];
        boolean gray = image.getColorModel().getColorSpace().getType() == ColorSpace.TYPE_GRAY;
        int[] row = new int[width];
        for (int y = 0; y < height; y++) {
            if (gray) {
                grayRow(image, y, row);
            } else {
                image.getRGB(0, y, width, 1, row, 0, width);
            }
            for (int x = 0; x < width; x++) {
                put(row[x], planes, y * width + x);
            }
        }
        return planes;
    }

    private static void grayRow(BufferedImage image, int y, int[] row) {
        Raster raster = image.getRaster();
        int most = (1 << raster.getSampleModel().getSampleSize(0)) - 1;
        raster.getSamples(0, y, row.length, 1, 0, row);
        for (int x = 0; x < row.length; x++) {
            row[x] = Math.round(255f * row[x] / most) * 0x10101;
        }
    }

    private static void put(int rgb, float[][] planes, int at) {
        int red = rgb >> 16 & 0xff;
        int green = rgb >> 8 & 0xff;
        int blue = rgb & 0xff;
        if (planes.length == 1) {
            planes[0][at] = (299 * red + 587 * green + 114 * blue) / 1000f;
        } else {
            planes[0][at] = red;
            planes[1][at] = green;
            planes[2][at] = blue;
        }
    }

    /** Bilinear between the centres of pixels. */
    private static void resize(float[] in, int width, int height, ImagesSource to, byte[] out, int channel) {
        int at = channel * to.height() * to.width();
        for (int y = 0; y < to.height(); y++) {
            float v = Math.clamp((y + 0.5f) * height / to.height() - 0.5f, 0, height - 1);
            int top = (int) v;
            int below = Math.min(top + 1, height - 1);
            for (int x = 0; x < to.width(); x++) {
                float u = Math.clamp((x + 0.5f) * width / to.width() - 0.5f, 0, width - 1);
                int left = (int) u;
                int right = Math.min(left + 1, width - 1);
                float upper = mix(in[top * width + left], in[top * width + right], u - left);
                float lower = mix(in[below * width + left], in[below * width + right], u - left);
                out[at++] = (byte) Math.round(mix(upper, lower, v - top));
            }
        }
    }

    private static float mix(float first, float second, float share) {
        return first + (second - first) * share;
    }
}
