/** Shows the status as one word and a colour, with the details in a popover. */
import { useId, useRef } from 'react'
import { dateAndTimeOf, whenOf } from '../../catalogue/dates.ts'
import { countOf } from '../../catalogue/numbers.ts'
import { t } from '../../catalogue/texts.ts'
import { useFloating } from '../../kit/floating.ts'
import type { Condition } from '../../live/condition.ts'
import { useStatus } from '../../live/status.ts'
import { isWarning, useCondition } from '../../live/warning.ts'
import styles from './StatusDot.module.css'
import { sentenceOf, worksIn } from './sentences.ts'

const tones: Readonly<Record<Condition['kind'], 'good' | 'warning' | 'bad' | 'unknown'>> = {
  checking: 'unknown',
  good: 'good',
  offline: 'bad',
  unreachable: 'bad',
  failing: 'bad',
  bridge_stopped: 'bad',
  bridge_degraded: 'warning',
  bridge_unreadable: 'bad',
}

export function StatusDot() {
  const condition = useCondition()
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  useFloating({ panel, anchor: () => opener.current?.getBoundingClientRect(), side: 'above' })
  return (
    <>
      <button ref={opener} type="button" className={styles.opener} popoverTarget={id}>
        <span className="visually-hidden">{t('live.status')}: </span>
        <span className={styles.dot} data-look={tones[condition.kind]} aria-hidden />
        {t(`live.${condition.kind}`)}
      </button>
      <section ref={panel} id={id} popover="auto" className={styles.panel} aria-label={t('live.status')}>
        <StatusDetails condition={condition} />
      </section>
    </>
  )
}

/** The details behind the status: since when, the reason in the service's own words, and how much is waiting. */
function StatusDetails({ condition }: { condition: Condition }) {
  const { beat, answeredAtMs } = useStatus((status) => status.observed)
  return (
    <>
      <p className={styles.sentence}>{sentenceOf(condition)}</p>
      {condition.reason !== null && condition.kind !== 'bridge_stopped' && <p dir="auto">{condition.reason}</p>}
      {isWarning(condition) && <p className={styles.works}>{worksIn(condition)}</p>}
      <dl className={styles.facts}>
        {condition.kind !== 'good' && <Moment name={t('live.last_answer')} atMs={answeredAtMs} />}
        {beat !== null && (
          <>
            <Moment
              name={t('live.last_beat')}
              atMs={beat.last_heartbeat === null ? null : beat.last_heartbeat * 1000}
            />
            <Count name={t('live.pending')} count={beat.bridge.pending} />
            {beat.bridge.dead > 0 && <Count name={t('live.dead')} count={beat.bridge.dead} />}
            <Count name={t('live.sends')} count={beat.sends.waiting} />
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
          t('live.never')
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
