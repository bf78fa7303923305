package io.penstock.orchestrator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.orchestrator.setting.ApiToken;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

class TokenFilterTest {

    private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/jobs");
    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private final MockFilterChain chain = new MockFilterChain();

    @Test
    void filterWhenTokenIsMissingAnswersWithAProblem() throws Exception {
        new TokenFilter(new ApiToken("t"), new JsonMapper()).doFilter(request, response, chain);
        assertThat(response.getStatus()).isEqualTo(401);
        assertThat(response.getContentType()).startsWith("application/problem+json");
        assertThat(response.getContentAsString()).contains("unauthorized");
        assertThat(chain.getRequest()).isNull();
    }

    @Test
    void filterWhenTokenIsRightPasses() throws Exception {
        request.addHeader("Authorization", "Bearer t");
        new TokenFilter(new ApiToken("t"), new JsonMapper()).doFilter(request, response, chain);
        assertThat(chain.getRequest()).isSameAs(request);
    }
}
