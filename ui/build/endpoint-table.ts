/**
 * `virtual:endpoint-table`: the endpoint table without its schemas, which are ten times as large as what a browser
 * needs for its requests. It is written as lines, since it is loaded before the first paint.
 */
import type { Plugin } from 'vite'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'

const name = 'virtual:endpoint-table'

export const endpointTable = (): Plugin => ({
  name: 'endpoint-table',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) => (id === `\0${name}` ? written() : undefined),
})

/** Each line makes a `Route` (src/client/route.ts). */
const written = (): string => `const rows = ${JSON.stringify(lines().join('\n'))}
export const endpointTable = Object.fromEntries(rows.split('\\n').map((row) => {
  const [name, path, query, method = 'GET', as = 'json', body, upload] = row.split(' ').map((part) => part || undefined)
  const properties = query && Object.fromEntries(query.split(',').map((property) => [property, 1]))
  return [name, { method, path, returns: { as }, query: properties && { properties }, body, upload }]
}))`

const lines = (): string[] =>
  (Object.entries(endpoints) as [string, Endpoint][])
    .filter(([row, endpoint]) => !isLoadedByAddress(endpoint) && !ofPrograms.has(row))
    .map(([row, endpoint]) => [row, ...lineOf(endpoint)].join(' ').trimEnd())

/** Rows that only programs ask. */
const ofPrograms: ReadonlySet<string> = new Set<EndpointName>([
  'prove_identity',
  'list_all_messages',
  'list_rows',
  'count_rows',
  'row_totals',
  'list_handles',
  'set_typing',
  'list_people',
  'change_mac',
  'join_hub',
  'hub_metrics',
  'openapi',
  'health',
])

/** A browser loads pages and their files by their address. */
const isLoadedByAddress = ({ path, returns: { as } }: Endpoint): boolean =>
  as === 'page' || as === 'redirect' || (as === 'bytes' && !path.startsWith('/api/v1/'))

const lineOf = ({ method, path, query, body, upload, returns }: Endpoint): string[] => [
  path,
  query === undefined ? '' : Object.keys(query.properties).join(','),
  method === 'GET' ? '' : method,
  returns.as === 'json' ? '' : returns.as,
  body === undefined ? '' : '1',
  upload ?? '',
]
