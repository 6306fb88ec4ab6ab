/** Shows the rows of each kind of search result, which the arrow keys of the search field also reach. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import type { SearchResult } from '../../../src/contract/search.ts'
import { dateAndTimeOf, shortTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { paths } from '../../routes.ts'
import { ConversationAvatar } from '../conversation-list/ConversationAvatar.tsx'
import { titleOf } from '../conversation-list/row-words.ts'
import { LineChip } from '../lines/lines.tsx'
import { messagePath, optionId, personPath } from './options.ts'
import styles from './SearchResults.module.css'
import { partsOf } from './snippet-parts.ts'
import type { Suggestion } from './suggestions.ts'
import type { PersonHit } from './use-search-hits.ts'

interface Of {
  chosen: string | undefined
  q: string
  index: number
  onOpen: (href: string) => void
}

interface RowProps extends Pick<Of, 'chosen' | 'onOpen'> {
  id: string
  href: string
  children: ReactNode
}

const Row = ({ id, href, chosen, onOpen, children }: RowProps) => (
  <Link
    id={id}
    href={href}
    role="option"
    aria-selected={id === chosen}
    tabIndex={-1}
    className={styles.row}
    draggable={false}
    // Keeps the focus in the search field.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => onOpen(href)}
  >
    {children}
  </Link>
)

export const PersonResult = ({ person, index, ...of }: Of & { person: PersonHit }) => (
  <Row id={optionId.person(index)} href={personPath(person)} {...of}>
    <Avatar name={person.name} seed={person.handle} url={person.avatar_url} size={34} />
    <span className={styles.text}>
      <bdi className={styles.name}>{person.name}</bdi>
      <bdi className={styles.detail}>
        {person.guid === undefined ? t('results.write_to', { handle: person.handle }) : person.handle}
      </bdi>
    </span>
  </Row>
)

export const ConversationResult = ({ conversation, index, ...of }: Of & { conversation: Conversation }) => (
  <Row id={optionId.conversation(index)} href={paths.conversation(conversation.guid)} {...of}>
    <ConversationAvatar conversation={conversation} size={34} />
    <span className={styles.text}>
      <bdi className={styles.name}>{titleOf(conversation)}</bdi>
      <bdi className={styles.detail} dir="auto">
        {conversation.last_message}
      </bdi>
    </span>
  </Row>
)

export function MessageResult({ result, index, ...of }: Of & { result: SearchResult }) {
  const { message, conversation_name, snippet, ranges } = result
  const sender = message.is_from_me ? t('list.you') : t('list.sender', { name: message.sender })
  return (
    <Row id={optionId.message(index)} href={messagePath(result, of.q)} {...of}>
      <span className={styles.text}>
        <span className={styles.line}>
          <bdi className={styles.name}>{conversation_name}</bdi>
          <LineChip guid={result.conversation_guid} />
          <time className={styles.time} dateTime={message.ts} title={dateAndTimeOf(message.ts)}>
            {shortTimeOf(message.ts)}
          </time>
        </span>
        <span className={styles.snippet}>
          {(message.is_from_me || message.sender !== conversation_name) && (
            <span>
              <bdi>{sender}</bdi>{' '}
            </span>
          )}
          <Snippet text={snippet} ranges={ranges} />
        </span>
      </span>
    </Row>
  )
}

interface SuggestionProps extends Of {
  suggestion: Suggestion
  onTake: (text: string) => void
}

export const SuggestionRow = ({ suggestion: { name, value, text }, index, chosen, onTake }: SuggestionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
  <div
    id={optionId.suggestion(index)}
    role="option"
    aria-selected={optionId.suggestion(index) === chosen}
    tabIndex={-1}
    className={styles.row}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => onTake(text)}
  >
    <span className={styles.suggestion}>
      <code>
        {name}:<bdi>{value}</bdi>
      </code>
      {value === undefined && <span className={styles.detail}>{t(`results.condition_${name}_hint`)}</span>}
    </span>
  </div>
)

/** The part of a message that a search found, with the matches marked. */
const Snippet = ({ text, ranges }: { text: string; ranges: SearchResult['ranges'] }) => (
  <bdi dir="auto">
    {partsOf(text, ranges).map(({ start, words, isHit }) =>
      isHit ? <mark key={start}>{words}</mark> : <span key={start}>{words}</span>,
    )}
  </bdi>
)
