/** Implements POST /api/ui/plugins/{name}/calls; checks the plugin's tier and permissions, and the caller's scopes. */
import { Value } from '@sinclair/typebox/value'
import { type PageCallArgs, type PageCallName, type PageMessage, pageCalls } from '../../contract/plugin-page-calls.ts'
import { settingsProblem } from '../../domain/changeable-settings.ts'
import { clip, groupName, senderName } from '../../domain/names-without-handles.ts'
import { isWithheld, ownSettings } from '../../domain/plugin-configuration.ts'
import { hideSecrets } from '../../domain/plugin-settings.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { PlacedMessage } from '../../mac/history/placed.ts'
import type { Action } from '../action.ts'
import { isInScope } from '../conversation-scope.ts'
import type { Services } from '../services.ts'
import { type PagedPlugin, pagedPlugin, requireAllowed } from './paged-plugin.ts'
import { sendForPlugin } from './send-for-plugin.ts'

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
      in: 'body',
      path: `args${(fault?.path ?? '').replaceAll('/', '.')}`,
      reason: fault?.message ?? '',
    })
  }
  services.pluginPages.limits.take(plugin.name, 'call')
  // Name and arguments come from the same row of the table, which the types cannot express.
  const answer = answers[method] as (args: unknown, plugin: PagedPlugin, services: Services) => unknown
  return { value: await answer(args, plugin, services) }
}

type Own = Record<string, unknown>

/** Returns the settings of a plugin, without secrets. */
const ownSettingsOf = ({ name, settingsSchema }: PagedPlugin, { settings }: Pick<Services, 'settings'>): Own =>
  hideSecrets(ownSettings(settings.current().integrations[name] ?? {}), settingsSchema)

/** Changes settings of a plugin that are neither secret nor open the network to it. */
function changeOwnSettings(change: Own, plugin: PagedPlugin, services: Services): Own {
  const problem = settingsProblem(change, plugin.settingsSchema)
  if (problem !== undefined) throw new ServiceError('invalid_request', `Nothing was changed: ${problem}.`)
  services.settings.change(() => ({ integrations: { [plugin.name]: change } }))
  services.audit.append({
    action: 'settings_changed',
    principal: `plugin:${plugin.name}`,
    result: 'ok',
    target: Object.keys(change)
      .map((key) => `integrations.${plugin.name}.${key}`)
      .join(' '),
  })
  return ownSettingsOf(plugin, services)
}

/** Scope is decided by the chat of the message: another address of the same person need not be relayed. */
const chatOf = ({ address, category }: Pick<PlacedMessage, 'address' | 'category'>) => ({ handle: address, category })

/** A message over the port is at most 64 KB, in any encoding of the text. */
const longestText = 8_000

/**
 * Shows a message without handles, if messages of that sender are relayed to plugins at all. Throws
 * `message_not_found`, and `unsupported` where a transform of the bridge would have to process it first.
 */
function shownMessage(rowid: number, { name }: PagedPlugin, services: Services): PageMessage {
  const { history, journal, settings, pluginPages } = services
  const core = journal.integrations().filter(({ tier }) => tier === 'core')
  const coreNames = core.map((row) => row.name)
  if (isWithheld(name, coreNames, settings.current().integrations))
    throw new ServiceError('unsupported', 'What this plugin reads is filtered or sealed before, which the page cannot.')
  const [placed] = history.placed([rowid])
  const conversation = placed && history.conversation(placed.conversation_guid)
  if (
    placed === undefined ||
    conversation === undefined ||
    !isInScope({ ...conversation, ...chatOf(placed) }, { writer: placed.message.handle }, services)
  )
    throw new ServiceError('message_not_found', 'This plugin is shown no such message.', { rowid })
  const { message, conversation: key, conversation_guid: guid } = placed
  const personId = pluginPages.conversations.opaque(name, `dm:${message.handle}`)
  return {
    rowid,
    conversation_id: pluginPages.conversations.tell(name, { key, guid }),
    sender: message.is_from_me ? 'Me' : senderName(message, personId),
    is_from_me: message.is_from_me,
    is_group: conversation.is_group,
    group_name: conversation.is_group
      ? groupName({ groupName: conversation.display_name, handle: message.handle })
      : null,
    ts: message.ts,
    text: clip(message.text, longestText),
  }
}
