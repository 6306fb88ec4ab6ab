/** Edits conditions as a sentence: one line for each, and whether all or any of them must hold. */
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { categories } from '../../../src/contract/categories.ts'
import { isHub } from '../../api/answers.ts'
import { t } from '../../catalogue/texts.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { inputClass } from '../../kit/Field.tsx'
import styles from './Rules.module.css'
import { type Clause, type Sentence, textOf } from './sentence.ts'

const kinds = ['from', 'contains', 'exact', 'group', 'in', 'category', 'line'] as const
/** The initial value of kinds whose value is chosen from a list. */
const firstChoice = { in: 'group', category: 'transaction' } as const
const isChosen = (is: Clause['is']): is is keyof typeof firstChoice => is in firstChoice

/** Keeps unfinished lines, which are not part of the text yet. */
export function SentenceFields({ start, onChange }: { start: Sentence; onChange: (text: string) => void }) {
  const [sentence, setSentence] = useState(start)
  const change = (next: Sentence) => {
    setSentence(next)
    onChange(textOf(next))
  }
  const { join, clauses } = sentence
  return (
    <>
      {clauses.length > 1 && (
        <select
          className={inputClass}
          aria-label={t('rules.join')}
          value={join}
          onChange={({ target }) => change({ ...sentence, join: target.value === 'or' ? 'or' : 'and' })}
        >
          <option value="and">{t('rules.all')}</option>
          <option value="or">{t('rules.any')}</option>
        </select>
      )}
      {clauses.map((clause, index) => (
        <ClauseFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no key but its position
          key={index}
          clause={clause}
          place={index + 1}
          onChange={(next) => change({ ...sentence, clauses: clauses.with(index, next) })}
          onRemove={
            clauses.length > 1 ? () => change({ ...sentence, clauses: clauses.toSpliced(index, 1) }) : undefined
          }
        />
      ))}
      <Button
        kind="quiet"
        size="small"
        onClick={() => change({ ...sentence, clauses: [...clauses, { not: false, is: 'contains', value: '' }] })}
      >
        <Plus size={16} aria-hidden /> {t('rules.add_condition')}
      </Button>
    </>
  )
}

interface ClauseProps {
  clause: Clause
  place: number
  onChange: (clause: Clause) => void
  onRemove: (() => void) | undefined
}

function ClauseFields({ clause, place, onChange, onRemove }: ClauseProps) {
  const { not, is, value } = clause
  const choose = (chosen: string) => {
    const next = chosen.replace('not_', '') as Clause['is']
    const initial = isChosen(next) ? firstChoice[next] : isChosen(is) ? '' : value
    onChange({ not: chosen.startsWith('not_'), is: next, value: initial })
  }
  return (
    <div className={styles.clause}>
      <select
        className={inputClass}
        aria-label={t('rules.kind', { count: place })}
        value={`${not ? 'not_' : ''}${is}`}
        onChange={({ target }) => choose(target.value)}
      >
        {kinds
          .filter((kind) => isHub || kind !== 'line' || is === 'line')
          .flatMap((kind) => [
            <option key={kind} value={kind}>
              {t(`rules.is_${kind}`)}
            </option>,
            <option key={`not_${kind}`} value={`not_${kind}`}>
              {t(`rules.is_not_${kind}`)}
            </option>,
          ])}
      </select>
      {isChosen(is) ? (
        <select
          className={inputClass}
          aria-label={t('rules.value', { count: place })}
          value={value}
          onChange={({ target }) => onChange({ ...clause, value: target.value })}
        >
          {is === 'in' ? (
            <>
              <option value="group">{t('rules.in_group')}</option>
              <option value="direct">{t('rules.in_direct')}</option>
            </>
          ) : (
            categories.map((category) => (
              <option key={category} value={category}>
                {t(`rules.category_${category}`)}
              </option>
            ))
          )}
        </select>
      ) : (
        <input
          className={inputClass}
          dir="auto"
          aria-label={t('rules.value', { count: place })}
          value={value}
          onChange={({ target }) => onChange({ ...clause, value: target.value })}
        />
      )}
      {onRemove !== undefined && (
        <IconButton label={t('rules.remove_condition', { count: place })} onClick={onRemove}>
          <X size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
