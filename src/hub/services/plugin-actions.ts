/**
 * The plugins of a hub and their deliveries: the actions of a Mac, over the journal that the relay of the hub keeps in the same
 * folder. Who wrote a message, and where, is read from PostgreSQL before.
 */
import type { Action, ActionRequest, Actions } from '../../actions/action.ts'
import { dropDead, listDead, retryDead } from '../../actions/dead-deliveries.ts'
import {
  getDelivery,
  listDeliveries,
  retryDelivery,
  retryPlugin,
  sendDeliveryAgain,
  skipDelivery,
} from '../../actions/deliveries.ts'
import { deliveryPage } from '../../actions/delivery-records.ts'
import { disablePlugin } from '../../actions/disable-plugin.ts'
import { enablePlugin } from '../../actions/enable-plugin.ts'
import { messageTrace } from '../../actions/message-trace.ts'
import { overview } from '../../actions/overview.ts'
import { pausePlugin, resumePlugin } from '../../actions/pause-plugin.ts'
import { removePlugin } from '../../actions/plugin-packages.ts'
import { pluginFailed } from '../../actions/plugin-page/plugin-failed.ts'
import { pluginSlots } from '../../actions/plugin-page/plugin-slots.ts'
import { pluginRecords } from '../../actions/plugin-records.ts'
import type { Services } from '../../actions/services.ts'
import { testPlugin } from '../../actions/test-plugin.ts'
import type { Delivery, DeliveryDetails } from '../../contract/delivery.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import type { PlacedMessage } from '../../contract/placed-message.ts'
import type { PluginRecord } from '../../contract/plugin.ts'
import { withLines } from '../../domain/plugin-lines.ts'
import type { Sql } from '../store/database.ts'
import { findConversation, placedMessages } from '../store/history.ts'
import { hubGuid, ofHubGuid } from '../store/ids.ts'
import { linesOf } from '../store/macs.ts'
import { relayKey } from '../store/relay-key.ts'
import { requireWhole } from './require-whole.ts'

export function pluginActions(sql: Sql) {
  const withTheirLines = async (records: readonly PluginRecord[]): Promise<PluginRecord[]> => {
    const lines = await linesOf(sql)
    return records.map((record) => withLines(record, lines))
  }
  type Switching = 'enable_plugin' | 'disable_plugin' | 'pause_plugin' | 'resume_plugin'
  const switching =
    <K extends Switching>(action: Action<K>) =>
    async (...[input, services, request]: Parameters<Action<K>>): Promise<PluginRecord> => {
      const record = (await action(input, services, request)) as PluginRecord
      return (await withTheirLines([record]))[0] ?? record
    }

  /** Messages as the journal knows them, whose GUIDs have the line before them. */
  const placedIn = async (rowids: readonly (number | null)[]): Promise<PlacedMessage[]> => {
    const wanted = rowids.filter((rowid) => rowid !== null)
    if (wanted.length === 0) return []
    return (await placedMessages(sql, { rowids: wanted })).map(({ conversation: _, ...placed }) => ({
      ...placed,
      message: { ...placed.message, guid: hubGuid(lineIn(placed), placed.message.guid) },
    }))
  }
  const keysOf = async (guid: string | undefined): Promise<ConversationKey[]> => {
    const found = guid === undefined ? undefined : await findConversation(sql, guid)
    return found === undefined ? [] : [relayKey(found)]
  }
  const named = async (id: string, services: Services, request: ActionRequest): Promise<DeliveryDetails> => {
    const { rowid } = await getDelivery({ id }, over(services, {}), request)
    return asOnHub(await getDelivery({ id }, over(services, { placed: await placedIn([rowid]) }), request))
  }
  type OfOne = 'get_delivery' | 'retry_delivery' | 'skip_delivery' | 'send_delivery_again'
  const ofOne =
    (action: Action<OfOne>): Action<OfOne> =>
    async (input, services, request) => {
      requireWhole(request)
      // Without the messages of a Mac at hand, only what the journal keeps can be handed over again.
      const { id } = await action(input, over(services, {}), request)
      return named(id, services, request)
    }

  return {
    overview: (input, services, request) => overview(input, over(services, {}), request),
    list_plugins: (_input, services) => withTheirLines(pluginRecords(services)),
    enable_plugin: switching(enablePlugin),
    disable_plugin: switching(disablePlugin),
    pause_plugin: switching(pausePlugin),
    resume_plugin: switching(resumePlugin),
    list_dead: async (...asked) =>
      (await listDead(...asked)).map((dead) => ({ ...dead, message_guid: plain(dead.message_guid) })),
    retry_dead: retryDead,
    drop_dead: dropDead,
    retry_plugin: retryPlugin,
    remove_plugin: removePlugin,
    test_plugin: testPlugin,
    plugin_slots: pluginSlots,
    plugin_failed: pluginFailed,
    list_deliveries: async (query, services, request) => {
      requireWhole(request)
      const keys = await keysOf(query.conversation)
      const { deliveries } = deliveryPage(query, over(services, { keys }))
      const placed = await placedIn(deliveries.map(({ rowid }) => rowid))
      const page = await listDeliveries(query, over(services, { keys, placed }), request)
      return { ...page, deliveries: page.deliveries.map(asOnHub) }
    },
    get_delivery: ofOne(getDelivery as Action<OfOne>),
    retry_delivery: ofOne(retryDelivery as Action<OfOne>),
    skip_delivery: ofOne(skipDelivery as Action<OfOne>),
    send_delivery_again: ofOne(sendDeliveryAgain as Action<OfOne>),
    message_trace: async (input, services, request) => {
      requireWhole(request)
      const trace = await messageTrace(input, over(services, { placed: await placedIn([input.rowid]) }), request)
      return { ...trace, guid: plain(trace.guid) }
    },
  } satisfies Partial<Actions>
}

interface Known {
  placed?: readonly PlacedMessage[]
  keys?: readonly ConversationKey[]
}

/** The services, with a history that has only what was read before. */
const over = (services: Services, { placed = [], keys = [] }: Known): Services =>
  Object.assign(Object.create(services), { history: { placed: () => placed, conversationKeys: () => keys } })

const lineIn = ({ conversation_guid: guid }: PlacedMessage): number => ofHubGuid(guid)?.line ?? 0

const plain = (guid: string): string => ofHubGuid(guid)?.guid ?? guid

const asOnHub = <D extends Delivery>(delivery: D): D => ({ ...delivery, message_guid: plain(delivery.message_guid) })
