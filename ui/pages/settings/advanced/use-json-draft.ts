/** Holds the settings as a text that is being edited, its changes and its problems. */
import { useEffect, useState } from 'react'
import { t } from '../../../catalogue/texts.ts'
import type { Draft } from '../../../forms/draft.ts'
import { problemsOf } from '../../../forms/problems.ts'
import type { Schema } from '../../../forms/schema.ts'
import { jsonOfValue } from '../../../forms/written.ts'
import { draftOfJson } from './json-draft.ts'

const nothing: Draft = []

export function useJsonDraft(schema: Schema, saved: unknown) {
  /** Keeps the settings from which the text began, whatever is saved meanwhile. */
  const [edited, setEdited] = useState<{ text: string; base: unknown }>()
  const [problems, setProblems] = useState<readonly string[]>([])
  const { text, base } = edited ?? { text: jsonOfValue(saved), base: saved }
  const found = draftOfJson(text, base)
  useEffect(() => {
    let isOver = false
    const judged = edited === undefined ? { reason: '' } : draftOfJson(edited.text, edited.base)
    if ('reason' in judged) setProblems(judged.reason === '' ? [] : [t('forms.problem_json', judged)])
    else
      void problemsOf(schema, judged.values).then((wrong) => {
        if (isOver) return
        setProblems(
          wrong.map(({ place, text, values }) => t('settings.json_problem', { place, problem: t(text, values) })),
        )
      })
    return () => {
      isOver = true
    }
  }, [edited, schema])
  return {
    text,
    draft: 'draft' in found ? found.draft : nothing,
    isTouched: edited !== undefined && ('reason' in found || found.draft.length > 0),
    problems,
    set: (next: string) => setEdited({ text: next, base }),
    discard: () => setEdited(undefined),
  }
}
