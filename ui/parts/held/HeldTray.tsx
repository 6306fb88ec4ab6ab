/** The tray of messages that programs and rules ask to send: who asks, for whom, the words, why, and the owner's decision. */
import { useEffect, useId, useRef, useState } from 'react'
import { visible, withoutHidden } from '../../../src/base/visible.ts'
import type { HeldSend } from '../../../src/contract/outbox.ts'
import type { Decision } from '../../../src/contract/waiting-address.ts'
import { formatOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field, inputClass } from '../../kit/Field.tsx'
import { EmptyState } from '../../kit/States.tsx'
import waiting from '../../kit/waiting.module.css'
import { hideHeld, useHeldCount, type Wanted } from '../../live/held-count.ts'
import styles from './held.module.css'
import { useDecision, useHeldIfKnown, useOutcome } from './use-held.ts'
import { useStill } from './use-still.ts'

export default function HeldTray() {
  const wanted = useHeldCount((state) => state.wanted)
  const known = useHeldIfKnown()
  const held = wantedFirst(known ?? [], wanted)
  const isGone = wanted !== undefined && known !== undefined && held[0]?.id !== wanted.id
  const outcome = useOutcome(isGone ? wanted.id : undefined)
  const isStill = useStill(held.map(({ version }) => version).join())
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focus skips the next button: a key held down would decide about the next message as well.
    if (!isStill && document.activeElement === document.body) list.current?.focus()
  }, [isStill])
  return (
    <Dialog title={t('held.title')} size="drawer" onClose={hideHeld}>
      <div ref={list} tabIndex={-1}>
        {outcome !== undefined && (
          <p role="status" className={styles.outcome}>
            {t(`held.outcome_${outcome}`)}
          </p>
        )}
        {known !== undefined && held.length === 0 && <EmptyState title={t('held.none')} />}
        <ul className={waiting.rows}>
          {held.map((one) => (
            <Item
              key={one.version}
              held={one}
              isStill={isStill}
              offered={one.id === wanted?.id ? wanted.decision : undefined}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const wantedFirst = (held: readonly HeldSend[], wanted: Wanted | undefined): readonly HeldSend[] => [
  ...held.filter(({ id }) => id === wanted?.id),
  ...held.filter(({ id }) => id !== wanted?.id),
]

const timeOf = (ts: string): string =>
  formatOf({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).format(
    new Date(ts),
  )

const askerText = ({ is, name }: HeldSend['asker']): string =>
  is === 'rule' ? t('held.rule', { name: visible(name) }) : visible(name)

interface ItemProps {
  held: HeldSend
  /** Whether the list has rested for long enough to decide. */
  isStill: boolean
  /** The decision of the pressed button of a notification: it has the focus, and waits for another press. */
  offered: Decision | undefined
}

function Item({ held, isStill, offered }: ItemProps) {
  const { asker, name, handle, text, file_name, reason, send_at, expires_at } = held
  const [changed, setChanged] = useState<string | null>(null)
  const titleId = useId()
  return (
    <li className={waiting.row} aria-labelledby={titleId}>
      <p id={titleId} className={styles.who}>
        <strong>
          <bdi>{askerText(asker)}</bdi>
        </strong>{' '}
        {t('held.asks')}{' '}
        <strong>
          <bdi>{visible(name ?? handle)}</bdi>
        </strong>
        {name !== null && name !== handle && <bdi className={styles.handle}> {visible(handle)}</bdi>}
      </p>
      {file_name !== null && (
        <p className={styles.content}>
          <bdi>{visible(file_name)}</bdi>
        </p>
      )}
      {text !== null && changed === null && (
        <p className={styles.content} dir="auto">
          {visible(text)}
        </p>
      )}
      {text !== null && changed === null && visible(text) !== text && (
        <p className={styles.hint}>{t('held.hidden', { code: '\\u{…}' })}</p>
      )}
      {changed !== null && (
        <Field label={t('held.text')}>
          {(input) => (
            <textarea
              {...input}
              className={`${inputClass} ${waiting.text}`}
              dir="auto"
              // biome-ignore lint/a11y/noAutofocus: it appears when the owner asks to change the words
              autoFocus
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
          {t('held.reason')} <q dir="auto">{visible(reason)}</q>
        </p>
      )}
      {send_at !== null && <p className={styles.hint}>{t('held.send_at', { time: timeOf(send_at) })}</p>}
      <p className={styles.hint}>{t('held.expires', { time: timeOf(expires_at) })}</p>
      <Decisions held={held} isStill={isStill} offered={offered} changed={changed} onChange={setChanged} />
    </li>
  )
}

interface DecisionsProps extends ItemProps {
  /** The owner's words; null while those of the program stand. */
  changed: string | null
  onChange(text: string | null): void
}

function Decisions({ held, isStill, offered, changed, onChange }: DecisionsProps) {
  const { release, refuse, isBusy, problem } = useDecision(held)
  const mayDecide = isStill && !isBusy
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isStill || offered === undefined) return
    // Waits a frame, because the dialog takes the focus when it opens.
    const frame = requestAnimationFrame(() =>
      row.current?.querySelector<HTMLElement>(`[data-decision="${offered}"]`)?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [isStill, offered])
  const isEmpty = changed?.trim() === ''
  const words = changed === null || changed === held.text ? {} : { text: changed }
  return (
    <>
      {problem !== null && (
        <p role="alert" className={waiting.problem}>
          {problem}
        </p>
      )}
      <div ref={row} className={waiting.actions}>
        <Button
          kind="primary"
          size="small"
          data-decision="send"
          disabled={!mayDecide || isEmpty}
          onClick={() => void release(words)}
        >
          {t('held.send')}
        </Button>
        {held.text !== null && (
          <Button
            size="small"
            disabled={!mayDecide}
            onClick={() => onChange(changed === null ? withoutHidden(held.text ?? '') : null)}
          >
            {changed === null ? t('held.change') : t('held.keep')}
          </Button>
        )}
        <Button size="small" data-decision="refuse" disabled={!mayDecide} onClick={() => void refuse()}>
          {t('held.refuse')}
        </Button>
        {held.asker.is === 'key' && (
          <Button
            size="small"
            disabled={!mayDecide || isEmpty}
            onClick={() => void release({ ...words, always: true })}
          >
            {t('held.always', { name: visible(held.name ?? held.handle) })}
          </Button>
        )}
      </div>
    </>
  )
}
