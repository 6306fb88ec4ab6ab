/** Backups, and all settings as JSON, as they are in config.json. */

import { useEffect, useId, useState } from 'react'
import type { Settings } from '../../../../src/contract/settings.ts'
import { isHiddenSecret } from '../../../../src/domain/plugin-settings.ts'
import { useSettingsResource } from '../../../api/settings-resource.ts'
import { t } from '../../../catalogue/texts.ts'
import { ConflictDialog } from '../../../forms/ConflictDialog.tsx'
import type { Draft } from '../../../forms/draft.ts'
import { problemsOf } from '../../../forms/problems.ts'
import { SaveBar } from '../../../forms/SaveBar.tsx'
import type { Schema } from '../../../forms/schema.ts'
import { useCarefulSave } from '../../../forms/use-careful-save.ts'
import { placeOf } from '../../../forms/values.ts'
import { jsonOfValue } from '../../../forms/written.ts'
import { inputClass } from '../../../kit/Field.tsx'
import { Section } from '../../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import { Switch } from '../../../kit/Switch.tsx'
import sheet from '../../../kit/sheet.module.css'
import { announce } from '../../../state/announcements.ts'
import { useSettings } from '../use-settings.ts'
import styles from './Advanced.module.css'
import { Backup } from './Backup.tsx'
import { draftOfJson } from './json-draft.ts'

export default function AdvancedSection() {
  const { schema, saved, error, retry } = useSettings()
  return (
    <>
      <Backup />
      <Section title={t('settings.json')} hint={t('settings.advanced_hint')}>
        {error !== null && <ErrorState error={error} onRetry={retry} />}
        {error === null && (schema === undefined || saved === undefined) && <Skeleton />}
        {schema !== undefined && saved !== undefined && <JsonEditor schema={schema} saved={saved} />}
      </Section>
    </>
  )
}

/** Shows the settings as JSON, which can be edited once editing is switched on. */
function JsonEditor({ schema, saved }: { schema: Schema; saved: Settings }) {
  const [isEditing, setEditing] = useState(false)
  const { text, draft, isTouched, problems, set, discard } = useJsonDraft(schema, saved)
  const { isSaving, isAsking, stopAsking, save } = useCarefulSave(useSettingsResource(), discard)
  const id = useId()
  const onSave = () => (problems.length > 0 ? announce(t('forms.wrong', { count: problems.length })) : void save(draft))
  return (
    <div className={styles.editor}>
      <div className={`${sheet.sheet} ${styles.switch}`}>
        <label htmlFor={`${id}-edit`}>{t('settings.json_edit')}</label>
        <Switch
          id={`${id}-edit`}
          checked={isEditing}
          disabled={isTouched}
          aria-describedby={`${id}-hint`}
          onChange={setEditing}
        />
        <p id={`${id}-hint`}>{t('settings.json_edit_hint')}</p>
      </div>
      <textarea
        className={`${inputClass} ${styles.json}`}
        aria-label={t('settings.json')}
        aria-invalid={problems.length > 0 ? true : undefined}
        aria-describedby={`${id}-problems`}
        dir="ltr"
        rows={18}
        spellCheck={false}
        autoComplete="off"
        readOnly={!isEditing}
        value={text}
        onChange={({ target }) => set(target.value)}
      />
      <ul id={`${id}-problems`} className={styles.problems}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {isEditing && <Changes draft={draft} />}
      <SaveBar
        changes={isTouched ? Math.max(1, draft.length) : 0}
        wrong={problems.length}
        isSaving={isSaving}
        onSave={onSave}
        onDiscard={discard}
      />
      {isAsking && (
        <ConflictDialog
          schema={schema}
          draft={draft}
          saved={saved}
          onClose={stopAsking}
          onSettle={(kept) => void save(kept)}
        />
      )}
    </div>
  )
}

/** Lists which settings a draft would change, and how, before it is saved. */
const Changes = ({ draft }: { draft: Draft }) => (
  <section className={styles.changes} aria-label={t('settings.changes')}>
    <h3>{t('settings.changes')}</h3>
    {draft.length === 0 ? (
      <p>{t('settings.changes_none')}</p>
    ) : (
      <ul className={sheet.sheet}>
        {draft.map(({ path, base, value }) => {
          const name = placeOf(path)
          const [before, after] = [valueText(base), isHiddenSecret(base) ? '••••' : valueText(value)]
          return (
            <li key={name}>
              <span className="visually-hidden">{t('settings.change_row', { name, before, after })}</span>
              <code aria-hidden dir="ltr">
                {name}
              </code>
              <span aria-hidden className={styles.sides} dir="ltr">
                <del>{before}</del> <ins>{after}</ins>
              </span>
            </li>
          )
        })}
      </ul>
    )}
  </section>
)

const valueText = (value: unknown): string =>
  value === undefined ? t('settings.nothing') : isHiddenSecret(value) ? '••••' : JSON.stringify(value)

const nothing: Draft = []

/** Holds the settings as a text that is being edited, its changes and its problems. */
function useJsonDraft(schema: Schema, saved: unknown) {
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
