/** The sidebar: the list of conversations, or the results of a search in its place. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SquarePen, Star } from 'lucide-react'
import { memo, Suspense, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { answers } from '../../api/answers.ts'
import { archivedConversations, unreadConversations } from '../../api/unread.ts'
import { withPageTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'
import { keyLabel } from '../../keyboard/keys.ts'
import { complain } from '../../kit/complain.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { RegionBoundary } from '../../kit/RegionBoundary.tsx'
import { Skeleton } from '../../kit/States.tsx'
import { useSettled } from '../../kit/use-settled.ts'
import { paths, patterns, viewedKey } from '../../routes.ts'
import { PluginSlot } from '../../slots/PluginSlot.tsx'
import { useHeld } from '../../theme/use-held.ts'
import { LineFilter } from '../lines/lines.tsx'
import { resultsId, SearchField } from '../search/SearchField.tsx'
import { useFocusBack } from '../search/use-focus-back.ts'
import { useSearchAddress } from '../search/use-search-address.ts'
import { StatusDot } from '../status/StatusDot.tsx'
import styles from './ConversationList.module.css'
import { ConversationRows } from './ConversationRows.tsx'
import type { Filter } from './list-question.ts'

const SearchResults = lazyPart(() => withPageTexts(import('../search/SearchResults.tsx')))
/** Somebody who is in the field will type. */
const loadResults = () => void SearchResults.load()

interface Props {
  /** GUID of the conversation that is open. */
  current: string | undefined
  /** Whether the page has no heading other than the name of the list. */
  isHeading: boolean
}

export function ConversationList({ current, isHeading }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const address = useSearchAddress()
  const [filter, setFilter] = useFilter()
  useFocusBack(field)
  const isSearching = address.text !== undefined
  return (
    <nav className={styles.side} aria-label={t('shell.conversations')} data-region>
      <header className={styles.head}>
        <ListHeader isHeading={isHeading} />
        <SearchField address={address} field={field} onFocus={loadResults} />
        <LineFilter />
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
              <SearchResults address={address} />
            </Suspense>
          </RegionBoundary>
        )}
      </div>
      <PluginSlot slot="sidebar.panel" props={{}} />
      <footer className={styles.footer}>
        <StatusDot />
      </footer>
    </nav>
  )
}

/**
 * The archive has an address of its own, which chooses its rows as that of the list chooses the others; a conversation
 * keeps the rows from which it was opened.
 */
function useFilter(): [Filter, (filter: Filter) => void] {
  const [location, navigate] = useLocation()
  const [filter, setFilter] = useState<Filter>('all')
  const isArchive = location === patterns.archived
  if (isArchive && filter !== 'archived') setFilter('archived')
  if (location === patterns.messages && filter === 'archived') setFilter('all')
  const choose = (next: Filter) => {
    if (isArchive || location === patterns.messages) navigate(next === 'archived' ? paths.archived() : paths.messages())
    setFilter(next)
  }
  return [filter, choose]
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

/** The head of the list: its title and the links to starred messages and a new one. Holding the title down resets the theme. */
function ListHeader({ isHeading }: { isHeading: boolean }) {
  const Title = isHeading ? 'h1' : 'p'
  const queries = useQueryClient()
  const hold = useHeld(() => {
    withPageTexts(import('../../theme/reset-theme.ts')).then(({ resetTheme }) => resetTheme(queries), complain)
  })
  return (
    <div className={styles.header}>
      <Title {...hold} className={styles.title} tabIndex={isHeading ? -1 : undefined}>
        {t('shell.messages')}
      </Title>
      {viewedKey === undefined && answers('list_starred') && (
        <Link href={paths.starred()} className={styles.write} aria-label={t('list.starred')} title={t('list.starred')}>
          <Star size={18} aria-hidden />
        </Link>
      )}
      {viewedKey === undefined && (
        <Link
          href={paths.newMessage()}
          className={styles.write}
          aria-label={t('shell.new_message')}
          title={`${t('shell.new_message')} (${keyLabel('mod+n')})`}
        >
          <SquarePen size={18} aria-hidden />
        </Link>
      )}
    </div>
  )
}

/** Chooses which conversations are listed: all, the unread ones, or the archived ones where there are any. */
function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const unread = useQuery({ ...unreadConversations(), select: ({ length }) => length }).data ?? 0
  const isSettled = useSettled()
  const archived =
    useQuery({ ...archivedConversations(), enabled: isSettled, select: ({ length }) => length }).data ?? 0
  const counts = { all: 0, unread, archived }
  const filters: readonly Filter[] =
    archived > 0 || filter === 'archived' ? ['all', 'unread', 'archived'] : ['all', 'unread']
  return (
    <fieldset className={styles.filters} aria-label={t('list.filter')}>
      {filters.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.filter}
          aria-pressed={name === filter}
          onClick={() => onChange(name)}
        >
          {t(`list.filter_${name}`)}
          {counts[name] > 0 && <span className={styles.count}>{counts[name]}</span>}
        </button>
      ))}
    </fieldset>
  )
}
