/** Shows API keys to those who administer them, with their last use and their marks. */
import { timestamp } from '../base/timestamp.ts'
import type { ApiKey, StoredApiKey } from '../contract/key.ts'
import { shownKey } from '../domain/access/shown-key.ts'
import type { Services } from './services.ts'

export function keyInAnswer(
  key: StoredApiKey,
  { apiKeysUse, keyActivity }: Pick<Services, 'apiKeysUse' | 'keyActivity'>,
): ApiKey {
  const unseen = keyActivity.marks(key.id).filter(({ isSeen }) => !isSeen)
  const marks = unseen.map(({ kind, atMs }) => ({ kind, at: timestamp(atMs) }))
  return shownKey(key, apiKeysUse.last(key.id), marks)
}
