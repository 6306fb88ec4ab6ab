/** Limits how a key sends: whether it asks, to whom, how often, and when. */
import type { Grant } from '../../../src/contract/grant.ts'
import { t } from '../../catalogue/texts.ts'
import { Field, inputClass } from '../../kit/Field.tsx'
import { Check } from './Check.tsx'
import { EntryPicker } from './EntryPicker.tsx'
import styles from './grant.module.css'
import { type KeyDraft, type Listed, nameIn, withName, without, withoutExceptions } from './key-draft.ts'
import { SendAs } from './LineChecks.tsx'

interface Props {
  draft: KeyDraft
  onChange: (draft: KeyDraft) => void
}

const mostPerHour = 1_000
const usualHours = '08:00-22:00'

export function SendLimits({ draft, onChange }: Props) {
  const { sends } = draft.grant
  const { mode, to, without_asking: unasked = [], per_hour: perHour, hours } = sends
  const change = (part: Partial<Grant['sends']>, listed?: Listed) =>
    onChange({ ...withName(draft, listed), grant: { ...draft.grant, sends: { ...sends, ...part } } })
  return (
    <fieldset className={styles.group}>
      <legend>{t('grant.sending')}</legend>
      <Check
        checked={mode === 'ask'}
        onChange={(asks) =>
          asks
            ? change({ mode: 'ask' })
            : onChange({ ...draft, grant: { ...draft.grant, sends: withoutExceptions(sends) } })
        }
      >
        {t('grant.asks')}
      </Check>
      {mode === 'ask' && (
        <div className={styles.within}>
          <p>{t('grant.unasked')}</p>
          <EntryPicker
            label={t('grant.unasked')}
            entries={unasked}
            nameOf={nameIn(draft)}
            onAdd={(listed) => change({ without_asking: [...unasked, listed.entry] }, listed)}
            onRemove={(entry) => change({ without_asking: without(unasked, entry) })}
          />
        </div>
      )}
      <Check checked={to !== null} onChange={(isLimited) => change({ to: isLimited ? [] : null })}>
        {t('grant.recipients')}
      </Check>
      {to !== null && (
        <div className={styles.within}>
          <EntryPicker
            label={t('grant.recipients')}
            entries={to}
            nameOf={nameIn(draft)}
            onAdd={(listed) => change({ to: [...to, listed.entry] }, listed)}
            onRemove={(entry) => change({ to: without(to, entry) })}
          />
        </div>
      )}
      <SendAs draft={draft} onChange={onChange} />
      <Check checked={hours !== null} onChange={(isLimited) => change({ hours: isLimited ? usualHours : null })}>
        {t('grant.hours')}
      </Check>
      {hours !== null && <Hours hours={hours} onChange={(after) => change({ hours: after })} />}
      <Field label={t('grant.per_hour')} hint={t('grant.per_hour_hint')}>
        {(tied) => (
          <input
            {...tied}
            type="number"
            className={`${inputClass} ${styles.number}`}
            min={1}
            max={mostPerHour}
            value={perHour ?? ''}
            onChange={({ target: { value } }) => change({ per_hour: value === '' ? null : Number(value) })}
          />
        )}
      </Field>
    </fieldset>
  )
}

function Hours({ hours, onChange }: { hours: string; onChange: (hours: string) => void }) {
  const [from = '', to = ''] = hours.split('-')
  const set = (start: string, end: string) => start !== '' && end !== '' && start !== end && onChange(`${start}-${end}`)
  return (
    <div className={`${styles.within} ${styles.hours}`}>
      <Field label={t('grant.hours_from')}>
        {(tied) => (
          <input
            {...tied}
            type="time"
            className={inputClass}
            required
            value={from}
            onChange={({ target }) => set(target.value, to)}
          />
        )}
      </Field>
      <Field label={t('grant.hours_to')}>
        {(tied) => (
          <input
            {...tied}
            type="time"
            className={inputClass}
            required
            value={to}
            onChange={({ target }) => set(from, target.value)}
          />
        )}
      </Field>
    </div>
  )
}
