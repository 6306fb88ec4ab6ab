/** The search field, with a chip for each condition in the text that removes it. */
import { Search, X } from 'lucide-react'
import type { RefObject } from 'react'
import { t } from '../../catalogue/texts.ts'
import { keyLabel } from '../../keyboard/keys.ts'
import { fieldId } from './focus-search.ts'
import styles from './SearchField.module.css'
import { type Condition, conditionsIn, without } from './search-words.ts'
import type { SearchPanel } from './use-search-panel.ts'

/** A touch device has no keyboard shortcut to show. */
const isTouched = matchMedia('(pointer: coarse)').matches

export const resultsId = 'search-results'

export function SearchField({ panel, field }: { panel: SearchPanel; field: RefObject<HTMLInputElement | null> }) {
  const { text, type, close, chosen, onKeyDown } = panel
  const isOpen = text !== undefined
  const placeholder = isTouched ? t('shell.search') : t('search.placeholder', { keys: keyLabel('mod+f') })
  const conditions = conditionsIn(text ?? '').filter(({ value }) => value !== '')
  return (
    <search className={styles.search}>
      <div className={styles.box}>
        <Search size={15} className={styles.glass} aria-hidden />
        <input
          ref={field}
          id={fieldId}
          className={styles.field}
          type="text"
          role="combobox"
          aria-label={t('shell.search')}
          aria-expanded={isOpen}
          aria-controls={isOpen ? resultsId : undefined}
          aria-activedescendant={isOpen ? chosen : undefined}
          aria-autocomplete="list"
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          dir="auto"
          maxLength={500}
          value={text ?? ''}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
        {isOpen && (
          <button type="button" className={styles.clear} aria-label={t('search.close')} onClick={close}>
            <X size={14} aria-hidden />
          </button>
        )}
      </div>
      {conditions.length > 0 && (
        <ul className={styles.conditions} aria-label={t('search.conditions')}>
          {conditions.map((condition) => (
            <li key={condition.start}>
              <ConditionChip condition={condition} onRemove={() => type(without(text ?? '', condition))} />
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

function ConditionChip({ condition, onRemove }: { condition: Condition; onRemove: () => void }) {
  const { name, value, isExcluded } = condition
  return (
    <button
      type="button"
      className={styles.condition}
      aria-label={t('search.remove_condition', { condition: `${name}: ${value}` })}
      onClick={onRemove}
    >
      <span>
        {isExcluded && t('search.not')} {t(`search.condition_${name}`)} <bdi>{value}</bdi>
      </span>
      <X size={12} aria-hidden />
    </button>
  )
}
