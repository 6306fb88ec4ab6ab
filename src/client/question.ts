/** One question in the form in which it goes over the wire: address, headers and body, as its row of the table says. */
import type { Endpoint } from '../contract/endpoint.ts'

export interface Question {
  method: Endpoint['method']
  path: string
  headers: Record<string, string>
  body: string | undefined
}

export function questionOf(
  { method, path, path_params, query, body }: Endpoint,
  input: Readonly<Record<string, unknown>>,
): Question {
  const isGiven = ([name, value]: [string, unknown]) =>
    value !== undefined && !(name in (path_params?.properties ?? {}))
  const given = Object.entries(input).filter(isGiven)
  const inQuery = given.filter(([name]) => name in (query?.properties ?? {}))
  const rest = given.filter(([name]) => !(name in (query?.properties ?? {})))
  const search = new URLSearchParams(inQuery.map(([name, value]) => [name, String(value)]))
  return {
    method,
    path: `${addressed(path, input)}${search.size > 0 ? `?${search}` : ''}`,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(Object.fromEntries(rest)),
  }
}

const addressed = (path: string, input: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(input[name])))
