/** An API key as the API shows it: everything but its secret. */
import type { ApiKey, StoredApiKey } from '../../contract/key.ts'

export const shownKey = (
  { id, label, scopes, created_at, expires_at }: StoredApiKey,
  lastUsedOn: string | null,
): ApiKey => ({ id, label, scopes, created_at, expires_at, last_used_on: lastUsedOn })
