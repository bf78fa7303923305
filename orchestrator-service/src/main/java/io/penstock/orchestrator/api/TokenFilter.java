package io.penstock.orchestrator.api;

import io.penstock.orchestrator.console.ConsoleFiles;
import io.penstock.orchestrator.setting.ApiToken;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/** Lets only those in who know the token, where there is one. The console page itself, which asks for it, is open. */
@Component
class TokenFilter extends OncePerRequestFilter {

    private final ApiToken token;
    private final ConsoleFiles console;
    private final JsonMapper json;

    TokenFilter(ApiToken token, ConsoleFiles console, JsonMapper json) {
        this.token = token;
        this.console = console;
        this.json = json;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return console.serve(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (token.admits(request.getHeader(HttpHeaders.AUTHORIZATION))) {
            chain.doFilter(request, response);
            return;
        }
        response.setStatus(HttpStatus.UNAUTHORIZED.value());
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        json.writeValue(
                response.getOutputStream(),
                ProblemAdvice.problem(
                        HttpStatus.UNAUTHORIZED,
                        "unauthorized",
                        "send the orchestrator's penstock.api-token as \"Authorization: Bearer …\"",
                        List.of()));
    }
}
