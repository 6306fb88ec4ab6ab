/** Edits the hours and days of the week in which a rule is active. */
import { type Weekday, weekdays } from '../../../src/contract/weekdays.ts'
import { isEmptyWindow } from '../../../src/domain/rules/hours.ts'
import { t } from '../../catalogue/texts.ts'
import { Field, inputClass } from '../../kit/Field.tsx'
import styles from './Rules.module.css'
import { type Times, weekdayName, wholeDay } from './times.ts'

const usualHours = '09:00-17:00'

export function TimesFields({ times, onChange }: { times: Times; onChange: (times: Times) => void }) {
  const { hours, days } = times
  const isLimited = hours !== null || days !== null
  return (
    <>
      <Field label={t('rules.active')}>
        {(tied) => (
          <select
            {...tied}
            className={inputClass}
            value={isLimited ? 'limited' : 'always'}
            onChange={({ target }) => onChange({ hours: target.value === 'limited' ? usualHours : null, days: null })}
          >
            <option value="always">{t('rules.active_always')}</option>
            <option value="limited">{t('rules.active_limited')}</option>
          </select>
        )}
      </Field>
      {isLimited && (
        <>
          <HoursFields hours={hours ?? wholeDay} onChange={(hours) => onChange({ hours, days })} />
          <fieldset className={styles.days}>
            <legend>{t('rules.days')}</legend>
            {weekdays.map((day) => (
              <label key={day}>
                <input
                  type="checkbox"
                  aria-label={weekdayName(day, 'long')}
                  checked={days === null || days.includes(day)}
                  onChange={({ target }) => onChange({ hours, days: daysWith(days, day, target.checked) })}
                />{' '}
                {weekdayName(day, 'short')}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </>
  )
}

/** All days are null, and so is none: a rule that is never active is a rule that is switched off. */
function daysWith(days: Times['days'], day: Weekday, isOn: boolean): Times['days'] {
  const chosen = weekdays.filter((each) => (each === day ? isOn : days === null || days.includes(each)))
  return chosen.length === 0 || chosen.length === weekdays.length ? null : chosen
}

function HoursFields({ hours, onChange }: { hours: string; onChange: (hours: string) => void }) {
  const [from = '', to = ''] = hours.split('-')
  const change = (next: { from?: string; to?: string }) => {
    const written = { from, to, ...next }
    // A time field is empty while a part of it is deleted.
    if (written.from !== '' && written.to !== '') onChange(`${written.from}-${written.to}`)
  }
  return (
    <div className={styles.hours}>
      <Field label={t('rules.from_time')}>
        {(tied) => (
          <input
            {...tied}
            className={inputClass}
            type="time"
            required
            value={from}
            onChange={({ target }) => change({ from: target.value })}
          />
        )}
      </Field>
      <Field label={t('rules.to_time')} {...(isEmptyWindow(hours) && { problem: t('rules.same_times') })}>
        {(tied) => (
          <input
            {...tied}
            className={inputClass}
            type="time"
            required
            value={to === '24:00' ? '00:00' : to}
            // Midnight at the end is 24:00, so that 00:00 to 00:00 is a whole day.
            onChange={({ target }) => change({ to: target.value === '00:00' ? '24:00' : target.value })}
          />
        )}
      </Field>
      <p className={styles.quiet}>{t('rules.hours_hint')}</p>
    </div>
  )
}
