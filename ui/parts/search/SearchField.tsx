/** The search field. */
import { Search, X } from 'lucide-react'
import { type RefObject, Suspense } from 'react'
import { withPageTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'
import { keyLabel } from '../../keyboard/keys.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { fieldId } from './focus-search.ts'
import styles from './SearchField.module.css'
import { pressInField, useSearchChoice } from './search-choice.ts'
import type { SearchAddress } from './use-search-address.ts'

/** A touch device has no keyboard shortcut to show. */
const isTouched = matchMedia('(pointer: coarse)').matches

export const resultsId = 'search-results'

const SearchConditions = lazyPart(() => withPageTexts(import('./SearchConditions.tsx')))

interface Props {
  address: SearchAddress
  field: RefObject<HTMLInputElement | null>
  onFocus(): void
}

export function SearchField({ address, field, onFocus }: Props) {
  const { text, type, close } = address
  const chosen = useSearchChoice((choice) => choice.chosen)
  const isOpen = text !== undefined
  const placeholder = isTouched ? t('shell.search') : t('search.placeholder', { keys: keyLabel('mod+f') })
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
          onKeyDown={(event) => pressInField(event, address)}
          onFocus={onFocus}
        />
        {isOpen && (
          <button type="button" className={styles.clear} aria-label={t('search.close')} onClick={close}>
            <X size={14} aria-hidden />
          </button>
        )}
      </div>
      <Suspense>{text?.includes(':') && <SearchConditions text={text} type={type} />}</Suspense>
    </search>
  )
}
