/** Limits on what a connection may cost before its caller is known. */

const kb = 1024

/** Options of Fastify and of our own; those under `http` belong to Node's server. */
export const serverLimits = {
  bodyLimit: 1024 * kb,
  /** The same limit for endpoints that are open to anyone, which take only a password. */
  strangerBodyLimit: 16 * kb,
  /** Time until the request is whole. Responses, above all streams, may last longer. */
  requestTimeout: 30_000,
  /** The same limit for a request with a file. */
  uploadTimeout: 300_000,
  keepAliveTimeout: 10_000,
  http: {
    maxHeaderSize: 16 * kb,
    headersTimeout: 10_000,
    /** Interval at which those two limits are checked. Node's half minute would let slow requests pile up. */
    connectionsCheckingInterval: 2_000,
    /** The guard refuses a request that names no host, with the same error as one that names another. */
    requireHostHeader: false,
    insecureHTTPParser: false,
  },
} as const
