/** Lists all results in the order in which they are shown, for the arrow keys of the search field. */
import { paths } from '../../routes.ts'
import type { Suggestion } from './suggestions.ts'
import type { SearchHits } from './use-search-hits.ts'

export interface Option {
  id: string
  /** Undefined for a suggestion that completes the text. */
  href: string | undefined
}

interface OptionSource {
  found: SearchHits
  suggestions: readonly Suggestion[]
  q: string
}

export const optionId = {
  suggestion: (index: number) => `search-suggestion-${index}`,
  person: (index: number) => `search-person-${index}`,
  conversation: (index: number) => `search-conversation-${index}`,
  message: (index: number) => `search-message-${index}`,
}

export const personPath = ({ guid, handle }: SearchHits['people'][number]): string =>
  guid === undefined ? paths.newMessage({ to: handle }) : paths.conversation(guid)

export const messagePath = ({ conversation_guid, message }: SearchHits['messages'][number], q: string): string =>
  paths.conversation(conversation_guid, { m: message.rowid, q })

export const optionsOf = ({ found, suggestions, q }: OptionSource): Option[] => [
  ...suggestions.map((_, index) => ({ id: optionId.suggestion(index), href: undefined })),
  ...found.people.map((person, index) => ({ id: optionId.person(index), href: personPath(person) })),
  ...found.conversations.map(({ guid }, index) => ({
    id: optionId.conversation(index),
    href: paths.conversation(guid),
  })),
  ...found.messages.map((result, index) => ({ id: optionId.message(index), href: messagePath(result, q) })),
]
