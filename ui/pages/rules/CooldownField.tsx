/** The field for the shortest time between two runs of a rule. */
import { locale, t } from '../../catalogue/texts.ts'
import { Field, inputClass } from '../../kit/Field.tsx'
import { cooldownsWith, spanOf } from './cooldowns.ts'

export const CooldownField = ({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) => (
  <Field label={t('rules.cooldown')}>
    {(tied) => (
      <select
        {...tied}
        className={inputClass}
        value={seconds}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {cooldownsWith(seconds).map((each) => (
          <option key={each} value={each}>
            {spanOf(each, locale())}
          </option>
        ))}
      </select>
    )}
  </Field>
)
