/** Tries the conditions on a typed message and shows which terms it fulfils. */

import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { Condition, Term } from '../../../src/domain/rules/condition.ts'
import { type Judged, matcher } from '../../../src/domain/rules/matches.ts'
import { parseConditions } from '../../../src/domain/rules/parse-conditions.ts'
import { writeConditions } from '../../../src/domain/rules/write-conditions.ts'
import { t } from '../../catalogue/texts.ts'
import { Field, inputClass } from '../../kit/Field.tsx'
import styles from './Rules.module.css'

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

interface JudgedTerm {
  term: string
  isTrue: boolean
}

/** Shows for each term of the conditions whether a message fulfils it. */
const TruthTable = ({ terms }: { terms: readonly JudgedTerm[] }) => (
  <table className={styles.truth}>
    <thead>
      <tr>
        <th scope="col">{t('rules.term')}</th>
        <th scope="col">{t('rules.fulfilled')}</th>
      </tr>
    </thead>
    <tbody>
      {terms.map(({ term, isTrue }) => (
        <tr key={term} data-true={isTrue}>
          <th scope="row">
            <code dir="auto">{term}</code>
          </th>
          <td>
            {isTrue ? <Check size={16} aria-hidden /> : <X size={16} aria-hidden />}{' '}
            {t(isTrue ? 'rules.true' : 'rules.false')}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Evaluates each term for a message outside of groups, from the given sender. */
function judgedTerms(conditions: string, { sender, text }: Pick<Judged, 'sender' | 'text'>) {
  const condition = parseConditions(conditions)
  const message: Judged = {
    sender,
    handle: sender,
    text,
    isGroup: false,
    groupName: null,
    chatGuid: '',
    category: 'known',
  }
  const byText = new Map(termsOf(condition).map((term) => [writeConditions(term), matcher(term)(message)]))
  return { fits: matcher(condition)(message), terms: [...byText].map(([term, isTrue]) => ({ term, isTrue })) }
}

function termsOf(condition: Condition): Term[] {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.of.flatMap(termsOf)
    case 'not':
      return termsOf(condition.of)
    default:
      return [condition]
  }
}
