/** How much a connection may cost before anyone knows who is at its other end. */

const kb = 1024

/** Options of Fastify and of our own; those under `http` are of Node's server. */
export const serverLimits = {
  bodyLimit: 1024 * kb,
  /** The same where anyone may ask, which is for a password alone. */
  strangerBodyLimit: 16 * kb,
  /** Until the request is whole; answers, streams above all, may last. */
  requestTimeout: 30_000,
  /** The same for one that brings a file. */
  uploadTimeout: 300_000,
  keepAliveTimeout: 10_000,
  http: {
    maxHeaderSize: 16 * kb,
    headersTimeout: 10_000,
    /** How often those two are looked at: Node's half minute would let slow requests pile up. */
    connectionsCheckingInterval: 2_000,
    /** The guard refuses what names no host, in the same words as one that names another. */
    requireHostHeader: false,
    insecureHTTPParser: false,
  },
} as const
