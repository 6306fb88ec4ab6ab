/** Saves the settings of a plugin as a whole, because it starts anew with them; what was changed elsewhere meanwhile is asked about. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Settings } from '../../../src/contract/settings.ts'
import { asking } from '../../api/ask.ts'
import { client, saying } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { conflictsOf, type Draft, patchOf } from '../../forms/draft.ts'
import { notify } from '../../state/toasts.ts'

export function useSave(name: string, onSaved: () => void) {
  const queries = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const attempt = async (draft: Draft): Promise<void> => {
    const fresh = ownOf(await queries.fetchQuery({ ...asking('get_settings'), staleTime: 0 }), name)
    if (conflictsOf(draft, fresh).length > 0) return setAsking(true)
    const answer = await client.change_settings({ integrations: { [name]: patchOf(draft, fresh) ?? {} } })
    setAsking(false)
    onSaved()
    queries.setQueryData(asking('get_settings').queryKey, answer)
    notify(t('kit.saved'))
    void queries.invalidateQueries({ queryKey: ['list_plugins'] })
  }
  return {
    ...{ isSaving, isAsking },
    stopAsking: () => setAsking(false),
    async save(draft: Draft) {
      setSaving(true)
      await attempt(draft).catch((error: unknown) => notify(saying(error), { kind: 'problem' }))
      setSaving(false)
    },
  }
}

/** Without the switch, which is saved by itself. */
export function ownOf({ integrations }: Pick<Settings, 'integrations'>, name: string): Record<string, unknown> {
  const { enabled: _, ...settings } = integrations[name] ?? {}
  return settings
}
