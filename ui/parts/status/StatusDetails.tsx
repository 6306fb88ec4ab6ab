/** The details behind the status: since when, the reason, and how much is waiting. */
import type { RefObject } from 'react'
import { dateAndTimeOf, whenOf } from '../../catalogue/dates.ts'
import { countOf } from '../../catalogue/numbers.ts'
import { reasonSentence } from '../../catalogue/reason-words.ts'
import { t } from '../../catalogue/texts.ts'
import { useFloating } from '../../kit/floating.ts'
import type { Condition } from '../../live/condition.ts'
import { useStatus } from '../../live/status.ts'
import { isWarning } from '../../live/warning.ts'
import styles from './StatusDot.module.css'
import { sentenceOf, worksIn } from './sentences.ts'

interface Props {
  condition: Condition
  opener: RefObject<HTMLElement | null>
  panel: RefObject<HTMLElement | null>
}

export default function StatusDetails({ condition, opener, panel }: Props) {
  const { beat, answeredAtMs } = useStatus((status) => status.observed)
  useFloating({ panel, anchor: () => opener.current?.getBoundingClientRect(), side: 'above' })
  return (
    <>
      <p className={styles.sentence}>{sentenceOf(condition)}</p>
      {condition.reason !== null && condition.kind !== 'bridge_stopped' && (
        <p dir="auto">{reasonSentence(condition.reason)}</p>
      )}
      {isWarning(condition) && <p className={styles.works}>{worksIn(condition)}</p>}
      <dl className={styles.facts}>
        {condition.kind !== 'good' && <Moment name={t('status.last_answer')} atMs={answeredAtMs} />}
        {beat !== null && (
          <>
            <Moment
              name={t('status.last_beat')}
              atMs={beat.last_heartbeat === null ? null : beat.last_heartbeat * 1000}
            />
            <Count name={t('status.pending')} count={beat.bridge.pending} />
            {beat.bridge.dead > 0 && <Count name={t('status.dead')} count={beat.bridge.dead} />}
            <Count name={t('status.sends')} count={beat.sends.waiting} />
          </>
        )}
      </dl>
    </>
  )
}

function Moment({ name, atMs }: { name: string; atMs: number | null }) {
  const ts = atMs === null ? undefined : new Date(atMs).toISOString()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {ts === undefined ? (
          t('status.never')
        ) : (
          <time dateTime={ts} title={dateAndTimeOf(ts)}>
            {whenOf(ts)}
          </time>
        )}
      </dd>
    </div>
  )
}

const Count = ({ name, count }: { name: string; count: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{countOf(count)}</dd>
  </div>
)
