/**
 * Builds the addresses of pictures and files, for which the browser asks by itself. In the view of an API key they name
 * the key, so that the service answers as it answers the key.
 */
import { asKeyQuery } from '../../src/contract/as-key.ts'
import { viewedKey } from '../routes.ts'

export function fileAddress(url: string, wanted: Readonly<Record<string, string>> = {}): string {
  const query = String(new URLSearchParams(viewedKey === undefined ? wanted : { ...wanted, [asKeyQuery]: viewedKey }))
  return query === '' ? url : `${url}?${query}`
}
