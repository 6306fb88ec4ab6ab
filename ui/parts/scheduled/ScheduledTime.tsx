/** The dialog that asks for a date and a time, and for the text where a scheduled message is edited. */
import { type FormEvent, useState } from 'react'
import { longestText } from '../../../src/contract/limits.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field, inputClass } from '../../kit/Field.tsx'
import waiting from '../../kit/waiting.module.css'
import { problemOf, writtenLocal } from './presets.ts'
import styles from './scheduled.module.css'

export interface Chosen {
  at: Date
  text: string | null
}

interface Props {
  title: string
  /** The time that is offered first. */
  at: Date
  /** Null where there is no text to edit. */
  text: string | null
  /** The reason why the choice cannot be saved, in the service's words. */
  problem?: string | null
  onChoose(chosen: Chosen): void
  onClose(): void
}

export default function ScheduledTime({ title, at, text: given, problem, onChoose, onClose }: Props) {
  const [written, write] = useState(() => writtenLocal(at))
  const [text, setText] = useState(given)
  const [isTried, setTried] = useState(false)
  const fault = problemOf(written, new Date())
  const isEmpty = text !== null && (text.trim() === '' || text.length > longestText)
  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (fault === undefined && !isEmpty) onChoose({ at: new Date(written), text })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {text !== null && (
          <Field label={t('scheduled.text')} {...(isTried && isEmpty && { problem: t('scheduled.no_text') })}>
            {(tied) => (
              <textarea
                {...tied}
                className={`${inputClass} ${waiting.text}`}
                dir="auto"
                rows={3}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
        )}
        <Field
          label={t('scheduled.time')}
          hint={t('scheduled.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
          {...(isTried && fault !== undefined && { problem: t(fault) })}
        >
          {(tied) => (
            <input
              {...tied}
              type="datetime-local"
              className={inputClass}
              autoFocus={text === null}
              value={written}
              onChange={({ target }) => write(target.value)}
            />
          )}
        </Field>
        {problem != null && (
          <p role="alert" className={waiting.problem}>
            {problem}
          </p>
        )}
        <div className={styles.formActions}>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button kind="primary" type="submit">
            {text === null ? t('scheduled.schedule') : t('scheduled.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
