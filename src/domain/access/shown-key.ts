/** Formats an API key for the API: everything but its secret. */
import type { ApiKey, StoredApiKey } from '../../contract/key.ts'

interface LastUse {
  /** A date as YYYY-MM-DD. */
  on: string
  from: string
}

export const shownKey = (
  { id, label, scopes, created_at, expires_at, grant = null, paused = false }: StoredApiKey,
  last: LastUse | undefined,
  marks: ApiKey['marks'] = [],
): ApiKey => ({
  id,
  label,
  scopes,
  created_at,
  expires_at,
  grant,
  paused,
  marks,
  last_used_on: last?.on ?? null,
  last_used_from: last?.from ?? null,
})
