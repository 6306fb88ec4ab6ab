/** Shows a rule as a sentence; conditions that are nested too deeply for one are shown as text. */
import { Fragment } from 'react'
import type { Rule } from '../../../src/contract/rule.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Rules.module.css'
import { readable } from './readable.ts'
import type { Clause } from './sentence.ts'

export function RuleSentence({ rule: { conditions, action } }: { rule: Rule }) {
  const sentence = readable(conditions)
  return (
    <p className={styles.sentence}>
      {sentence === undefined ? (
        <code dir="auto">{conditions}</code>
      ) : (
        sentence.clauses.map((clause, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a clause has no key but its position
          <Fragment key={at}>
            {at > 0 && ` ${t(`rules.joined_${sentence.join}`)} `}
            {t(`rules.is_${clause.not ? 'not_' : ''}${clause.is}`)} <Value clause={clause} />
          </Fragment>
        ))
      )}
      {`, ${t('rules.so')} `}
      {action.type === 'webhook' ? t('rules.webhook') : t('rules.reply')}{' '}
      <q dir="auto">{action.type === 'webhook' ? action.url : action.body}</q>
    </p>
  )
}

const Value = ({ clause: { is, value } }: { clause: Clause }) =>
  is === 'in' ? t(value === 'group' ? 'rules.in_group' : 'rules.in_direct') : <q dir="auto">{value}</q>
