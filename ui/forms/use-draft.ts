/** Holds the unsaved changes of a form and their problems. */
import { useEffect, useMemo, useState } from 'react'
import { type Draft, valuesWith, withEdit } from './draft.ts'
import { problemWords } from './problem-words.ts'
import { type Problem, problemsOf } from './problems.ts'
import type { Schema } from './schema.ts'
import { isWithin, type Path, placeOf } from './values.ts'

export interface FormDraft {
  draft: Draft
  setDraft(draft: Draft): void
  values: unknown
  set(path: Path, value: unknown): void
  discard(): void
  /** Problems of changed fields only, or of all fields once somebody has tried to save. */
  problems: ReadonlyMap<string, string>
  /** Resolves to all problems and shows them from then on. */
  check(): Promise<readonly Problem[]>
}

export function useDraft(schema: Schema, saved: unknown): FormDraft {
  const [draft, setDraft] = useState<Draft>([])
  const [found, setFound] = useState<readonly Problem[]>([])
  const [showsAll, setShowsAll] = useState(false)
  const values = useMemo(() => valuesWith(draft, saved), [draft, saved])
  useEffect(() => {
    let isOver = false
    if (draft.length === 0) setFound([])
    else void problemsOf(schema, values).then((problems) => isOver || setFound(problems))
    return () => {
      isOver = true
    }
  }, [draft, schema, values])
  return {
    draft,
    values,
    setDraft,
    set: (path, value) => setDraft((now) => withEdit(now, { path, value }, saved)),
    discard: () => {
      setDraft([])
      setShowsAll(false)
    },
    problems: useMemo(() => inWords(showsAll ? found : found.filter(isOf(draft))), [showsAll, found, draft]),
    async check() {
      const problems = await problemsOf(schema, values)
      setFound(problems)
      setShowsAll(true)
      return problems
    },
  }
}

const isOf =
  (draft: Draft) =>
  ({ place }: Problem): boolean =>
    draft.some(({ path }) => isWithin(place, placeOf(path)))

const inWords = (problems: readonly Problem[]): ReadonlyMap<string, string> =>
  new Map(problems.map((problem) => [problem.place, problemWords(problem)]))
