package io.penstock.common.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.common.schedule.Action;
import io.penstock.common.schedule.StageMap;
import io.penstock.common.simulate.Timeline;
import io.penstock.common.simulate.Timeline.Span;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class TimelineSvgTest {

    private static final Timeline TWO_CHUNKS = new Timeline(
            List.of(
                    List.of(span("0F0", 5, 6), span("3F0", 8, 9), span("3B0", 9, 11), span("0B0", 15, 17)),
                    List.of(span("1F0", 6, 7), span("2F0", 7, 8), span("2B0", 11, 13), span("1B0", 13, 15))),
            List.of());
    private static final StageMap V = StageMap.wave(2, 2);

    @Test
    void ofWhenDrawnPlacesEachActionOnItsLane() throws Exception {
        Document svg = parse(TimelineSvg.of("a", TWO_CHUNKS, V, 10));

        assertThat(rectangles(svg, "F0")).containsExactly("0 9", "10 9", "56 12");
        assertThat(rectangles(svg, "F1")).containsExactly("30 9", "20 9", "69 12");
        assertThat(rectangles(svg, "B1")).startsWith("40 19", "60 19").hasSize(3);
    }

    @Test
    void ofWhenTitleHasMarkupEscapesIt() throws Exception {
        Document svg = parse(TimelineSvg.of("a < b & c", TWO_CHUNKS, V));

        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("a < b & c");
    }

    @Test
    void ofWhenCellsAreNarrowLeavesTheirNumbersOut() throws Exception {
        List<Span> spans =
                IntStream.range(0, 2000).mapToObj(i -> span("0F" + i, i, i + 1)).toList();
        Timeline timeline = new Timeline(List.of(spans), List.of());

        assertThat(labels(parse(TimelineSvg.of("a", timeline, StageMap.loop(1, 1))), "F0"))
                .isZero();
        assertThat(labels(parse(TimelineSvg.of("a", timeline, StageMap.loop(1, 1), 20)), "F0"))
                .isEqualTo(2000);
    }

    @Test
    void ofWhenNothingTakesTimeStillDraws() throws Exception {
        Timeline timeline = new Timeline(List.of(List.of(span("0F0", 0, 0))), List.of());

        assertThat(parse(TimelineSvg.of("a", timeline, StageMap.loop(1, 1)))
                        .getElementsByTagName("rect")
                        .getLength())
                .isPositive();
    }

    private static List<String> rectangles(Document svg, String style) {
        return elements(svg, "rect").stream()
                .filter(element -> element.getAttribute("class").equals(style))
                .map(element -> element.getAttribute("x") + " " + element.getAttribute("width"))
                .toList();
    }

    private static long labels(Document svg, String style) {
        return elements(svg, "text").stream()
                .filter(element -> element.getAttribute("class").equals(style))
                .count();
    }

    private static List<Element> elements(Document svg, String name) {
        NodeList found = svg.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static Span span(String cell, double start, double end) {
        return new Span(Action.parse(cell), start, end);
    }
}
