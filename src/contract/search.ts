/** Declares search results, and the state of the index. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from './fields.ts'
import { Message } from './message.ts'

export const SearchResult = Type.Object({
  message: Message,
  conversation_guid: Type.String(),
  conversation_name: Type.String(),
  snippet: Type.String({ description: 'The place of the first match, with some words around it.' }),
  ranges: Type.Array(Type.Object({ start: Type.Integer(), length: Type.Integer() }), {
    description: 'What matched, in UTF-16 code units of `snippet`.',
  }),
})
export type SearchResult = Static<typeof SearchResult>

export const SearchPage = Type.Object({
  results: Type.Array(SearchResult, { description: 'Newest first.' }),
  cursor: Nullable(Type.String(), 'For the next page; null at the end.'),
  complete: Type.Boolean({ description: 'False while the index is being built: older messages may be missing.' }),
})
export type SearchPage = Static<typeof SearchPage>

export const SearchStatus = Type.Object({
  state: OneOf(['building', 'current', 'waiting'], '`waiting`: the Messages database cannot be read just now.'),
  indexed: Type.Integer({ minimum: 0, description: 'Messages in the index' }),
  total: Type.Integer({ minimum: 0, description: 'Messages that there are' }),
  reason: Nullable(Type.String(), 'Why it waits.'),
})
export type SearchStatus = Static<typeof SearchStatus>
