/** The sidebar: the list of conversations, or the results of a search in its place. */

import { useQuery } from '@tanstack/react-query'
import { LogOut, Settings, SquarePen } from 'lucide-react'
import { memo, Suspense, useRef, useState } from 'react'
import { Link } from 'wouter'
import { unreadConversations } from '../../api/unread.ts'
import { t } from '../../catalogue/texts.ts'
import { keyLabel } from '../../keyboard/keys.ts'
import { IconButton } from '../../kit/Button.tsx'
import { lazyPart } from '../../kit/lazy-part.ts'
import { RegionBoundary } from '../../kit/RegionBoundary.tsx'
import { Skeleton } from '../../kit/States.tsx'
import { useSignOut } from '../../live/use-sign-out.ts'
import { paths } from '../../routes.ts'
import { PluginSlot } from '../../slots/PluginSlot.tsx'
import { useHeld } from '../../theme/use-held.ts'
import { useThemeReset } from '../../theme/use-theme-reset.ts'
import { resultsId, SearchField } from '../search/SearchField.tsx'
import { useFocusBack } from '../search/use-focus-back.ts'
import { useSearchPanel } from '../search/use-search-panel.ts'
import { StatusDot } from '../status/StatusDot.tsx'
import styles from './ConversationList.module.css'
import { ConversationRows } from './ConversationRows.tsx'
import type { Filter } from './conversation-pages.ts'

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

/** The head of the list: its title and the link to a new message. Holding the title down resets the theme. */
function ListHeader({ isHeading }: { isHeading: boolean }) {
  const Title = isHeading ? 'h1' : 'p'
  const hold = useHeld(useThemeReset())
  return (
    <div className={styles.header}>
      <Title {...hold} className={styles.title} tabIndex={isHeading ? -1 : undefined}>
        {t('shell.messages')}
      </Title>
      <Link
        href={paths.newMessage()}
        className={styles.write}
        aria-label={t('shell.new_message')}
        title={`${t('shell.new_message')} (${keyLabel('mod+n')})`}
      >
        <SquarePen size={18} aria-hidden />
      </Link>
    </div>
  )
}

const filters: readonly Filter[] = ['all', 'unread']

/** Chooses which conversations are listed: all, or the unread ones. */
function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const unread = useQuery({ ...unreadConversations(), select: ({ length }) => length }).data ?? 0
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
          {name === 'unread' && unread > 0 && <span className={styles.count}>{unread}</span>}
        </button>
      ))}
    </fieldset>
  )
}

/** The foot of the list: the relay's status, the link to the settings, and sign-out. */
const ListFooter = () => (
  <footer className={styles.footer}>
    <StatusDot />
    <Link href={paths.settings()} className={styles.settings} title={`${t('shell.settings')} (${keyLabel('mod+,')})`}>
      <Settings size={17} aria-hidden />
      {t('shell.settings')}
    </Link>
    <SignOut />
  </footer>
)

function SignOut() {
  const end = useSignOut()
  if (end === undefined) return null
  return (
    <IconButton label={t('shell.sign_out')} onClick={end}>
      <LogOut size={17} aria-hidden />
    </IconButton>
  )
}
