/** The client for programs of this Mac. It talks only to the web process of its own data folder. */
import { type Client, createClient } from '../client/client.ts'
import type { Surface } from '../contract/surfaces.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import { provenFetch } from './proven-fetch.ts'

interface Options {
  key?: string | undefined
  surface: Surface
  /** Wraps the `fetch` that reaches the service. */
  around?(fetch: typeof globalThis.fetch): typeof globalThis.fetch
}

/** This URL is never used: the address is read from the data folder for each request. */
const unusedUrl = 'http://localhost'

/**
 * Makes a client whose methods throw `ClientError`, with `unreachable` if no service of this data folder runs; in that
 * case nothing was sent.
 */
export function localClient(dir: ServiceDir, { key, surface, around = (fetch) => fetch }: Options): Client {
  const fetch = around(provenFetch(dir, surface))
  return createClient({ baseUrl: unusedUrl, surface, fetch, ...(key !== undefined && { key }) })
}
