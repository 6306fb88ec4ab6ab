/** Reads the scope settings of the relay and saves changes at once, with an undo. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RelayScope } from '../../../../src/contract/config.ts'
import { asking } from '../../../api/ask.ts'
import { useSettingsResource } from '../../../api/settings-resource.ts'
import { t } from '../../../catalogue/texts.ts'
import { complain } from '../../../kit/complain.ts'
import { notify } from '../../../state/toasts.ts'

const undoLastsMs = 10_000

export function useRelaySettings() {
  const queries = useQueryClient()
  const resource = useSettingsResource()
  const { data: settings } = useQuery(asking('get_settings'))
  const change = async (patch: Record<string, unknown>): Promise<boolean> => {
    try {
      await resource.change(patch)
      await queries.invalidateQueries({ queryKey: ['list_blocked'] })
      return true
    } catch (error) {
      complain(error)
      return false
    }
  }
  const changeBack = async (patch: Record<string, unknown>, before: Record<string, unknown>) => {
    if (await change(patch))
      notify(t('kit.saved'), { action: { label: t('kit.undo'), run: () => void change(before) }, lastsMs: undoLastsMs })
  }
  const before = settings?.relay.scope
  const ownBefore = settings?.self_handles ?? []
  return {
    scope: before,
    ownHandles: ownBefore,
    setScope: (scope: RelayScope) => changeBack({ relay: { scope } }, { relay: { scope: before } }),
    setOwnHandles: (self_handles: readonly string[]) => changeBack({ self_handles }, { self_handles: ownBefore }),
  }
}
