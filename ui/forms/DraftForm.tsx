/**
 * A form whose changes are a draft until they are saved: with a bar that saves or discards them, and a dialog where
 * somebody else has changed the same values meanwhile.
 */
import type { ReactNode } from 'react'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { Draft } from './draft.ts'
import { focusFirstProblem } from './focus-problem.ts'
import type { Words } from './form-context.ts'
import { type ExtraSave, SaveBar } from './SaveBar.tsx'
import type { Schema } from './schema.ts'
import { type CarefulSave, type EditedResource, useCarefulSave } from './use-careful-save.ts'
import { type FormDraft, useDraft } from './use-draft.ts'

interface Edited {
  schema: Schema
  saved: unknown
  resource: EditedResource
}

export interface DraftFormState extends Omit<FormDraft, 'check'>, Pick<CarefulSave, 'isSaving'> {
  /** Resolves to whether everything is saved; shows the problems otherwise. */
  save(): Promise<boolean>
  conflict: Pick<Edited, 'schema' | 'saved'> &
    Pick<CarefulSave, 'isAsking' | 'stopAsking'> & { settle(draft: Draft): void }
}

export function useDraftForm({ schema, saved, resource }: Edited): DraftFormState {
  const { check, ...form } = useDraft(schema, saved)
  const { isSaving, isAsking, stopAsking, save } = useCarefulSave(resource, form.discard)
  return {
    ...form,
    isSaving,
    async save() {
      const wrong = await check()
      if (wrong.length === 0) return form.draft.length === 0 || save(form.draft)
      focusFirstProblem(wrong.length)
      return false
    },
    conflict: {
      schema,
      saved,
      isAsking,
      stopAsking,
      settle(kept) {
        form.setDraft(kept)
        void save(kept)
      },
    },
  }
}

interface Props {
  form: DraftFormState
  wordsFor?: (place: string) => Words
  /** A second way to save, which the bar offers also while nothing has changed. */
  extra?: ExtraSave | undefined
  children: ReactNode
}

export function DraftForm({ form, wordsFor, extra, children }: Props) {
  const { draft, problems, isSaving, save, discard, conflict } = form
  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {children}
      <SaveBar
        isSaving={isSaving}
        extra={extra}
        changes={draft.length}
        wrong={problems.size}
        onSave={() => void save()}
        onDiscard={discard}
      />
      {conflict.isAsking && (
        <ConflictDialog
          schema={conflict.schema}
          saved={conflict.saved}
          draft={draft}
          wordsFor={wordsFor}
          onClose={conflict.stopAsking}
          onSettle={conflict.settle}
        />
      )}
    </form>
  )
}
