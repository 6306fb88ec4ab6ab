/** Shows for each term of the conditions whether a message fulfils it. */
import { Check, X } from 'lucide-react'
import { t } from '../../catalogue/texts.ts'
import styles from './Rules.module.css'

interface Judged {
  term: string
  isTrue: boolean
}

export const TruthTable = ({ terms }: { terms: readonly Judged[] }) => (
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
