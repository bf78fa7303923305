package io.penstock.orchestrator.store;

import io.penstock.common.schedule.StageMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plans stored before stage maps could be uneven and actions overlap: the map was {@code {"ranks": 4, "chunks": 1}}, always a
 * loop, and there was no list of overlaps.
 */
final class FormerPlan {

    private FormerPlan() {}

    /** The plan in the present form; one that has it already is left as it is. */
    static JsonNode renewed(JsonNode plan) {
        if (plan.get("table") instanceof ObjectNode table && table.get("stages") instanceof ObjectNode former) {
            StageMap map = StageMap.loop(
                    former.get("ranks").intValue(), former.get("chunks").intValue());
            ArrayNode owners = table.putArray("stages");
            map.owners().forEach(owners::add);
            ArrayNode overlaps = table.putArray("overlaps");
            for (int rank = 0; rank < map.ranks(); rank++) {
                overlaps.addArray();
            }
        }
        return plan;
    }
}
