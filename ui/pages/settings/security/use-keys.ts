/** Queries the API keys, and creates, changes, pauses, revokes and restores them. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiKey, CreatedApiKey } from '../../../../src/contract/key.ts'
import { asking, whileShown } from '../../../api/ask.ts'
import { client } from '../../../api/client.ts'
import { t } from '../../../catalogue/texts.ts'
import { complain } from '../../../kit/complain.ts'
import { type KeyDraft, requestOf } from '../../../parts/grant/key-draft.ts'
import { notify } from '../../../state/toasts.ts'

const undoLastsMs = 10_000

export function useKeys() {
  const queries = useQueryClient()
  const { data: keys, error, refetch } = useQuery({ ...asking('list_keys'), ...whileShown })
  const read = () => queries.invalidateQueries({ queryKey: ['list_keys'] })
  const bringBack = async ({ id }: ApiKey) => {
    await client.restore_key({ id }).catch(complain)
    await read()
  }
  return {
    keys,
    error,
    retry: () => void refetch(),
    /** Rejects with the problem. */
    async add(draft: KeyDraft): Promise<CreatedApiKey> {
      const created = await client.add_key(requestOf(draft))
      await read()
      return created
    },
    /** Rejects with the problem. */
    async change({ id }: ApiKey, draft: KeyDraft, before: KeyDraft): Promise<void> {
      await client.change_key({ id, ...requestOf(draft, before) })
      await read()
    },
    async pause({ id }: ApiKey, paused: boolean): Promise<void> {
      await client.change_key({ id, paused }).catch(complain)
      await read()
    },
    async revoke(key: ApiKey): Promise<void> {
      try {
        await client.revoke_key({ id: key.id })
      } catch (failure) {
        return complain(failure)
      }
      await read()
      const undo = { label: t('kit.undo'), run: () => void bringBack(key) }
      notify(t('security.key_revoked', { name: key.label }), { action: undo, lastsMs: undoLastsMs })
    },
  }
}
