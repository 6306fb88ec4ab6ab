/**
 * Resolves conflicts of a draft with changes saved elsewhere: asks for each path which value counts. Closing the dialog
 * loses nothing.
 */

import { useState } from 'react'
import { t } from '../catalogue/texts.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import styles from './ConflictDialog.module.css'
import { joined, type Side, type Sides, settled } from './conflicts.ts'
import { conflictsOf, type Draft, type Edit } from './draft.ts'
import type { Words } from './form-context.ts'
import type { Schema } from './schema.ts'
import { fieldAt } from './schema-at.ts'
import { shownValue } from './shown-value.ts'
import { placeOf, valueAt } from './values.ts'

interface Props {
  schema: Schema
  draft: Draft
  /** The values that are saved now. */
  saved: unknown
  wordsFor?: (place: string) => Words
  onClose: () => void
  /** Called with the draft in which every choice is applied. */
  onSettle: (draft: Draft) => void
}

export function ConflictDialog({ schema, draft, saved, wordsFor = noWords, onClose, onSettle }: Props) {
  const [sides, setSides] = useState<Sides>({})
  return (
    <Dialog
      title={t('settings.conflict_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button kind="primary" onClick={() => onSettle(settled(draft, saved, sides))}>
            {t('settings.conflict_save')}
          </Button>
        </>
      }
    >
      <div className={styles.conflicts}>
        <p>{t('settings.conflict')}</p>
        {conflictsOf(draft, saved).map((edit) => {
          const place = placeOf(edit.path)
          return (
            <Conflict
              key={place}
              edit={edit}
              schema={schema}
              theirs={valueAt(saved, edit.path)}
              words={wordsFor(place)}
              side={sides[place] ?? 'mine'}
              onChange={(side) => setSides({ ...sides, [place]: side })}
            />
          )
        })}
      </div>
    </Dialog>
  )
}

const noWords = (): Words => ({})

interface ConflictProps {
  edit: Edit
  theirs: unknown
  schema: Schema
  words: Words
  side: Side
  onChange: (side: Side) => void
}

function Conflict({ edit, theirs, schema, words, side, onChange }: ConflictProps) {
  const field = fieldAt(schema, edit.path)
  const place = placeOf(edit.path)
  const said = (value: unknown) => shownValue(value, field, words)
  const both = field.isSecret ? undefined : joined(edit, theirs)
  const choices: readonly (readonly [Side, string])[] = [
    ['mine', t('settings.conflict_mine', { value: said(edit.value) })],
    ['theirs', t('settings.conflict_theirs', { value: said(theirs) })],
    ...(both === undefined ? [] : [['both', t('settings.conflict_both', { value: said(both) })] as const]),
  ]
  return (
    <fieldset className={styles.conflict}>
      <legend dir="auto">{words.title ?? field.title}</legend>
      {choices.map(([one, text]) => (
        <label key={one}>
          <input type="radio" name={place} checked={side === one} onChange={() => onChange(one)} />
          <span dir="auto">{text}</span>
        </label>
      ))}
      <small dir="auto">{t('settings.conflict_base', { value: said(edit.base) })}</small>
    </fieldset>
  )
}
