/**
 * `virtual:endpoint-table`: the endpoint table without its schemas, which are ten times as large as what a browser
 * needs for its requests.
 */
import type { Plugin } from 'vite'
import type { Route } from '../../src/client/route.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'

const name = 'virtual:endpoint-table'

export const endpointTable = (): Plugin => ({
  name: 'endpoint-table',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) => (id === `\0${name}` ? `export const endpointTable = ${JSON.stringify(table())}` : undefined),
})

const table = (): Record<string, Route> =>
  Object.fromEntries(
    Object.entries(endpoints)
      // A browser opens pages by their address.
      .filter(([, { returns }]) => returns.as !== 'page' && returns.as !== 'redirect')
      .map(([row, endpoint]) => [row, routeOf(endpoint)]),
  )

function routeOf({ method, path, query, body, upload, returns }: Endpoint): Route {
  return {
    ...{ method, path, returns: { as: returns.as } },
    ...(query && { query: namesOf(query) }),
    ...(body && { body: true }),
    ...(upload !== undefined && { upload }),
  }
}

const namesOf = ({ properties }: { properties: object }): Route['query'] => ({
  properties: Object.fromEntries(Object.keys(properties).map((property) => [property, 1])),
})
