/** Answers requests about conversations, messages and search for a hub, over all of its Macs. */
import type { ActionRequest, Actions, Bytes } from '../../actions/action.ts'
import { addKey } from '../../actions/add-key.ts'
import { changeKey } from '../../actions/change-key.ts'
import { changeSettings } from '../../actions/change-settings.ts'
import { compat } from '../../actions/compat.ts'
import { servePicture } from '../../actions/contact-avatar.ts'
import { endSession } from '../../actions/end-session.ts'
import { noConversation } from '../../actions/found-conversation.ts'
import { messageNames, pageOfNamed } from '../../actions/get-message.ts'
import { getSettings } from '../../actions/get-settings.ts'
import { health } from '../../actions/health.ts'
import { heartbeat } from '../../actions/heartbeat.ts'
import { importTheme } from '../../actions/import-theme.ts'
import { keyActivity, seeKeyMarks } from '../../actions/key-activity.ts'
import { listAlerts } from '../../actions/list-alerts.ts'
import { listed, namedBy } from '../../actions/list-conversations.ts'
import { listKeys } from '../../actions/list-keys.ts'
import { onlyAnchor } from '../../actions/list-messages.ts'
import { listSessions } from '../../actions/list-sessions.ts'
import { newBlueBubblesPassword } from '../../actions/new-bluebubbles-password.ts'
import { removeTheme } from '../../actions/remove-theme.ts'
import { restoreKey } from '../../actions/restore-key.ts'
import { revokeKey } from '../../actions/revoke-key.ts'
import type { JournalService, SendingServices, Services } from '../../actions/services.ts'
import { settingsSchema } from '../../actions/settings-schema.ts'
import { themeAsset } from '../../actions/theme-asset.ts'
import { themeDetails } from '../../actions/theme-details.ts'
import { themeStylesheet } from '../../actions/theme-stylesheet.ts'
import { themes } from '../../actions/themes.ts'
import { version } from '../../actions/version.ts'
import { type EndpointName, endpoints, type HubName, type Input, type Output } from '../../contract/endpoints.ts'
import { principalOf } from '../../domain/access/principal.ts'
import { needsRelay } from '../../domain/plugin-configuration.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { HubLines } from '../access/hub-lines.ts'
import type { HubMacs } from '../access/hub-macs.ts'
import { isAway } from '../store/database.ts'
import { ofHubGuid } from '../store/ids.ts'
import { atOnceActions } from './at-once.ts'
import { HubHistory, type HubHistoryDeps } from './hub-history.ts'
import { metricsType } from './hub-metrics.ts'
import type { MacQuestions } from './mac-questions.ts'
import { markActions } from './mark-actions.ts'
import { Pictures } from './pictures.ts'
import { pluginActions } from './plugin-actions.ts'
import { pluginPageActions } from './plugin-page-actions.ts'
import type { ReadOrders } from './read-orders.ts'
import { ruleActions } from './rule-actions.ts'
import { sendActions } from './send-actions.ts'
import { statisticsOf } from './statistics.ts'
import { whitelistActions } from './whitelist-actions.ts'

type Answer<K extends HubName> = (typeof endpoints)[K]['returns'] extends { as: 'bytes' } ? Bytes : Output<K>

/** The actions that only a hub has. */
type OwnActions = {
  [K in HubName]: (input: Input<K>, services: unknown, request: ActionRequest) => Promise<Answer<K>>
}

interface HubServices {
  macs: HubMacs
  lines: HubLines
  questions: MacQuestions
  readOrders: Pick<ReadOrders, 'stir'>
  healthReport: Actions['health_report']
  /** The journal of the hub's relay, in the same folder. */
  journal: JournalService
  /** Returns the metrics of the hub in the text format of Prometheus. */
  metrics(): Promise<string>
}

