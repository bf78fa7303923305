package io.penstock.engine.backend;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Puts something behind each call of a backend's kernels, to slow a run down or to spoil it. */
public interface Interceptor {

    /** Called after a kernel has returned. */
    void after(String kernel, Object[] arguments);

    static Backend wrap(Backend backend, Interceptor interceptor) {
        return (Backend) Proxy.newProxyInstance(
                Backend.class.getClassLoader(), new Class<?>[] {Backend.class}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(backend, arguments);
                        interceptor.after(method.getName(), arguments);
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
