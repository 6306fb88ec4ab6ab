/** The requests for what an address shows first, as the page will make them. */
import type { CallName, Params } from '../../src/client/client-over.ts'
import { answers } from '../api/answers.ts'
import { listQuestion } from '../parts/conversation-list/list-question.ts'
import { newestQuestion } from '../parts/thread/window/newest-question.ts'
import { openGuid, patterns } from '../routes.ts'
import { addressOf } from './modules.ts'

type Question<K extends CallName> = [name: K, input: Params<K> & Record<never, never>]
export type FirstQuestion = { [K in CallName]: Question<K> }[
  | 'get_conversation'
  | 'list_conversations'
  | 'list_messages'
  | 'overview']

/** Takes a path below the base, and the query of the address. */
export function firstQuestions(path: string, query: string): readonly FirstQuestion[] {
  const address = addressOf(path)
  const guid = openGuid(address)
  if (address === patterns.relay && answers('overview')) return [['overview', {}]]
  if (guid === undefined) return isOfMessages(address) ? [['list_conversations', listQuestion(filterAt(address))]] : []
  const isAtNewest = !new URLSearchParams(query).has('m')
  return [
    ['get_conversation', { guid }],
    ...(isAtNewest ? [['list_messages', { guid, ...newestQuestion }] satisfies FirstQuestion] : []),
    ['list_conversations', listQuestion('all')],
  ]
}

const isOfMessages = (address: string): boolean => address === patterns.messages || address === patterns.archived

export const filterAt = (address: string) => (address === patterns.archived ? 'archived' : 'all')
