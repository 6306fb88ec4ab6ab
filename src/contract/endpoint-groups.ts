/** The endpoints in the groups and the order in which a reader looks for them. */
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

/** What programs ask comes first. */
const forBrowsers = ['password', 'page', 'browser']

export function groupOf({ path }: Endpoint): string {
  const [, version, resource] = /^\/api\/(v1|ui)\/([a-z]+)/.exec(path) ?? []
  if (version === 'ui') return 'page'
  return resource ?? (path.startsWith('/api') || path === '/healthz' || path === '/version' ? 'service' : 'browser')
}

export const endpointGroups: readonly (readonly [string, readonly (readonly [string, Endpoint])[]])[] = [
  ...Map.groupBy(Object.entries(endpoints) as [string, Endpoint][], ([, endpoint]) => groupOf(endpoint)),
].sort(([one], [other]) => forBrowsers.indexOf(one) - forBrowsers.indexOf(other))
