/** All tools, in the order in which they are listed. */
import type { Tool } from '../tool.ts'
import { getContact } from './get-contact.ts'
import { getMessages } from './get-messages.ts'
import { listConversations } from './list-conversations.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWhitelist } from './list-whitelist.ts'
import { searchMessages } from './search-messages.ts'
import { sendMessage } from './send-message.ts'

export const tools: readonly Tool[] = [
  listConversations,
  getMessages,
  sendMessage,
  searchMessages,
  getContact,
  listWhitelist,
  listDeliveries,
]
