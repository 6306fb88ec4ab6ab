/** The parts of a row of the endpoint table that are needed for a request. */

/** Only the names of the properties matter. */
type Names = { properties: Readonly<Record<string, unknown>> }

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Names
  body?: unknown
  upload?: string
  returns: { as: 'json' | 'nothing' | 'events' | 'bytes' | 'page' | 'redirect' }
}
