/** Shows what an API key did in the last month: what it read by day, sent and was refused, and what is conspicuous. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiKey } from '../../../../src/contract/key.ts'
import type { KeyActivity as Activity } from '../../../../src/contract/key-activity.ts'
import { asking } from '../../../api/ask.ts'
import { client } from '../../../api/client.ts'
import { dayOf, whenOf } from '../../../catalogue/dates.ts'
import { t, textFor } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../kit/States.tsx'
import { keySentence } from '../../../parts/grant/key-sentence.ts'
import styles from './KeyActivity.module.css'
import { lastUse } from './last-use.ts'
import { Warning } from './Warning.tsx'

interface Props {
  apiKey: ApiKey
  onPause: (paused: boolean) => void
  onClose: () => void
}

export default function KeyActivity({ apiKey, onPause, onClose }: Props) {
  const { id, label, scopes, grant, names, paused } = apiKey
  const { data, error, refetch } = useQuery({ ...asking('key_activity', { id }), staleTime: 0 })
  useSeen(id, data)
  return (
    <Dialog
      title={t('grant.activity_of', { name: label })}
      size="drawer"
      onClose={onClose}
      actions={<Button onClick={() => onPause(!paused)}>{t(paused ? 'grant.resume_key' : 'grant.pause_key')}</Button>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it, since there is nothing else to focus */}
      <section className={styles.activity} tabIndex={0} aria-label={t('grant.activity')}>
        <p>
          {keySentence({ scopes, grant, names })}
          <small>{paused ? t('grant.paused_hint') : lastUse(apiKey)}</small>
        </p>
        {data !== undefined && <Found activity={data} />}
        {data === undefined &&
          (error === null ? <Skeleton rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />)}
      </section>
    </Dialog>
  )
}

/** Marks suspicious facts as seen once they are shown. */
function useSeen(id: string, activity: Activity | undefined): void {
  const queries = useQueryClient()
  const isNew = activity?.marks.some(({ seen }) => !seen) ?? false
  useEffect(() => {
    if (!isNew) return
    void client.see_key_marks({ id }).then(
      () => queries.invalidateQueries({ queryKey: ['list_keys'] }),
      () => undefined,
    )
  }, [id, isNew, queries])
}

function Found({ activity }: { activity: Activity }) {
  const { marks, days, sends, refusals } = activity
  if (marks.length + days.length + sends.length + refusals.length === 0)
    return <EmptyState title={t('grant.activity_none')} />
  return (
    <>
      {marks.map(({ kind, at }) => (
        <Warning key={kind}>
          {t(`grant.mark_${kind}`)} · <time dateTime={at}>{whenOf(at)}</time>
        </Warning>
      ))}
      {sends.length > 0 && <Sends sends={sends} />}
      {days.length > 0 && <Days days={days} />}
      {refusals.length > 0 && <Refusals refusals={refusals} />}
    </>
  )
}

const Days = ({ days }: Pick<Activity, 'days'>) => (
  <section>
    <h3>{t('grant.read_by_day')}</h3>
    <ul className={styles.rows}>
      {days.map(({ day, messages, requests, refused, conversations }) => (
        <li key={day}>
          <p className={styles.line}>
            <span>{dayOf(`${day}T12:00:00Z`)}</span>
            <span>{t('grant.messages_read', { count: messages })}</span>
          </p>
          {conversations.length > 0 && (
            <ul className={styles.conversations}>
              {conversations.map(({ guid, name, messages: count }) => (
                <li key={guid} className={styles.line}>
                  <bdi>{name ?? t('grant.gone')}</bdi>
                  <span>{t('grant.messages_read', { count })}</span>
                </li>
              ))}
            </ul>
          )}
          <small>
            {t('grant.requests', { count: requests })}
            {refused > 0 && ` · ${t('grant.refused_times', { count: refused })}`}
          </small>
        </li>
      ))}
    </ul>
  </section>
)

const Sends = ({ sends }: Pick<Activity, 'sends'>) => (
  <section>
    <h3>{t('grant.sent_week')}</h3>
    <ul className={styles.rows}>
      {sends.map(({ id, at, name, handle, state }) => (
        <li key={id} className={styles.line}>
          <span>
            <bdi>{name ?? handle}</bdi>
            <small>
              <time dateTime={at}>{whenOf(at)}</time>
            </small>
          </span>
          <span>{t(`grant.send_${state}`)}</span>
        </li>
      ))}
    </ul>
  </section>
)

const Refusals = ({ refusals }: Pick<Activity, 'refusals'>) => (
  <section>
    <h3>{t('grant.refused')}</h3>
    <ul className={styles.rows}>
      {refusals.map(({ day, code, times }) => (
        <li key={`${day} ${code}`} className={styles.line}>
          <span>
            {textFor(`grant.refused_${code}`) ?? code}
            <small>{dayOf(`${day}T12:00:00Z`)}</small>
          </span>
          <span>{t('grant.times', { count: times })}</span>
        </li>
      ))}
    </ul>
  </section>
)
