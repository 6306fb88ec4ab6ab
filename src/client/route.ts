/** What of a row of the endpoint table is needed to ask it. */

/** The names are what matters of each part. */
type Names = { properties: Readonly<Record<string, unknown>> }

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  path_params?: Names
  query?: Names
  body?: unknown
  upload?: string
  returns: { as: 'json' | 'nothing' | 'events' | 'bytes' | 'page' | 'redirect' }
}
