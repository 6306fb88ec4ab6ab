/** Shows the status as one word and a colour, with the details in a popover. */
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { withRelayTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { useSettled } from '../../kit/use-settled.ts'
import type { Condition } from '../../live/condition.ts'
import { useCondition } from '../../live/warning.ts'
import styles from './StatusDot.module.css'

const StatusDetails = lazyPart(() => withRelayTexts(import('./StatusDetails.tsx')))

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
  const isSettled = useSettled()
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  // The details follow their panel, which is there only after the first rendering.
  useEffect(() => setDrawn(true), [])
  return (
    <>
      <button ref={opener} type="button" className={styles.opener} popoverTarget={id}>
        <span className="visually-hidden">{t('live.status')}: </span>
        <span className={styles.dot} data-look={tones[condition.kind]} aria-hidden />
        {t(`live.${condition.kind}`)}
      </button>
      <section ref={panel} id={id} popover="auto" className={styles.panel} aria-label={t('live.status')}>
        <Suspense>
          {isSettled && isDrawn && <StatusDetails condition={condition} opener={opener} panel={panel} />}
        </Suspense>
      </section>
    </>
  )
}
