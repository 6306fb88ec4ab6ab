/** Makes or changes an API key: what it can do first, further limits folded away, and all of it in one sentence. */
import { type FormEvent, useId, useState } from 'react'
import type { ApiKey } from '../../../../src/contract/key.ts'
import { errorText } from '../../../api/error-text.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Field, inputClass, problemClass } from '../../../kit/Field.tsx'
import styles from '../../../parts/grant/grant.module.css'
import { KeyFields } from '../../../parts/grant/KeyFields.tsx'
import { draftOf, type KeyDraft, missingIn, newDraft, saidOf } from '../../../parts/grant/key-draft.ts'
import { keySentence } from '../../../parts/grant/key-sentence.ts'

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
        <KeyFields draft={draft} before={before} onChange={change} />
      </form>
    </Dialog>
  )
}
