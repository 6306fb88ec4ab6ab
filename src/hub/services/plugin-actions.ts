/**
 * Answers requests about the plugins of a hub and their deliveries: the actions of a Mac, over the journal that the
 * hub's relay keeps in the same folder. The sender and conversation of each message are read from PostgreSQL first.
 */
import type { Action, Actions } from '../../actions/action.ts'
import { dropDead, listDead, retryDead } from '../../actions/dead-deliveries.ts'
import { retryDelivery, retryPlugin, sendDeliveryAgain, skipDelivery } from '../../actions/deliveries.ts'
import { disablePlugin } from '../../actions/disable-plugin.ts'
import { enablePlugin } from '../../actions/enable-plugin.ts'
import { overview } from '../../actions/overview.ts'
import { pausePlugin, resumePlugin } from '../../actions/pause-plugin.ts'
import { removePlugin } from '../../actions/plugin-packages.ts'
import { pluginFailed } from '../../actions/plugin-page/plugin-failed.ts'
import { pluginSlots } from '../../actions/plugin-page/plugin-slots.ts'
import { pluginRecords } from '../../actions/plugin-records.ts'
import { testPlugin } from '../../actions/test-plugin.ts'
import type { PluginRecord } from '../../contract/plugin.ts'
import { withLines } from '../../domain/plugin-lines.ts'
import { linesOf } from '../store/macs.ts'
import { deliveryActions, type HubDeliveriesDeps, over, plain } from './hub-deliveries.ts'

export function pluginActions(deps: HubDeliveriesDeps) {
  const { sql } = deps
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

  const deliveries = deliveryActions(deps)
  type ChangeOfOne = 'retry_delivery' | 'skip_delivery' | 'send_delivery_again'
  const ofOne =
    (action: Action<ChangeOfOne>): Action<ChangeOfOne> =>
    async (input, services, request) => {
      // The messages of a Mac are not at hand here, so only what the journal keeps can be handed over again.
      const { id } = await action(input, over(services, {}), request)
      return deliveries.get_delivery({ id }, services, request)
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
    ...deliveries,
    retry_delivery: ofOne(retryDelivery as Action<ChangeOfOne>),
    skip_delivery: ofOne(skipDelivery as Action<ChangeOfOne>),
    send_delivery_again: ofOne(sendDeliveryAgain as Action<ChangeOfOne>),
  } satisfies Partial<Actions>
}
