/** Opens the service for the pages of plugins. */
import type { PluginPagesDoor } from '../../actions/doors.ts'
import { callLimits } from '../../actions/plugin-page/call-limits.ts'
import { installKey } from '../../store/install-key.ts'
import { knownConversations } from '../../store/plugin-pages/known-conversations.ts'
import { pageFolders } from '../../store/plugin-pages/page-files.ts'
import { pageStorage } from '../../store/plugin-pages/page-storage.ts'
import type { ServiceDir } from '../../store/service-dir.ts'

export const pluginPagesDoor = ({ dir, nowMs }: { dir: ServiceDir; nowMs(): number }): PluginPagesDoor => ({
  files: pageFolders(),
  storage: pageStorage(dir.pagesDir),
  conversations: knownConversations(installKey(dir.installKeyFile)),
  limits: callLimits(nowMs),
})
