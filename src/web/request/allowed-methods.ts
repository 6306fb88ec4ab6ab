/** Finds the methods that the endpoint table has at an address, for requests with another method. */
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'

/** HEAD is supported wherever GET is. */
export const methodsOf = ({ method }: Pick<Endpoint, 'method'>): string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method]

const rows = (Object.values(endpoints) as Endpoint[]).map((endpoint) => ({
  address: new RegExp(
    `^${endpoint.path
      .replaceAll('.', '\\.')
      .replaceAll(/\{\w+\}/g, '[^/]+')
      .replace('*', '.*')}$`,
  ),
  methods: methodsOf(endpoint),
}))

/** Returns an empty list where the address is unknown. */
export function allowedMethods(url: string): string[] {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return rows.filter(({ address }) => address.test(path)).flatMap(({ methods }) => methods)
}
