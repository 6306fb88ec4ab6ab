/** A slider beside a long conversation that goes to any of its months. */
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { asking } from '../../../api/ask.ts'
import { monthOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { theBeginning } from './beginning.ts'
import styles from './MonthScrubber.module.css'
import { monthAt, monthsFrom, yearsOn } from './months.ts'

interface Props {
  guid: string
  now: Date
  /** Time of the first visible message. */
  ts: string
  onGo(day: Date): void
}

const fewMonths = 3
const mostYears = 10

export default function MonthScrubber({ guid, now, ts, onGo }: Props) {
  const { data } = useQuery(asking('list_messages', { guid, limit: 1, from_ts: theBeginning }))
  const [oldest] = data ?? []
  if (oldest === undefined) return null
  const first = new Date(oldest.ts)
  const months = monthsFrom(first, now)
  if (months < fewMonths) return null
  const here = Math.min(months, monthsFrom(first, new Date(ts))) - 1
  return <Scale first={first} months={months} here={here} onGo={onGo} />
}

interface ScaleProps extends Pick<Props, 'onGo'> {
  first: Date
  months: number
  here: number
}

function Scale({ first, months, here, onGo }: ScaleProps) {
  const [wanted, setWanted] = useState<number>()
  const slider = useRef<HTMLInputElement>(null)
  // Goes there once the thumb is released: React's own `onChange` fires at every step.
  const go = () => {
    if (wanted !== undefined) onGo(monthAt(first, wanted))
    setWanted(undefined)
  }
  const onChange = useEffectEvent(go)
  useEffect(() => {
    const element = slider.current
    element?.addEventListener('change', onChange)
    return () => element?.removeEventListener('change', onChange)
  }, [])
  const shown = wanted ?? here
  // Browsers disagree on the direction of arrow keys along a vertical slider.
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: shown - 1,
      ArrowLeft: shown - 1,
      ArrowDown: shown + 1,
      ArrowRight: shown + 1,
      PageUp: shown - 12,
      PageDown: shown + 12,
      Home: 0,
      End: months - 1,
    }
    const to = steps[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setWanted(Math.min(months - 1, Math.max(0, to)))
  }
  const label = monthOf(monthAt(first, shown))
  const at = (share: number) => ({ '--share': share }) as CSSProperties
  return (
    <div className={styles.scrubber} data-held={wanted === undefined ? undefined : true}>
      <div className={styles.years} aria-hidden>
        {yearsOn(first, months, mostYears).map(({ year, share }) => (
          <span key={year} style={at(share)}>
            {year}
          </span>
        ))}
      </div>
      <input
        ref={slider}
        type="range"
        className={styles.slider}
        aria-label={t('thread.month')}
        aria-valuetext={label}
        aria-orientation="vertical"
        min={0}
        max={months - 1}
        value={shown}
        onChange={({ target }) => setWanted(target.valueAsNumber)}
        onKeyDown={onKeyDown}
        onKeyUp={go}
      />
      <output className={styles.label} style={at(shown / (months - 1))} aria-hidden>
        {label}
      </output>
    </div>
  )
}
