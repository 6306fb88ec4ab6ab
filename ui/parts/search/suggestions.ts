/** Suggests what to type next: conditions, their values, and names of people and conversations. */
import { useQuery } from '@tanstack/react-query'
import { asking } from '../../api/ask.ts'
import { type ConditionName, completed, meantAtEnd, typedNameAtEnd } from './search-words.ts'

export interface Suggestion {
  name: ConditionName
  /** Undefined when the condition itself is suggested. */
  value?: string
  /** The whole search text after taking the suggestion. */
  text: string
}

const mostNames = 5

export function useSuggestions(text: string | undefined): readonly Suggestion[] {
  const begun = typedNameAtEnd(text ?? '')
  const typed = begun?.typed ?? ''
  const people = useQuery({
    ...asking('list_contacts', { q: typed, limit: mostNames }),
    enabled: begun?.name === 'from',
  })
  const conversations = useQuery({
    ...asking('list_conversations', { q: typed, limit: mostNames }),
    enabled: begun?.name === 'in',
  })
  if (text === undefined) return []
  const names = begun?.name === 'from' ? people.data : begun && conversations.data?.map(toName)
  const values = begun?.name === 'from' && 'me'.startsWith(typed) ? ['me'] : []
  const named = [...values, ...(names ?? []).map(({ name }) => name)]
    .filter((value, index, all) => value !== typed && !value.includes('"') && all.indexOf(value) === index)
    .map((value) => ({ name: begun?.name as ConditionName, value }))
  const meant = meantAtEnd(text).map((one) => ({ name: one.name, ...(one.kind === 'value' && { value: one.value }) }))
  return [...named, ...meant].map((one) => ({ ...one, text: completed(text, one) }))
}

const toName = ({ display_name }: { display_name: string }) => ({ name: display_name })
