/** Limits of a key that are rarely needed: since when it reads, what is left out, and until when it exists. */
import { useState } from 'react'
import type { Grant } from '../../../src/contract/grant.ts'
import { t } from '../../catalogue/texts.ts'
import { Field, inputClass } from '../../kit/Field.tsx'
import { Check } from './Check.tsx'
import styles from './grant.module.css'
import { dayAfter, isLimitable, type KeyDraft } from './key-draft.ts'
import { SendLimits } from './SendLimits.tsx'

interface Props {
  draft: KeyDraft
  onChange: (draft: KeyDraft) => void
}

export function GrantLimits({ draft, onChange }: Props) {
  const reads = draft.scopes.includes('read')
  const { grant } = draft
  const change = (part: Partial<Grant>) => onChange({ ...draft, grant: { ...grant, ...part } })
  return (
    <div className={styles.limits}>
      {isLimitable(draft) && reads && (
        <>
          <Since since={grant.since} onChange={(since) => change({ since })} />
          <LeftOut grant={grant} onChange={change} />
        </>
      )}
      {isLimitable(draft) && draft.scopes.includes('write') && <SendLimits draft={draft} onChange={onChange} />}
      <LastDay lastDay={draft.lastDay} onChange={(lastDay) => onChange({ ...draft, lastDay })} />
    </div>
  )
}

const periods = [7, 30, 90, 365] as const

function Since({ since, onChange }: { since: Grant['since']; onChange: (since: Grant['since']) => void }) {
  const days = since !== null && typeof since === 'object' ? since.days : undefined
  const offered = days === undefined || (periods as readonly number[]).includes(days) ? periods : [days, ...periods]
  return (
    <>
      <Field label={t('grant.since')}>
        {(tied) => (
          <select
            {...tied}
            className={inputClass}
            value={since === null ? '' : (days ?? 'date')}
            onChange={({ target: { value } }) => {
              if (value === 'date') onChange(dayAfter(0, new Date()))
              else onChange(value === '' ? null : { days: Number(value) })
            }}
          >
            <option value="">{t('grant.since_all')}</option>
            {offered.map((each) => (
              <option key={each} value={each}>
                {t('grant.since_days', { count: each })}
              </option>
            ))}
            <option value="date">{t('grant.since_date')}</option>
          </select>
        )}
      </Field>
      {typeof since === 'string' && <DayField label={t('grant.since_day')} day={since} onChange={onChange} />}
    </>
  )
}

const fieldsShown = ['text', 'attachments', 'names', 'handles'] as const

function LeftOut({ grant, onChange }: { grant: Grant; onChange: (part: Partial<Grant>) => void }) {
  const { fields, one_time_codes: codes } = grant
  return (
    <fieldset className={styles.group}>
      <legend>{t('grant.left_out')}</legend>
      <div className={styles.checks}>
        {fieldsShown.map((field) => (
          <Check
            key={field}
            checked={!fields[field]}
            onChange={(isLeftOut) => onChange({ fields: { ...fields, [field]: !isLeftOut } })}
          >
            {t(`grant.left_out_${field}`)}
          </Check>
        ))}
        <Check
          checked={codes === 'hide'}
          onChange={(isLeftOut) => onChange({ one_time_codes: isLeftOut ? 'hide' : 'show' })}
        >
          {t('grant.left_out_codes')}
        </Check>
      </div>
    </fieldset>
  )
}

const lives = [7, 30, 90, 365] as const

function LastDay({ lastDay, onChange }: { lastDay: string | null; onChange: (lastDay: string | null) => void }) {
  const today = new Date()
  const days = lives.find((each) => dayAfter(each, today) === lastDay)
  const [isDate, setDate] = useState(lastDay !== null && days === undefined)
  return (
    <>
      <Field label={t('security.key_expires')}>
        {(tied) => (
          <select
            {...tied}
            className={inputClass}
            value={lastDay === null ? '' : isDate ? 'date' : (days ?? 'date')}
            onChange={({ target: { value } }) => {
              setDate(value === 'date')
              if (value === 'date') onChange(lastDay ?? dayAfter(90, today))
              else onChange(value === '' ? null : dayAfter(Number(value), today))
            }}
          >
            <option value="">{t('security.key_never')}</option>
            {lives.map((each) => (
              <option key={each} value={each}>
                {t('security.key_days', { count: each })}
              </option>
            ))}
            <option value="date">{t('grant.expires_date')}</option>
          </select>
        )}
      </Field>
      {lastDay !== null && isDate && (
        <DayField label={t('grant.last_day')} day={lastDay} least={dayAfter(0, today)} onChange={onChange} />
      )}
    </>
  )
}

interface DayFieldProps {
  label: string
  day: string
  least?: string
  onChange: (day: string) => void
}

/** A field that is emptied keeps the day before, since there has to be one. */
const DayField = ({ label, day, least, onChange }: DayFieldProps) => (
  <Field label={label}>
    {(tied) => (
      <input
        {...tied}
        type="date"
        className={inputClass}
        required
        min={least}
        value={day}
        onChange={({ target }) => target.value !== '' && onChange(target.value)}
      />
    )}
  </Field>
)
