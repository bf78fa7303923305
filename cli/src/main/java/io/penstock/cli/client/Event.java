package io.penstock.cli.client;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server-sent event.
 *
 * @param id where to go on after a reconnect, if the server gave one
 * @param name the event's kind
 * @param data its lines, joined by line feeds
 */
record Event(@Nullable String id, String name, String data) {

    /** The next event of a stream (WHATWG HTML, section 9.2.6), or null at its end. */
    static @Nullable Event read(Iterator<String> lines) {
        String id = null;
        String name = "message";
        List<String> data = new ArrayList<>();
        while (lines.hasNext()) {
            String line = lines.next();
            if (line.isEmpty() && !data.isEmpty()) {
                return new Event(id, name, String.join("\n", data));
            }
            switch (field(line)) {
                case "id" -> id = value(line);
                case "event" -> name = value(line);
                case "data" -> data.add(value(line));
                default -> {}
            }
        }
        return null;
    }

    private static String field(String line) {
        int colon = line.indexOf(':');
        return colon < 0 ? line : line.substring(0, colon);
    }

    private static String value(String line) {
        int colon = line.indexOf(':');
        String value = colon < 0 ? "" : line.substring(colon + 1);
        return value.startsWith(" ") ? value.substring(1) : value;
    }
}
