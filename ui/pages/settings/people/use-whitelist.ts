/** Reads the whitelist and changes it at once; a removal can be undone. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AddedToWhitelist, WhitelistEntry } from '../../../../src/contract/whitelist.ts'
import { asking, whileShown } from '../../../api/ask.ts'
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
  const { data: entries, error, refetch } = useQuery({ ...asking('list_whitelist'), ...whileShown })
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
    entries,
    error,
    add,
    retry: () => void refetch(),
    async remove(entry) {
      const { handle, display_name: name } = entry
      try {
        await client.remove_from_whitelist({ handle })
      } catch (failure) {
        return complain(failure)
      }
      await read()
      const undo = () => void putBack(entry).then(read, complain)
      notify(t('people.removed', { name }), { action: { label: t('kit.undo'), run: undo }, lastsMs: undoLastsMs })
    },
  }
}

/** Lists just the addresses again that were listed: adding the person would list every address. */
async function putBack({ kind, handle, addresses }: WhitelistEntry): Promise<void> {
  if (kind === 'group') return void (await client.add_to_whitelist({ handle }))
  const { whitelist } = await client.get_settings()
  const handles = [...new Set([...whitelist.handles, ...addresses])]
  await client.change_settings({ whitelist: { handles } })
}
