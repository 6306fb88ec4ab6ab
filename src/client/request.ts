/** Builds one HTTP request from its row of the table: address, headers and body. */
import type { Route } from './route.ts'

export interface HttpRequest {
  method: Route['method']
  path: string
  headers: Record<string, string>
  body: string | FormData | undefined
}

export function httpRequestOf(endpoint: Route, input: Readonly<Record<string, unknown>>): HttpRequest {
  const { method, path, query } = endpoint
  const given = Object.entries(input).filter(([name, value]) => value !== undefined && !path.includes(`{${name}}`))
  const inQuery = given.filter(([name]) => name in (query?.properties ?? {}))
  const rest = given.filter(([name]) => !(name in (query?.properties ?? {})))
  const search = new URLSearchParams(inQuery.map(([name, value]) => [name, String(value)]))
  return {
    method,
    path: `${addressed(path, input)}${search.size > 0 ? `?${search}` : ''}`,
    ...bodyOf(endpoint, rest),
  }
}

function bodyOf({ body, upload }: Route, given: readonly [string, unknown][]): Pick<HttpRequest, 'headers' | 'body'> {
  if (body === undefined) return { headers: {}, body: undefined }
  if (upload !== undefined) return { headers: {}, body: formOf(given) }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(given)) }
}

/** The boundary, and with it the content type, is chosen when the form is sent. */
function formOf(given: readonly [string, unknown][]): FormData {
  const form = new FormData()
  for (const [name, value] of given) form.append(name, value instanceof Blob ? value : String(value))
  return form
}

const addressed = (path: string, input: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(input[name])))
