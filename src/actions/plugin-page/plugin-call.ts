/** Implements POST /api/ui/plugins/{name}/calls; checks the plugin's tier and permissions, and the caller's scopes. */
import { Value } from '@sinclair/typebox/value'
import { type PageCallArgs, type PageCallName, pageCalls } from '../../contract/plugin-page-calls.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { Action } from '../action.ts'
import type { Services } from '../services.ts'
import { changeOwnSettings, ownSettingsOf } from './page-settings.ts'
import { type PagedPlugin, pagedPlugin } from './paged-plugin.ts'
import { requireAllowed } from './require-allowed.ts'
import { sendForPlugin } from './send-for-plugin.ts'
import { shownMessage } from './shown-message.ts'

type Answers = {
  [N in PageCallName]: (args: PageCallArgs<N>, plugin: PagedPlugin, services: Services) => unknown
}

const answers: Answers = {
  get_message: ({ rowid }, plugin, services) => shownMessage(rowid, plugin, services),
  send_text: (order, plugin, services) => sendForPlugin(order, plugin, services),
  get_settings: (_args, plugin, services) => ownSettingsOf(plugin, services),
  change_settings: ({ change }, plugin, services) => changeOwnSettings(change, plugin, services),
  get_kept: ({ key }, { name }, { pluginPages }) => pluginPages.storage.get(name, key),
  keep({ key, value }, { name }, { pluginPages }) {
    pluginPages.storage.set(name, { key, value })
    return null
  },
  log({ level, msg }, { name }, { log, pluginPages }) {
    pluginPages.limits.take(name, 'log')
    log.as(name)[level](msg)
    return null
  },
}

export const pluginCall: Action<'plugin_call'> = async ({ name, method, args }, services, request) => {
  const plugin = pagedPlugin(name, services)
  requireAllowed(method, plugin, services, request)
  const { args: schema } = pageCalls[method]
  if (!Value.Check(schema, args)) {
    const fault = Value.Errors(schema, args).First()
    throw new ServiceError('invalid_request', 'The arguments are not as they should be.', {
      ...{ in: 'body', path: `args${(fault?.path ?? '').replaceAll('/', '.')}`, reason: fault?.message ?? '' },
    })
  }
  services.pluginPages.limits.take(plugin.name, 'call')
  // Name and arguments come from the same row of the table, which the types cannot express.
  const answer = answers[method] as (args: unknown, plugin: PagedPlugin, services: Services) => unknown
  return { value: await answer(args, plugin, services) }
}
