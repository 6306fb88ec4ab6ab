/** How uplinks and hubs connect to NATS here. */
import type { NodeConnectionOptions } from '@nats-io/transport-node'

/** A server that says nothing for twice this time counts as gone. */
const pingMs = 2_000

export const hubConnection = (servers: readonly string[]): NodeConnectionOptions => ({
  servers: [...servers],
  ...{ maxReconnectAttempts: -1, reconnectTimeWait: 250, waitOnFirstConnect: true, timeout: 2_000 },
  ...{ pingInterval: pingMs, maxPingOut: 2 },
})
