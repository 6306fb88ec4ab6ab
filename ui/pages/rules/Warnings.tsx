/** Warns of what may go wrong with a rule before it is saved. */
import { TriangleAlert } from 'lucide-react'
import type { Rule } from '../../../src/contract/rule.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Rules.module.css'
import type { WrittenRule } from './use-rules.ts'
import { warningsOf } from './warnings.ts'

export const Warnings = ({ rule, others }: { rule: WrittenRule; others: readonly Rule[] }) => (
  <div role="status">
    {warningsOf(rule, others).map((warning) => (
      <p key={`${warning.is}${'name' in warning ? warning.name : ''}`} className={styles.warning}>
        <TriangleAlert size={16} aria-hidden />
        {t(`rules.warning_${warning.is}`, 'name' in warning ? { name: warning.name } : {})}
      </p>
    ))}
  </div>
)
