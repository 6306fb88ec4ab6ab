/** Saves a draft unless somebody else has changed the same paths meanwhile; then it asks which values count. */
import { useState } from 'react'
import { t } from '../catalogue/texts.ts'
import { complain } from '../kit/complain.ts'
import { notify } from '../state/toasts.ts'
import { conflictsOf, type Draft, patchOf } from './draft.ts'

/** Access to what is edited: all settings, or those of one plugin. */
export interface EditedResource {
  fresh(): Promise<unknown>
  change(patch: Readonly<Record<string, unknown>>): Promise<unknown>
}

export interface CarefulSave {
  isSaving: boolean
  /** Whether a conflict with a change made elsewhere must be settled. */
  isAsking: boolean
  stopAsking(): void
  /** Resolves to whether the draft was saved. */
  save(draft: Draft): Promise<boolean>
}

export function useCarefulSave(resource: EditedResource, onSaved: () => void): CarefulSave {
  const [isSaving, setSaving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const attempt = async (draft: Draft) => {
    const fresh = await resource.fresh()
    if (conflictsOf(draft, fresh).length > 0) {
      setAsking(true)
      return false
    }
    const patch = patchOf(draft, fresh)
    if (patch !== undefined) await resource.change(patch as Record<string, unknown>)
    setAsking(false)
    onSaved()
    notify(t('kit.saved'))
    return true
  }
  return {
    isSaving,
    isAsking,
    stopAsking: () => setAsking(false),
    async save(draft) {
      setSaving(true)
      try {
        return await attempt(draft)
      } catch (error) {
        complain(error)
        return false
      } finally {
        setSaving(false)
      }
    },
  }
}
