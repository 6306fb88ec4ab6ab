/** Reads the whitelist and changes it at once; a removal can be undone. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AddedToWhitelist, WhitelistEntry } from '../../../../src/contract/whitelist.ts'
import { asking } from '../../../api/ask.ts'
import { client } from '../../../api/client.ts'
import { t } from '../../../catalogue/texts.ts'
import { complain } from '../../../kit/complain.ts'
import { notify } from '../../../state/toasts.ts'

export interface Whitelist {
  entries: readonly WhitelistEntry[] | undefined
  error: Error | null
  retry(): void
  /** Rejects with the problem of the address. */
  add(handle: string): Promise<AddedToWhitelist>
  remove(entry: WhitelistEntry): Promise<void>
}

const undoLastsMs = 12_000

export function useWhitelist(): Whitelist {
  const queries = useQueryClient()
  const { data: entries, error, refetch } = useQuery(asking('list_whitelist'))
  const read = async () => {
    await Promise.all(
      ['list_whitelist', 'list_blocked', 'get_settings'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    )
  }
  const add = async (handle: string) => {
    const entry = await client.add_to_whitelist({ handle })
    await read()
    return entry
  }
  return {
    ...{ entries, error, add },
    retry: () => void refetch(),
    async remove({ handle, display_name: name }) {
      try {
        await client.remove_from_whitelist({ handle })
      } catch (failure) {
        return complain(failure)
      }
      await read()
      const undo = () => void add(handle).catch(complain)
      notify(t('people.removed', { name }), { action: { label: t('kit.undo'), run: undo }, lastsMs: undoLastsMs })
    },
  }
}
