/** Saves a setting as soon as it is changed: shows the new value at once, confirms it, and offers an undo. */
import { useState } from 'react'
import { useSettingsResource } from '../../../api/settings-resource.ts'
import { t } from '../../../catalogue/texts.ts'
import { type Draft, valuesWith } from '../../../forms/draft.ts'
import type { FieldKind } from '../../../forms/field.ts'
import { type Path, placeOf, valueAt, withValueAt } from '../../../forms/values.ts'
import { complain } from '../../../kit/complain.ts'
import { notify } from '../../../state/toasts.ts'
import { wordsOf } from './words.ts'

const atOnce: readonly FieldKind[] = ['switch', 'choice', 'checklist']

export const isSavedAtOnce = (kind: FieldKind): boolean => atOnce.includes(kind)

const undoMs = 10_000

export function useAtOnce(saved: unknown) {
  const resource = useSettingsResource()
  const [wished, setWished] = useState<Draft>([])
  const change = async (path: Path, value: unknown) => {
    const before = valueAt(saved, path)
    const wish = { path, value, base: before }
    const name = wordsOf(placeOf(path)).title ?? placeOf(path)
    setWished((now) => [...now, wish])
    try {
      await resource.change(patchAt(path, value))
      const undo = () =>
        resource
          .change(patchAt(path, before))
          .then(() => notify(t('settings.restored', { name })))
          .catch(complain)
      notify(t('settings.saved', { name }), { action: { label: t('kit.undo'), run: undo }, lastsMs: undoMs })
    } catch (error) {
      complain(error)
    } finally {
      setWished((now) => now.filter((one) => one !== wish))
    }
  }
  return { change, shownOver: (values: unknown) => valuesWith(wished, values) }
}

/** Null removes a value that was not set before. */
const patchAt = (path: Path, value: unknown) => withValueAt({}, path, value ?? null) as Record<string, unknown>
