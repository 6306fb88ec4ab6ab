/** The table of all routes: what the listener serves, and what it answers by the one error of the Private API. */
import type { Route } from './request.ts'
import { aboutServerRoutes } from './routes/about-server.ts'
import { attachmentRoutes } from './routes/attachments.ts'
import { backupRoutes } from './routes/backups.ts'
import { chatRoutes } from './routes/chats.ts'
import { handleRoutes } from './routes/handles.ts'
import { messageRoutes } from './routes/messages.ts'
import { privateApiRoutes } from './routes/private-api.ts'
import { scheduleRoutes } from './routes/schedule.ts'
import { sendingRoutes } from './routes/sending.ts'
import { serverRoutes } from './routes/server.ts'
import { webhookRoutes } from './routes/webhooks.ts'

export const routes: readonly Route[] = [
  ...serverRoutes,
  ...chatRoutes,
  ...messageRoutes,
  ...sendingRoutes,
  ...attachmentRoutes,
  ...handleRoutes,
  ...webhookRoutes,
  ...scheduleRoutes,
  ...backupRoutes,
  ...aboutServerRoutes,
  ...privateApiRoutes,
]
