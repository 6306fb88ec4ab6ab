/** Shows the status as one word and a colour, with the details in a popover. */
import { useId, useRef } from 'react'
import { t } from '../../catalogue/texts.ts'
import { useFloating } from '../../kit/floating.ts'
import type { Condition } from '../../live/condition.ts'
import { useCondition } from '../../live/warning.ts'
import { StatusDetails } from './StatusDetails.tsx'
import styles from './StatusDot.module.css'

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
