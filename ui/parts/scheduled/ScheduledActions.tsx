/** The buttons of a scheduled message, and the dialog that edits it. */
import { useState } from 'react'
import type { Scheduled } from '../../../src/contract/send.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import waiting from '../../kit/waiting.module.css'
import { presets } from './presets.ts'
import ScheduledTime, { type Chosen } from './ScheduledTime.tsx'
import { useScheduledChange } from './use-scheduled.ts'

export function ScheduledActions({ scheduled }: { scheduled: Scheduled }) {
  const { id, state, text, send_at } = scheduled
  const [isEditing, setEditing] = useState(false)
  const { change, cancel, isBusy, problem, forget } = useScheduledChange(id)
  const isMissed = state === 'missed'
  async function save(chosen: Chosen): Promise<void> {
    const words = chosen.text !== null && chosen.text !== text ? { text: chosen.text } : {}
    if (await change({ ...words, send_at: chosen.at.toISOString() })) setEditing(false)
  }
  return (
    <>
      {problem !== null && !isEditing && (
        <p role="alert" className={waiting.problem}>
          {problem}
        </p>
      )}
      <div className={waiting.actions}>
        <Button kind="quiet" size="small" disabled={isBusy} onClick={() => void change({ send_now: true })}>
          {t('outbox.send_now')}
        </Button>
        <Button kind="quiet" size="small" disabled={isBusy} onClick={() => setEditing(true)}>
          {isMissed ? t('scheduled.choose_time') : t('scheduled.edit')}
        </Button>
        <Button kind="quiet" size="small" disabled={isBusy} onClick={() => void cancel()}>
          {isMissed ? t('scheduled.discard') : t('kit.cancel')}
        </Button>
      </div>
      {isEditing && (
        <ScheduledTime
          title={t('scheduled.edit_title')}
          at={isMissed ? (presets(new Date())[0]?.at ?? new Date()) : new Date(send_at)}
          text={text}
          problem={problem}
          onChoose={(chosen) => void save(chosen)}
          onClose={() => {
            forget()
            setEditing(false)
          }}
        />
      )}
    </>
  )
}
