package io.penstock.common.cost;

/**
 * What it takes to bring a tensor from one rank to another. Frames between two ranks in one direction follow each other.
 *
 * @param latency one way, occupies neither rank, in the unit of the stages' times
 * @param timePerByte reciprocal of the bandwidth; 0 for none to count
 * @param occupiesRank true if the sender computes nothing while its frame is on the way out
 */
public record Link(double latency, double timePerByte, boolean occupiesRank) {

    public static final Link INSTANT = latency(0);

    public Link {
        if (!(latency >= 0) || !(timePerByte >= 0)) {
            throw new IllegalArgumentException(
                    "latency and time per byte are 0 or more, got %s and %s".formatted(latency, timePerByte));
        }
    }

    /** A link that delays and does nothing else. */
    public static Link latency(double latency) {
        return new Link(latency, 0, false);
    }
}
