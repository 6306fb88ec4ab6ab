/** Edits the conditions of a rule as a sentence or as text, which are two views of the same. */
import { useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Field, inputClass } from '../../kit/Field.tsx'
import { type ConditionProblem, problemOf } from './condition-problem.ts'
import styles from './Rules.module.css'
import { readable } from './readable.ts'
import { SentenceFields } from './SentenceFields.tsx'
import type { Sentence } from './sentence.ts'

const first: Sentence = { join: 'and', clauses: [{ not: false, is: 'from', value: '' }] }

export function ConditionFields({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const sentence = text === '' ? first : readable(text)
  const [asText, setAsText] = useState(sentence === undefined)
  return (
    <div className={styles.conditions}>
      <fieldset className={styles.modes}>
        <Button
          size="small"
          kind={asText ? 'quiet' : 'plain'}
          aria-pressed={!asText}
          disabled={sentence === undefined}
          onClick={() => setAsText(false)}
        >
          {t('rules.sentence')}
        </Button>
        <Button size="small" kind={asText ? 'plain' : 'quiet'} aria-pressed={asText} onClick={() => setAsText(true)}>
          {t('rules.text')}
        </Button>
      </fieldset>
      {asText || sentence === undefined ? (
        <ConditionText
          text={text}
          isNested={sentence === undefined && problemOf(text) === undefined}
          onChange={onChange}
        />
      ) : (
        <SentenceFields start={sentence} onChange={onChange} />
      )}
    </div>
  )
}

function ConditionText({
  text,
  isNested,
  onChange,
}: {
  text: string
  isNested: boolean
  onChange: (text: string) => void
}) {
  const problem = text === '' ? undefined : problemOf(text)
  return (
    <>
      <Field
        label={t('rules.conditions')}
        hint={isNested ? t('rules.only_text') : t('rules.conditions_hint')}
        problem={problem && problemText(problem)}
      >
        {(tied) => (
          <textarea
            {...tied}
            className={`${inputClass} ${styles.text}`}
            dir="auto"
            rows={3}
            spellCheck={false}
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      {problem !== undefined && <ProblemPosition text={text} problem={problem} />}
    </>
  )
}

const problemText = ({ fault, at }: ConditionProblem): string =>
  t('rules.fault', { column: at + 1, fault: t(`rules.fault_${fault}`) })

/** Repeats the text with the position of the error marked. */
const ProblemPosition = ({ text, problem: { at } }: { text: string; problem: ConditionProblem }) => (
  <pre className={styles.place} aria-hidden>
    {text.slice(0, at)}
    <mark>{text.slice(at, at + 1) || ' '}</mark>
    {text.slice(at + 1)}
  </pre>
)
