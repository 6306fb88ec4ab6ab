/** Makes or changes an API key: what it can do first, further limits folded away, and all of it in one sentence. */
import { type FormEvent, useId, useState } from 'react'
import type { ApiKey } from '../../../../src/contract/key.ts'
import { errorText } from '../../../api/error-text.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { Choice } from '../../../kit/Choice.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Field, inputClass, problemClass } from '../../../kit/Field.tsx'
import { GrantLimits } from '../../../parts/grant/GrantLimits.tsx'
import styles from '../../../parts/grant/grant.module.css'
import {
  draftOf,
  isLimitable,
  type KeyDraft,
  missingIn,
  newDraft,
  presetOf,
  presets,
  saidOf,
  withPreset,
} from '../../../parts/grant/key-draft.ts'
import { keySentence } from '../../../parts/grant/key-sentence.ts'
import { WhoseMessages } from '../../../parts/grant/WhoseMessages.tsx'

interface Props {
  /** Undefined for a new key. */
  of?: ApiKey
  onSave: (draft: KeyDraft, before: KeyDraft) => Promise<void>
  onClose: () => void
}

const longestName = 100

export function KeyDialog({ of: known, onSave, onClose }: Props) {
  const [before] = useState(() => (known === undefined ? newDraft : draftOf(known)))
  const [draft, setDraft] = useState(before)
  const [problem, setProblem] = useState<string>()
  const form = useId()
  const change = (after: KeyDraft) => {
    setProblem(undefined)
    setDraft(after)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn(draft)
    if (missing !== undefined) return setProblem(t(`grant.missing_${missing}`))
    await onSave(draft, before).then(onClose, (error: unknown) => setProblem(errorText(error)))
  }
  return (
    <Dialog
      isFixed
      size="drawer"
      title={t(known === undefined ? 'security.key_new' : 'security.key_edit')}
      onClose={onClose}
      actions={
        <>
          <p className={styles.sentence} aria-live="polite">
            {keySentence(saidOf(draft))}
          </p>
          {problem !== undefined && (
            <p role="alert" className={`${problemClass} ${styles.sentence}`}>
              {problem}
            </p>
          )}
          <Button kind="primary" type="submit" form={form}>
            {t(known === undefined ? 'security.key_make' : 'kit.save')}
          </Button>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        <Field label={t('security.key_name')} hint={t('security.key_name_hint')}>
          {(tied) => (
            <input
              {...tied}
              className={inputClass}
              dir="auto"
              required
              pattern=".*\S.*"
              maxLength={longestName}
              autoComplete="off"
              value={draft.label}
              onChange={({ target }) => change({ ...draft, label: target.value })}
            />
          )}
        </Field>
        <Presets draft={draft} isOwn={presetOf(before) === undefined} before={before} onChange={change} />
        {isLimitable(draft) && <WhoseMessages draft={draft} onChange={change} />}
        <details className={styles.more}>
          <summary>{t('grant.more')}</summary>
          <GrantLimits draft={draft} onChange={change} />
        </details>
      </form>
    </Dialog>
  )
}

interface PresetsProps {
  draft: KeyDraft
  before: KeyDraft
  /** Whether the key was made elsewhere, and is like no preset: then it can stay as it is. */
  isOwn: boolean
  onChange: (draft: KeyDraft) => void
}

function Presets({ draft, before, isOwn, onChange }: PresetsProps) {
  const chosen = presetOf(draft)
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend>{t('security.key_may')}</legend>
      <div className={styles.presets}>
        {presets.map((preset) => (
          <Choice
            key={preset}
            type="radio"
            name={name}
            label={t(`grant.preset_${preset}`)}
            hint={t(`grant.preset_${preset}_hint`)}
            checked={chosen === preset}
            onChange={() => onChange(withPreset(draft, preset))}
          />
        ))}
        {isOwn && (
          <Choice
            type="radio"
            name={name}
            label={t('grant.preset_own')}
            hint={t('grant.preset_own_hint')}
            checked={chosen === undefined}
            onChange={() =>
              onChange({ ...draft, scopes: before.scopes, grant: { ...draft.grant, sends: before.grant.sends } })
            }
          />
        )}
      </div>
    </fieldset>
  )
}
