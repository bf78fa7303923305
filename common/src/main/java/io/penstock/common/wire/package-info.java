/** The one wire protocol of Penstock: control messages and tensors between processes, on Netty. */
@NullMarked
package io.penstock.common.wire;

import org.jspecify.annotations.NullMarked;
