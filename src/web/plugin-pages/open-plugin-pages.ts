/** Opens the service for the pages of plugins. */

import { callLimits } from '../../actions/plugin-page/call-limits.ts'
import type { PluginPagesService } from '../../actions/services.ts'
import { installKey } from '../../store/install-key.ts'
import { knownConversations } from '../../store/plugin-pages/known-conversations.ts'
import { pageFolders } from '../../store/plugin-pages/page-files.ts'
import { pageStorage } from '../../store/plugin-pages/page-storage.ts'
import type { ServiceDir } from '../../store/service-dir.ts'

export const pluginPagesService = ({ dir, nowMs }: { dir: ServiceDir; nowMs(): number }): PluginPagesService => ({
  files: pageFolders(),
  storage: pageStorage(dir.pagesDir),
  conversations: knownConversations(installKey(dir.installKeyFile)),
  limits: callLimits(nowMs),
})
