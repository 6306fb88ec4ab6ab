/** The sidebar: the list of conversations, or the results of a search in its place. */
import { memo, Suspense, useRef, useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { RegionBoundary } from '../../kit/RegionBoundary.tsx'
import { Skeleton } from '../../kit/States.tsx'
import { PluginSlot } from '../../slots/PluginSlot.tsx'
import { resultsId, SearchField } from '../search/SearchField.tsx'
import { useFocusBack } from '../search/use-focus-back.ts'
import { useSearchPanel } from '../search/use-search-panel.ts'
import styles from './ConversationList.module.css'
import { ConversationRows } from './ConversationRows.tsx'
import type { Filter } from './conversation-pages.ts'
import { Filters } from './Filters.tsx'
import { ListFooter } from './ListFooter.tsx'
import { ListHeader } from './ListHeader.tsx'

const SearchResults = lazyPart(() => import('../search/SearchResults.tsx'))

interface Props {
  /** GUID of the conversation that is open. */
  current: string | undefined
  /** Whether the page has no heading other than the name of the list. */
  isHeading: boolean
}

export function ConversationList({ current, isHeading }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const panel = useSearchPanel()
  const [filter, setFilter] = useState<Filter>('all')
  useFocusBack(field)
  const isSearching = panel.text !== undefined
  return (
    <nav className={styles.side} aria-label={t('shell.conversations')} data-region>
      <header className={styles.head}>
        <ListHeader isHeading={isHeading} />
        <SearchField panel={panel} field={field} />
        {!isSearching && <Filters filter={filter} onChange={setFilter} />}
      </header>
      <div className={styles.body}>
        <div className={styles.list} inert={isSearching} data-covered={isSearching || undefined}>
          <RegionBoundary>
            <Rows filter={filter} current={current} />
          </RegionBoundary>
        </div>
        {isSearching && (
          <RegionBoundary>
            <Suspense fallback={<NoResultsYet />}>
              <SearchResults panel={panel} />
            </Suspense>
          </RegionBoundary>
        )}
      </div>
      <PluginSlot slot="sidebar.panel" props={{}} />
      <ListFooter />
    </nav>
  )
}

/** A placeholder for the results, which carries the id that the search field declares to control. */
const NoResultsYet = () => (
  <>
    <div id={resultsId} role="listbox" aria-label={t('search.results')} aria-busy />
    <Skeleton rows={3} />
  </>
)

/** Typing into the search does not render the rows again. */
const Rows = memo(ConversationRows)
