/** Tries the conditions on a typed message and shows which terms it fulfils. */
import { useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { Field, inputClass } from '../../kit/Field.tsx'
import { judgedTerms } from './judged-terms.ts'
import styles from './Rules.module.css'
import { TruthTable } from './TruthTable.tsx'

export function TypedTrial({ conditions }: { conditions: string }) {
  const [sender, setSender] = useState('')
  const [text, setText] = useState('')
  const { fits, terms } = judgedTerms(conditions, { sender, text })
  return (
    <fieldset className={styles.typed}>
      <legend>{t('rules.trial_message')}</legend>
      <Field label={t('rules.trial_sender')}>
        {(tied) => (
          <input
            {...tied}
            className={inputClass}
            dir="auto"
            value={sender}
            onChange={({ target }) => setSender(target.value)}
          />
        )}
      </Field>
      <Field label={t('rules.trial_text')}>
        {(tied) => (
          <input
            {...tied}
            className={inputClass}
            dir="auto"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {(sender !== '' || text !== '') && (
        <div role="status">
          <p>
            <strong>{t(fits ? 'rules.trial_fits' : 'rules.trial_fits_not')}</strong>
          </p>
          <TruthTable terms={terms} />
        </div>
      )}
    </fieldset>
  )
}
