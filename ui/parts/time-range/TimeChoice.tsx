/** Chooses a range of time: any time, the last minutes, or between two moments. */
import { useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { inputClass } from '../../kit/Field.tsx'
import styles from './TimeChoice.module.css'
import type { TimeRange } from './time-range.ts'

const minutes = [5, 15, 60, 24 * 60] as const
const all = ''
const between = 'between'

interface Props {
  range: TimeRange
  onChange: (changes: TimeRange) => void
}

export function TimeChoice({ range: { lastMin, from, to }, onChange }: Props) {
  const [isBetween, setBetween] = useState(from !== undefined || to !== undefined)
  const choose = (value: string) => {
    setBetween(value === between)
    const chosen = value === all || value === between ? undefined : Number(value)
    onChange({ lastMin: chosen, from: undefined, to: undefined })
  }
  const value = isBetween ? between : String(lastMin ?? all)
  return (
    <>
      <select
        className={styles.times}
        aria-label={t('logs.times')}
        value={value}
        onChange={({ target }) => choose(target.value)}
      >
        <option value={all}>{t('logs.any_time')}</option>
        {minutes.map((count) => (
          <option key={count} value={count}>
            {count < 60 ? t('logs.last_minutes', { count }) : t('logs.last_hours', { count: count / 60 })}
          </option>
        ))}
        <option value={between}>{t('logs.between')}</option>
      </select>
      {isBetween && (
        <span className={styles.between}>
          <Moment label={t('logs.from')} value={from} onChange={(moment) => onChange({ from: moment })} />
          <Moment label={t('logs.to')} value={to} onChange={(moment) => onChange({ to: moment })} />
        </span>
      )}
    </>
  )
}

interface MomentProps {
  label: string
  value: string | undefined
  onChange: (moment: string | undefined) => void
}

const Moment = ({ label, value, onChange }: MomentProps) => (
  <input
    type="datetime-local"
    step={1}
    className={inputClass}
    aria-label={label}
    title={label}
    defaultValue={value === undefined ? '' : asWritten(value)}
    onChange={({ target }) => onChange(target.value === '' ? undefined : new Date(target.value).toISOString())}
  />
)

/** Formats a moment as the field expects it: in the reader's time zone, without an offset. */
function asWritten(moment: string): string {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
