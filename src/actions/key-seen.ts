/** Tells the owner through which API key they look. */
import type { PageSession } from '../contract/page-support.ts'
import { grantedNames } from './granted-names.ts'
import type { Services } from './services.ts'

/** Null for a key that is gone meanwhile. */
export function keySeen(id: string, services: Services): PageSession['as_key'] {
  const key = services.settings.current().auth.api_keys.find((one) => one.id === id)
  if (key === undefined) return null
  const { label, scopes, grant = null, expires_at } = key
  return { id, label, scopes, grant, expires_at, ...(grant && { names: grantedNames(grant, services) }) }
}
