/** Lists suggestions and the search results: people, conversations and messages. */

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { asking } from '../../api/ask.ts'
import { isUnanswered } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { announce } from '../../state/announcements.ts'
import { ConversationResult, MessageResult, PersonResult, SuggestionRow } from './ResultRows.tsx'
import { resultsId } from './SearchField.tsx'
import styles from './SearchResults.module.css'
import { conditionNames } from './search-words.ts'
import type { SearchAddress } from './use-search-address.ts'
import { useSearchPanel } from './use-search-panel.ts'

export default function SearchResults({ address }: { address: SearchAddress }) {
  const { found, suggestions, chosen, q, text, type, onOpen } = useSearchPanel(address)
  const { people, conversations, messages, hasMore, isLooking, error } = found
  const count = people.length + conversations.length + messages.length
  const isNone = text?.trim() !== '' && count === 0 && suggestions.length === 0 && !isLooking && error === null
  useAnnouncedCount({ count, isReady: !isLooking && q !== '' })
  const of = { chosen, q, onOpen }
  return (
    <div className={styles.panel}>
      <div id={resultsId} role="listbox" aria-label={t('search.results')} className={styles.list}>
        {suggestions.length > 0 && (
          <Group id="suggestions" title={t('results.suggestions')}>
            {suggestions.map((suggestion, index) => (
              <SuggestionRow key={suggestion.text} {...of} suggestion={suggestion} index={index} onTake={type} />
            ))}
          </Group>
        )}
        {people.length > 0 && (
          <Group id="people" title={t('results.people')} count={`${people.length}`}>
            {people.map((person, index) => (
              <PersonResult key={`${person.handle} ${person.name}`} {...of} person={person} index={index} />
            ))}
          </Group>
        )}
        {conversations.length > 0 && (
          <Group id="conversations" title={t('results.conversations')} count={`${conversations.length}`}>
            {conversations.map((conversation, index) => (
              <ConversationResult key={conversation.guid} {...of} conversation={conversation} index={index} />
            ))}
          </Group>
        )}
        {messages.length > 0 && (
          <Group id="messages" title={t('results.messages')} count={`${messages.length}${hasMore ? '+' : ''}`}>
            {messages.map((result, index) => (
              <MessageResult key={result.message.rowid} {...of} result={result} index={index} />
            ))}
          </Group>
        )}
      </div>
      {error !== null && isUnanswered(error) && count === 0 && <ErrorState error={error} onRetry={found.retry} />}
      {error !== null && !isUnanswered(error) && (
        <p className={styles.note} role="alert">
          {error.message}
        </p>
      )}
      {count === 0 && error === null && isLooking && <Skeleton rows={3} />}
      {isNone && <p className={styles.note}>{t('results.none')}</p>}
      {hasMore && (
        <Button kind="quiet" onClick={found.fetchMore} disabled={isLooking}>
          {t('results.more')}
        </Button>
      )}
      {!found.isComplete && <IndexHint />}
      {text?.trim() === '' && <SearchHelp onTake={type} />}
    </div>
  )
}

function Group({ id, title, count, children }: { id: string; title: string; count?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox consists of groups and options
    <div role="group" aria-labelledby={`search-group-${id}`} className={styles.group}>
      <div className={styles.title} id={`search-group-${id}`}>
        {title} {count !== undefined && <span className={styles.count}>{count}</span>}
      </div>
      {children}
    </div>
  )
}

function useAnnouncedCount({ count, isReady }: { count: number; isReady: boolean }): void {
  useEffect(() => {
    if (isReady) announce(t('results.found', { count }))
  }, [count, isReady])
}

const againMs = 2_000

/** Shows the progress of the search index while it is being built. */
function IndexHint() {
  const { data } = useQuery({ ...asking('search_status'), refetchInterval: againMs })
  if (data === undefined || data.state === 'current') return null
  const { indexed, total, reason } = data
  return (
    <p className={styles.note}>
      {data.state === 'waiting' && reason !== null ? reason : t('results.building', { indexed, total })}
    </p>
  )
}

/** Explains the search conditions while the field is empty. */
const SearchHelp = ({ onTake }: { onTake: (text: string) => void }) => (
  <div className={styles.help}>
    <p>{t('results.help')}</p>
    <ul>
      {conditionNames.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={styles.helpRow}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(`${name}:`)}
          >
            <code>{name}:</code>
            <span className={styles.detail}>{t(`results.condition_${name}_hint`)}</span>
          </button>
        </li>
      ))}
    </ul>
  </div>
)