/** Builds the actions of a hub. They read messages from the history of the caller. */
export function hubActions(
  deps: HubHistoryDeps,
  { macs, lines, questions, readOrders, healthReport, journal, metrics }: HubServices,
) {
  const pictures = new Pictures({ questions, nowMs: deps.nowMs })
  const historyOf = ({ caller }: ActionRequest) => new HubHistory(deps, caller)
  const actions = {
    ...actionsOfMacs(macs),
    hub_metrics: async () => ({
      status: 200 as const,
      headers: { 'content-type': metricsType },
      body: Buffer.from(await metrics()),
    }),
    change_line: async ({ id, name, is_default }, _services, request) => {
      const by = principalOf(request.caller)
      if (name !== undefined) await lines.rename(id, name, by)
      if (is_default !== undefined) await lines.setDefault(id, is_default, by)
      const known = (await historyOf(request).lines()).find((line) => line.id === id)
      return known ?? missing(new ServiceError('not_found', 'The hub has no such line.'))
    },
    health,
    health_report: healthReport,
    heartbeat: async (asked, services: SendingServices & Pick<Services, 'settings'>, request) => {
      // The heartbeat is that of this process, so it answers without PostgreSQL as well; how much waits to be sent is
      // unknown then.
      const health = await unlessAway(async () => services.sending.health())
      const known = Object.assign(Object.create(services), {
        sending: { health: () => health ?? { waiting: 0, oldestWaitsS: null } },
      })
      const beat = await heartbeat(asked, known, request)
      if (health === undefined)
        return { ...beat, bridge: { ...beat.bridge, state: 'unreadable', reason: 'PostgreSQL does not answer.' } }
      if (beat.bridge_alive || needsRelay(services.settings.current())) return beat
      // A missing relay is a problem only if something waits for it.
      return { ...beat, bridge: { ...beat.bridge, state: 'polling', reason: null } }
    },
    themes,
    theme_details: themeDetails,
    theme_stylesheet: themeStylesheet,
    theme_asset: themeAsset,
    import_theme: importTheme,
    remove_theme: removeTheme,
    get_settings: getSettings,
    change_settings: changeSettings,
    settings_schema: settingsSchema,
    key_activity: keyActivity,
    see_key_marks: seeKeyMarks,
    list_lines: (_asked, _services, request) => historyOf(request).lines(),
    list_conversations: async ({ guids, ...asked }, _services, request) => {
      const history = historyOf(request)
      if (guids === undefined) return history.conversations(asked)
      return listed(await Promise.all(namedBy(guids).map((guid) => history.conversation(guid))))
    },
    get_conversation: async ({ guid }, _services, request) =>
      (await historyOf(request).conversation(guid)) ?? missing(noConversation()),
    list_messages: async ({ guid, limit, ...anchors }, _services, request) =>
      (await historyOf(request).messages(guid, { limit, ...onlyAnchor(anchors) })) ?? missing(noConversation()),
    list_all_messages: async ({ rowids, guids, after_rowid, before_rowid }, _services, request) => {
      if ((rowids ?? guids) === undefined || after_rowid !== undefined || before_rowid !== undefined)
        throw new ServiceError('not_on_hub', 'A hub has no common order for the messages of all Macs.')
      return pageOfNamed(await historyOf(request).placed(messageNames({ rowids, guids })))
    },
    get_message: async ({ message: named }, _services, request) => {
      const guid = ofHubGuid(named)?.guid ?? named
      const asked = /^\d{1,16}$/.test(named) ? { rowids: [Number(named)] } : { guids: [guid] }
      const [placed] = await historyOf(request).placed(asked)
      return placed ?? missing(new ServiceError('message_not_found', 'There is no such message.', { message: named }))
    },
    search: (asked, _services, request) => historyOf(request).search(asked),
    list_alerts: listAlerts,
    search_status: (_asked, _services, request) => historyOf(request).searchStatus(),
    statistics: statisticsOf(deps.sql, historyOf),
    ...ruleActions(deps.sql),
    ...whitelistActions(deps, historyOf),
    ...pluginActions({ ...deps, journal, historyOf }),
    ...pluginPageActions(historyOf),
    compat,
    new_bluebubbles_password: newBlueBubblesPassword,
    list_rows: async (asked, _services, request) => (await historyOf(request).rows(asked)) ?? missing(noConversation()),
    count_rows: async (asked, _services, request) => ({
      total: (await historyOf(request).countRows(asked)) ?? missing(noConversation()),
    }),
    row_totals: (_asked, _services, request) => historyOf(request).rowTotals(),
    list_handles: (asked, _services, request) => historyOf(request).handles(asked),
    ...sendActions(historyOf),
    ...markActions({ ...deps, readOrders }, historyOf),
    ...atOnceActions({ ...deps, questions, historyOf }),
    contact_avatar: async ({ handle }, _services, request) => {
      const person = await historyOf(request).pictured(handle)
      return servePicture(person && (await pictures.of(person)), request)
    },
    list_contacts: ({ q, limit }, _services, request) => historyOf(request).contacts(q, limit),
    conversation_details: async ({ guid }, _services, request) =>
      (await historyOf(request).details(guid)) ?? missing(noConversation()),
    list_media: async ({ guid, ...asked }, _services, request) =>
      (await historyOf(request).media(guid, asked)) ?? missing(noConversation()),
    list_keys: listKeys,
    add_key: addKey,
    change_key: changeKey,
    revoke_key: revokeKey,
    restore_key: restoreKey,
    list_sessions: listSessions,
    end_session: endSession,
  } satisfies Partial<Actions> & OwnActions
  const names = Object.keys(endpoints) as EndpointName[]
  const answered = names.filter(answersOf({ ...actions, version }))
  return {
    ...actions,
    version: async (...asked) => ({ ...(await version(...asked)), answers: answered }),
  } satisfies Partial<Actions> & OwnActions
}

const actionsOfMacs = (macs: HubMacs): Omit<OwnActions, 'change_line' | 'hub_metrics'> => ({
  list_macs: () => macs.list(),
  add_mac: (asked, _, { caller }) => macs.add(asked, principalOf(caller)),
  change_mac: ({ id, name }, _, { caller }) =>
    name === undefined ? macs.find(id) : macs.rename(id, name, principalOf(caller)),
  revoke_mac: async ({ id }, _, { caller }) => void (await macs.revoke(id, principalOf(caller))),
  new_mac_code: ({ id }, _, { caller }) => macs.newCode(id, principalOf(caller)),
  async join_hub(asked, _, request) {
    if (request.isHere || request.headers['x-forwarded-proto'] === 'https') return macs.join(asked)
    throw new ServiceError('insecure_address', 'A Mac joins by HTTPS only.')
  },
})

function missing(error: ServiceError): never {
  throw error
}

/**
 * The endpoints that the web process answers itself, on a hub as on a Mac: signing in, and the description of the API.
 */
const webAnswers: readonly EndpointName[] = [
  'home',
  'app_home',
  'app',
  'login_page',
  'login',
  'login_assets',
  'logout',
  'setup_page',
  'setup',
  'change_password',
  'install_plugin',
  'upload_plugin',
  'open_plugin_frame',
  'plugin_frame',
  'page_session',
  'prove_identity',
  'favicon',
  'openapi',
  'reference',
  'reference_assets',
  'events',
]

async function unlessAway<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isAway(error)) return undefined
    throw error
  }
}

export const answersOf =
  (actions: Partial<Record<EndpointName, unknown>>) =>
  (name: EndpointName): boolean =>
    endpoints[name].by === 'web' ? webAnswers.includes(name) : Object.hasOwn(actions, name)
