/** Implements POST /api/ui/plugins/{name}/files, which does for a file what `send_text` does for a text. */
import type { Action } from '../action.ts'
import { pagedPlugin, requireAllowed } from './paged-plugin.ts'
import { sendForPlugin } from './send-for-plugin.ts'

export const pluginSendFile: Action<'plugin_send_file'> = ({ name, ...order }, services, request) => {
  const plugin = pagedPlugin(name, services)
  requireAllowed('send_text', plugin, services, request)
  return sendForPlugin({ ...order, file: request.file }, plugin, services)
}
