package io.penstock.common.plan;

import io.penstock.common.simulate.Timeline;

/** What a search makes as short as it can. */
public enum Objective {
    /** The time from the first start to the last end of a step: what counts if all ranks wait for each other after it. */
    MAKESPAN {
        @Override
        double of(Timeline timeline) {
            return timeline.makespan();
        }
    },
    /** The longest time of one rank from its first start to its last end: what counts if ranks go on by themselves. */
    SPAN {
        @Override
        double of(Timeline timeline) {
            return timeline.span();
        }
    };

    abstract double of(Timeline timeline);
}
