/** A chip for each condition in the text of the search, which removes it. */
import { X } from 'lucide-react'
import { t } from '../../catalogue/texts.ts'
import styles from './SearchField.module.css'
import { type Condition, conditionsIn, without } from './search-words.ts'

export default function SearchConditions({ text, type }: { text: string; type(text: string): void }) {
  const conditions = conditionsIn(text).filter(({ value }) => value !== '')
  if (conditions.length === 0) return null
  return (
    <ul className={styles.conditions} aria-label={t('results.conditions')}>
      {conditions.map((condition) => (
        <li key={condition.start}>
          <ConditionChip condition={condition} onRemove={() => type(without(text, condition))} />
        </li>
      ))}
    </ul>
  )
}

function ConditionChip({ condition, onRemove }: { condition: Condition; onRemove: () => void }) {
  const { name, value, isExcluded } = condition
  return (
    <button
      type="button"
      className={styles.condition}
      aria-label={t('results.remove_condition', { condition: `${name}: ${value}` })}
      onClick={onRemove}
    >
      <span>
        {isExcluded && t('results.not')} {t(`results.condition_${name}`)} <bdi>{value}</bdi>
      </span>
      <X size={12} aria-hidden />
    </button>
  )
}
