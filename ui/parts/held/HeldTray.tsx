/** The tray of messages that programs ask to send: who asks, for whom, the words, why, and the owner's decision. */
import { useId, useState } from 'react'
import type { HeldSend } from '../../../src/contract/outbox.ts'
import { formatOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field, inputClass } from '../../kit/Field.tsx'
import { EmptyState } from '../../kit/States.tsx'
import { hideHeld } from '../../live/held-count.ts'
import styles from './held.module.css'
import { useDecision, useHeld } from './use-held.ts'

export default function HeldTray() {
  const held = useHeld()
  return (
    <Dialog title={t('held.title')} size="drawer" onClose={hideHeld}>
      {held.length === 0 && <EmptyState title={t('held.none')} />}
      <ul className={styles.rows}>
        {held.map((one) => (
          <Item key={one.version} held={one} />
        ))}
      </ul>
    </Dialog>
  )
}

const timeOf = (ts: string): string =>
  formatOf({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).format(
    new Date(ts),
  )

function Item({ held }: { held: HeldSend }) {
  const { key_label, name, handle, text, file_name, reason, send_at, expires_at } = held
  const [changed, setChanged] = useState<string | null>(null)
  const titleId = useId()
  return (
    <li className={styles.row} aria-labelledby={titleId}>
      <p id={titleId} className={styles.who}>
        <strong>
          <bdi>{key_label}</bdi>
        </strong>{' '}
        {t('held.asks')}{' '}
        <strong>
          <bdi>{name ?? handle}</bdi>
        </strong>
        {name !== null && name !== handle && <bdi className={styles.handle}> {handle}</bdi>}
      </p>
      {file_name !== null && (
        <p className={styles.content}>
          <bdi>{file_name}</bdi>
        </p>
      )}
      {text !== null && changed === null && (
        <p className={styles.content} dir="auto">
          {text}
        </p>
      )}
      {changed !== null && (
        <Field label={t('held.text')}>
          {(input) => (
            <textarea
              {...input}
              className={`${inputClass} ${styles.field}`}
              dir="auto"
              rows={3}
              maxLength={20_000}
              value={changed}
              onChange={({ target }) => setChanged(target.value)}
            />
          )}
        </Field>
      )}
      {reason !== null && (
        <p className={styles.hint}>
          {t('held.reason')} <q dir="auto">{reason}</q>
        </p>
      )}
      {send_at !== null && <p className={styles.hint}>{t('held.send_at', { time: timeOf(send_at) })}</p>}
      <p className={styles.hint}>{t('held.expires', { time: timeOf(expires_at) })}</p>
      <Decision held={held} changed={changed} onChange={setChanged} />
    </li>
  )
}

interface DecisionProps {
  held: HeldSend
  /** The owner's words; null while those of the program stand. */
  changed: string | null
  onChange(text: string | null): void
}

function Decision({ held, changed, onChange }: DecisionProps) {
  const { release, refuse, isBusy, problem } = useDecision(held)
  const isEmpty = changed?.trim() === ''
  const words = changed === null || changed === held.text ? {} : { text: changed }
  return (
    <>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button kind="primary" size="small" disabled={isBusy || isEmpty} onClick={() => void release(words)}>
          {t('held.send')}
        </Button>
        {held.text !== null && (
          <Button size="small" disabled={isBusy} onClick={() => onChange(changed === null ? held.text : null)}>
            {changed === null ? t('held.change') : t('held.keep')}
          </Button>
        )}
        <Button size="small" disabled={isBusy} onClick={() => void refuse()}>
          {t('held.refuse')}
        </Button>
        <Button
          kind="quiet"
          size="small"
          disabled={isBusy || isEmpty}
          onClick={() => void release({ ...words, always: true })}
        >
          {t('held.always')}
        </Button>
      </div>
    </>
  )
}
