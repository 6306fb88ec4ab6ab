/** Tries conditions on the messages of the last month and on a typed message. Nothing is sent. */
import { useMutation } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { RuleTrialResult } from '../../../src/contract/rule.ts'
import type { Condition, Term } from '../../../src/domain/rules/condition.ts'
import { type Judged, matcher } from '../../../src/domain/rules/matches.ts'
import { parseConditions } from '../../../src/domain/rules/parse-conditions.ts'
import { writeConditions } from '../../../src/domain/rules/write-conditions.ts'
import { client } from '../../api/client.ts'
import { whenOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Field, inputClass } from '../../kit/Field.tsx'
import { Card, Section } from '../../kit/PageFrame.tsx'
import { ErrorState } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import { problemOf } from './condition-problem.ts'
import styles from './Rules.module.css'
import type { WrittenRule } from './use-rules.ts'

type Tried = Pick<WrittenRule, 'conditions' | 'cooldown_s' | 'hours' | 'days'>

export function Trial({ rule: { conditions, cooldown_s, hours, days: days_of_week } }: { rule: Tried }) {
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => client.test_rule({ conditions, days: 30, cooldown_s, hours, days_of_week }),
  })
  const isUnderstood = problemOf(conditions) === undefined
  return (
    <Section title={t('rules.trial')} hint={t('rules.trial_hint')}>
      <div className={styles.buttons}>
        {/* A button that is disabled while it works would lose the focus. */}
        <Button disabled={!isUnderstood} onClick={() => isPending || mutate()}>
          {t('rules.trial_run')}
        </Button>
      </div>
      {error !== null && <ErrorState error={error} />}
      {data !== undefined && <Outcome result={data} />}
      {isUnderstood && <TypedTrial conditions={conditions} />}
    </Section>
  )
}

const Outcome = ({ result: { considered, fired, held_back, matches } }: { result: RuleTrialResult }) => (
  <div role="status" className={styles.outcome}>
    <p>{t('rules.trial_result', { count: fired, considered })}</p>
    {held_back > 0 && <p>{t('rules.trial_held', { count: held_back })}</p>}
    {matches.length > 0 && (
      <Card>
        {matches.map(({ rowid, conversation_guid, sender, text, ts, fires }) => (
          <div key={rowid}>
            <Link href={paths.conversation(conversation_guid, { m: rowid })}>
              <bdi>{sender}</bdi>, {whenOf(ts)}
            </Link>
            <p className={styles.found} dir="auto">
              {text}
            </p>
            {!fires && <p className={styles.quiet}>{t('rules.held_back')}</p>}
          </div>
        ))}
      </Card>
    )}
  </div>
)

/** Tries the conditions on a typed message and shows which terms it fulfils. */
function TypedTrial({ conditions }: { conditions: string }) {
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
