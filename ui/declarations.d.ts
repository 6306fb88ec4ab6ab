/** What the build makes, as types. */
declare module 'virtual:endpoint-table' {
  import type { Route } from '../src/client/route.ts'
  import type { EndpointName } from '../src/contract/endpoints.ts'
  export const endpointTable: Readonly<Record<EndpointName, Route>>
}
