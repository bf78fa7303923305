package io.penstock.engine.data;

/** How many samples are left to train on when some are held out. */
final class HeldOut {

    private HeldOut() {}

    /**
     * The nearest number to a share is held out.
     *
     * @throws InvalidDataException if none would be left on one side
     */
    static int training(int count, double validationFraction) {
        int heldOut = (int) Math.round(count * validationFraction);
        if (heldOut == count || (heldOut == 0 && validationFraction > 0)) {
            throw new InvalidDataException(
                    "/data/validationFraction",
                    "validationFraction is %s of %d samples, which holds out %d of them: leave at least one on each side"
                            .formatted(validationFraction, count, heldOut));
        }
        return count - heldOut;
    }
}
