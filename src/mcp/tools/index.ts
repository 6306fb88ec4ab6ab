/** All tools, in the order in which they are listed. */
import type { Tool } from '../tool.ts'
import { changeScheduled } from './change-scheduled.ts'
import { getContact } from './get-contact.ts'
import { getMessages } from './get-messages.ts'
import { getStatistics } from './get-statistics.ts'
import { listConversations } from './list-conversations.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listStarred } from './list-starred.ts'
import { listWhitelist } from './list-whitelist.ts'
import { searchMessages } from './search-messages.ts'
import { sendMessage } from './send-message.ts'

export const tools: readonly Tool[] = [
  listConversations,
  getMessages,
  sendMessage,
  changeScheduled,
  searchMessages,
  getContact,
  listWhitelist,
  listDeliveries,
  listStarred,
  getStatistics,
]
