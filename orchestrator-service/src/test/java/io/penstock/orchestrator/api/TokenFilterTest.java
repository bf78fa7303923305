package io.penstock.orchestrator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.orchestrator.console.ConsoleFiles;
import io.penstock.orchestrator.setting.ApiToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

class TokenFilterTest {

    private final TokenFilter filter = new TokenFilter(new ApiToken("t"), new ConsoleFiles(), new JsonMapper());
    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private final MockFilterChain chain = new MockFilterChain();

    @ParameterizedTest
    @CsvSource({
        "GET, /jobs",
        "GET, /examples",
        "GET, /v3/api-docs",
        "GET, /console",
        "GET, /console/",
        "GET, /console/none.js",
        "GET, /console/../jobs",
        "GET, /console/app.js/../../jobs",
        "GET, /console/app.js;/../../jobs",
        "GET, /jobs/..",
        "GET, //",
        "POST, /",
        "POST, /jobs"
    })
    void filterWhenTokenIsMissingAnswersWithAProblem(String method, String path) throws Exception {
        filter.doFilter(new MockHttpServletRequest(method, path), response, chain);
        assertThat(response.getStatus()).isEqualTo(401);
        assertThat(response.getContentType()).startsWith("application/problem+json");
        assertThat(response.getContentAsString()).contains("unauthorized");
        assertThat(chain.getRequest()).isNull();
    }

    @Test
    void filterWhenTokenIsRightPasses() throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/jobs");
        request.addHeader("Authorization", "Bearer t");
        filter.doFilter(request, response, chain);
        assertThat(chain.getRequest()).isSameAs(request);
    }

    @ParameterizedTest
    @CsvSource({"/", "/index.html", "/console/app.js", "/console/theme.css", "/console/vendor/uplot/uPlot.esm.js"})
    void filterWhenTheConsoleIsAskedForNeedsNoToken(String path) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
        filter.doFilter(request, response, chain);
        assertThat(chain.getRequest()).isSameAs(request);
    }
}
