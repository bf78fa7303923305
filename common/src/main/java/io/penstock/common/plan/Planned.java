package io.penstock.common.plan;

import io.penstock.common.cost.PipelineCosts;
import io.penstock.common.simulate.Timeline;
import java.util.List;

/**
 * A plan and how it was found.
 *
 * @param costs of one micro-batch, by stage
 * @param timeline simulated with these costs
 * @param alternatives what else was tried, fastest first, refused ones last
 */
public record Planned(Plan plan, PipelineCosts costs, Timeline timeline, List<Alternative> alternatives) {

    public Planned {
        alternatives = List.copyOf(alternatives);
    }
}
