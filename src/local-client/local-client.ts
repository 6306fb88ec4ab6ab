/** The client for programs of this Mac: it asks the web process of its own data folder, and nobody else. */
import { type Client, createClient } from '../client/client.ts'
import type { Surface } from '../contract/surfaces.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import { provenFetch } from './proven-fetch.ts'

interface Options {
  key?: string | undefined
  surface: Surface
  /** Around the asking of the service. */
  around?(fetch: typeof globalThis.fetch): typeof globalThis.fetch
}

/** Where it leads is read from the data folder each time it is asked. */
const unusedUrl = 'http://localhost'

/** Its methods throw `ClientError`; `unreachable` where no service of this data folder runs, and nothing was sent then. */
export function localClient(dir: ServiceDir, { key, surface, around = (fetch) => fetch }: Options): Client {
  const fetch = around(provenFetch(dir, surface))
  return createClient({ baseUrl: unusedUrl, surface, fetch, ...(key !== undefined && { key }) })
}
