/** Calls any row of the endpoint table, with valid example params for each in a small world. */
import { httpRequestOf } from '../../src/client/request.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import { password } from './web-here.ts'

export interface Asked {
  input?: object
  headers?: Record<string, string>
}

export interface Response {
  status: number
  text: string
  json(): ReturnType<typeof JSON.parse>
  headers: Headers
}

export type Ask = (endpoint: Endpoint, asked?: Asked) => Promise<Response>

/** The `input` for each endpoint, created anew where a call uses it up. */
export type Examples = Record<EndpointName, () => object | Promise<object>>

export const askerOf =
  (url: string): Ask =>
  async (endpoint, { input = {}, headers = {} } = {}) => {
    const { method, path, headers: own, body } = httpRequestOf(endpoint, input as Record<string, unknown>)
    const ending = new AbortController()
    const response = await fetch(new URL(path.replace('*', ''), url), {
      method,
      headers: { ...own, ...headers },
      ...(method !== 'GET' && { body: body ?? null }),
      redirect: 'manual',
      signal: ending.signal,
    })
    // A stream has no end, so its body is not read.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const text = isStream ? '' : await response.text()
    if (isStream) ending.abort()
    return { status: response.status, text, json: () => JSON.parse(text), headers: response.headers }
  }

/** A subscription to which nothing can be sent: `.invalid` leads nowhere. */
const subscription = {
  endpoint: 'https://push.invalid/one',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

const ocean = { schema: 1, name: 'ocean', title: 'Ocean', modes: { dark: { background: '#001020' } } }

/** Needs a conversation with a message. `headers` must grant every scope. */
export async function examplesWith(ask: Ask, headers: Record<string, string> = {}): Promise<Examples> {
  const as = async (name: EndpointName, input: object = {}) => (await ask(endpoints[name], { input, headers })).json()
  const [{ guid }] = await as('list_conversations')
  const [{ rowid }] = await as('list_messages', { guid })
  const sent = await as('send', { handle: '+12025550123', text: 'Hello' })
  const newRule = { name: 'n', conditions: 'from:Anna', action: { type: 'auto_reply' as const, body: 'b' } }
  const rule = async () => ({ id: (await as('add_rule', newRule)).id as string })
  const later = { handle: '+12025550123', text: 'Later', send_at: 'P1D' }
  const scheduled = async () => (await as('send', later)).id as string
  const nothing = () => ({})
  const webhook = () => ({ name: 'webhook' })
  const delivery = () => ({ id: 'none' })
  const subscribed = async () => ({ id: (await as('add_push_subscription', subscription)).id as string })
  return {
    home: nothing,
    app_home: nothing,
    favicon: nothing,
    app: nothing,
    setup_page: nothing,
    login_page: nothing,
    logout: nothing,
    health: nothing,
    login_assets: nothing,
    reference_assets: nothing,
    heartbeat: nothing,
    version: nothing,
    events: nothing,
    overview: nothing,
    list_lines: nothing,
    list_conversations: nothing,
    search_status: nothing,
    list_contacts: nothing,
    list_people: nothing,
    capabilities: nothing,
    get_settings: nothing,
    settings_schema: nothing,
    list_whitelist: nothing,
    list_blocked: nothing,
    list_plugins: nothing,
    list_rules: nothing,
    list_keys: nothing,
    compat: nothing,
    new_bluebubbles_password: nothing,
    list_sessions: nothing,
    logs: nothing,
    log_history: nothing,
    statistics: nothing,
    themes: nothing,
    page_session: nothing,
    setup_checks: nothing,
    plugin_slots: nothing,
    openapi: nothing,
    reference: nothing,
    setup: () => ({ token: 'x', password }),
    prove_identity: () => ({ nonce: '0'.repeat(64) }),
    login: () => ({ password }),
    change_password: () => ({ current: password, password }),
    get_conversation: () => ({ guid }),
    list_messages: () => ({ guid }),
    list_media: () => ({ guid }),
    conversation_details: () => ({ guid }),
    export_conversation: () => ({ guid }),
    mark_read: () => ({ guid, rowid }),
    set_typing: () => ({ guid, on: true }),
    archive_conversation: () => ({ guid }),
    unarchive_conversation: () => ({ guid }),
    list_starred: nothing,
    star_message: () => ({ rowid }),
    unstar_message: () => ({ rowid }),
    list_all_messages: nothing,
    list_rows: nothing,
    count_rows: nothing,
    row_totals: nothing,
    list_handles: nothing,
    get_message: () => ({ message: String(rowid) }),
    message_trace: () => ({ rowid }),
    search: () => ({ q: 'hello' }),
    get_attachment: () => ({ id: 'none' }),
    contact_avatar: () => ({ handle: '+12025550199' }),
    change_settings: () => ({ log: { level: 'debug' } }),
    separate_person: () => ({ person: 'Anna' }),
    join_person: () => ({ person: 'Anna' }),
    add_to_whitelist: () => ({ handle: '+12025550123' }),
    remove_from_whitelist: () => ({ handle: '+12025550123' }),
    enable_plugin: webhook,
    disable_plugin: webhook,
    list_dead: webhook,
    retry_dead: webhook,
    drop_dead: webhook,
    retry_plugin: webhook,
    test_plugin: webhook,
    pause_plugin: webhook,
    resume_plugin: webhook,
    list_deliveries: nothing,
    get_delivery: delivery,
    retry_delivery: delivery,
    skip_delivery: delivery,
    send_delivery_again: delivery,
    open_plugin_frame: webhook,
    plugin_frame: nothing,
    plugin_conversation: () => ({ name: 'webhook', guid }),
    plugin_call: () => ({ name: 'webhook', method: 'get_settings', args: {} }),
    install_plugin: () => ({ package: 'service-plugin-none', password }),
    upload_plugin: () => ({ password, file: new File(['no package'], 'x.tgz') }),
    remove_plugin: webhook,
    plugin_failed: () => ({ name: 'webhook', slot: 'sidebar.panel', kind: 'crashed' }),
    plugin_send_file: () => ({ name: 'webhook', conversation_id: 'x', file: new File(['the plan'], 'plan.pdf') }),
    add_rule: () => newRule,
    compare_rules: () => ({ rules: [newRule] }),
    test_rule: () => ({ conditions: 'from:Anna', days: 30 }),
    change_rule: async () => ({ ...(await rule()), name: 'other' }),
    delete_rule: rule,
    add_key: () => ({ label: 'l', scopes: ['read'] }),
    revoke_key: async () => ({ id: (await as('add_key', { label: 'l', scopes: ['read'] })).id }),
    change_key: async () => ({ id: (await as('add_key', { label: 'l', scopes: ['read'] })).id, label: 'm' }),
    key_activity: async () => ({ id: (await as('add_key', { label: 'l', scopes: ['read'] })).id }),
    see_key_marks: async () => ({ id: (await as('add_key', { label: 'l', scopes: ['read'] })).id }),
    restore_key: async () => {
      const { id } = await as('add_key', { label: 'l', scopes: ['read'] })
      await ask(endpoints.revoke_key, { input: { id }, headers })
      return { id }
    },
    end_session: async () => ({ id: (await as('list_sessions'))[0].id }),
    push_key: nothing,
    list_push_subscriptions: nothing,
    add_push_subscription: () => subscription,
    remove_push_subscription: subscribed,
    test_push_subscription: subscribed,
    change_push_subscription: async () => ({ ...(await subscribed()), level: 'sender' }),
    theme_details: () => ({ name: 'dark' }),
    setup_progress: () => ({ step: 'relayed' }),
    open_pane: () => ({ pane: 'automation' }),
    restart_process: () => ({ process: 'bridge' }),
    list_alerts: nothing,
    open_messages: nothing,
    reveal_program: nothing,
    health_report: nothing,
    import_theme: () => ocean,
    remove_theme: async () => ({ name: (await as('import_theme', ocean)).theme.name }),
    theme_stylesheet: nothing,
    theme_asset: () => ({ name: 'none' }),
    send: () => ({ handle: '+12025550123', text: 'Hello' }),
    send_to_chat: () => ({ guid, text: 'Hello' }),
    send_file: () => ({ handle: '+12025550123', file: new File(['the plan'], 'plan.pdf') }),
    list_sends: nothing,
    cancel_send: () => ({ id: sent.id }),
    get_send: () => ({ id: sent.id }),
    list_outbox: nothing,
    release_held: () => ({ id: 'none', version: 'x' }),
    refuse_held: () => ({ id: 'none' }),
    list_scheduled: nothing,
    change_scheduled: async () => ({ id: await scheduled(), text: 'Hello later' }),
    cancel_scheduled: async () => ({ id: await scheduled() }),
    change_tapback: () => ({ rowid, emoji: '👍' }),
    edit_message: () => ({ rowid, text: 'Hello' }),
    unsend_message: () => ({ rowid }),
    change_line: () => ({ id: 9, name: 'office' }),
    list_macs: nothing,
    add_mac: () => ({ name: 'office' }),
    change_mac: () => ({ id: 'none', name: 'office' }),
    revoke_mac: () => ({ id: 'none' }),
    new_mac_code: () => ({ id: 'none' }),
    hub_metrics: () => ({}),
    join_hub: () => ({ code: 'none', public_key: `U${'A'.repeat(55)}` }),
  }
}
