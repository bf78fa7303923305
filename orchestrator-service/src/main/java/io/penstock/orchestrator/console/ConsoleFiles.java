package io.penstock.orchestrator.console;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.stereotype.Component;

/** The files that the console page consists of; they hold no data, so whoever gets this far may read them. */
@Component
public class ConsoleFiles {

    private static final String FOLDER = "/static/";

    private final Set<String> paths = new TreeSet<>(Set.of("/"));

    public ConsoleFiles() {
        try {
            for (Resource file : new PathMatchingResourcePatternResolver().getResources("classpath:/static/**/*.*")) {
                String url = file.getURL().toString();
                paths.add(url.substring(url.lastIndexOf(FOLDER) + FOLDER.length() - 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the console's files cannot be listed", e);
        }
    }

    /** True if it asks for one of the files by its plain path; any other way to write the path does not count. */
    public boolean serve(HttpServletRequest request) {
        return request.getMethod().equals("GET") && paths.contains(request.getRequestURI());
    }

    Set<String> paths() {
        return Set.copyOf(paths);
    }
}
