/** Which methods the endpoint table serves at an address, for requests that ask with another one. */
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'

/** HEAD is answered wherever GET is. */
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

/** Empty where there is nothing at all. */
export function allowedMethods(url: string): string[] {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return rows.filter(({ address }) => address.test(path)).flatMap(({ methods }) => methods)
}
