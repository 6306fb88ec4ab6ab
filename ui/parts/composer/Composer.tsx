/** The composer of a conversation. */
import type { Conversation } from '../../../src/contract/conversation.ts'
import { WritingDesk } from './WritingDesk.tsx'

export const Composer = ({ conversation: { guid, service } }: { conversation: Conversation }) => (
  <WritingDesk key={guid} to={{ guid }} service={service} />
)
