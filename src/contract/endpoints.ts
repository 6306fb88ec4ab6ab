/**
 * Declares the whole API as a table. Routes, validation, access, client, documents and the tests over it follow from
 * its rows.
 */
import { Type } from '@sinclair/typebox'
import { Capability } from './capability.ts'
import { Contact } from './contact.ts'
import { Conversation } from './conversation.ts'
import { DeliveryDetails, DeliveryPage, deliveryProgress } from './delivery.ts'
import {
  bytes,
  created,
  type Endpoint,
  events,
  fields,
  type InputOf,
  json,
  nothing,
  type OutputOf,
  page,
  pageWith,
  redirect,
} from './endpoint.ts'
import { StreamEvent } from './events.ts'
import { ChatGuidParam, Defaulted, Limit, Moment, OneOf, Rowid } from './fields.ts'
import { HealthReport } from './health.ts'
import { Heartbeat, Version } from './heartbeat.ts'
import { ApiKey, CreatedApiKey, KeyChange, NewApiKey, Session } from './key.ts'
import { LogEntry, logLevels } from './log-entry.ts'
import { Message } from './message.ts'
import { PageSession } from './page-support.ts'
import { DeadChanged, DeadChoice, DeadDelivery, PluginRecord } from './plugin.ts'
import { PageFailure, PluginSlot } from './plugin-page.ts'
import { PageCall, PluginSendFile, PluginSent } from './plugin-page-calls.ts'
import { NewRule, Rule, RuleChange, RuleTrial, RuleTrialResult } from './rule.ts'
import { SearchPage, SearchStatus } from './search.ts'
import { Send, SendFile, SendToChat, SendToHandle, sendStates, TapbackChange, TextChange } from './send.ts'
import { Settings, SettingsPatch } from './settings.ts'
import { Opened, ProcessRestart, SetupProgress, SetupProgressChange, SetupReport } from './setup.ts'
import { panes, processes } from './setup-names.ts'
import { Statistics, StatisticsRange } from './statistics.ts'
import { ImportedTheme, ThemeDetails, ThemeFile, Themes, ThemeWishes } from './theme.ts'
import { Trace } from './trace.ts'
import { AddedToWhitelist, BlockedSender, RemovedFromWhitelist, WhitelistChange, WhitelistEntry } from './whitelist.ts'

const Id = Type.String({ minLength: 1, maxLength: 512 })
const guid = fields({ guid: ChatGuidParam })
const id = fields({ id: Id })
const name = fields({ name: Type.String({ minLength: 1, maxLength: 100 }) })
const rowid = fields({ rowid: Rowid })
const password = Type.String({ minLength: 1, maxLength: 1_024 })
const next = Type.Optional(
  Type.String({ maxLength: 2_048, description: 'A path of this origin; anything else is ignored.' }),
)

/** Any endpoint that reads chat.db may find that it cannot be read. */
const readingErrors = [
  'messages_unreadable',
  'messages_unavailable',
  'messages_busy',
  'messages_corrupt',
  'messages_schema_unknown',
  'not_macos',
] as const

/** A send may be refused with any of these, and may fail with some of them while the response waits for it. */
const sendingErrors = [
  ...readingErrors,
  ...(['rate_limited', 'queue_full', 'confirmation_needed'] as const),
  ...(['idempotency_mismatch', 'automation_denied', 'messages_not_running', 'messages_signed_out'] as const),
  ...(['chat_not_loaded', 'recipient_unreachable', 'file_unreadable', 'ghost_row', 'send_failed'] as const),
  ...(['send_expired', 'unsupported'] as const),
] as const
const uiErrors = [
  'message_not_found',
  'unsupported',
  'accessibility_denied',
  'automation_denied',
  'send_uncertain',
] as const

export const endpoints = {
  home: {
    ...{ method: 'GET', path: '/', scope: 'open', by: 'web', returns: redirect },
    summary: 'Leads to the page.',
  },
  app_home: {
    ...{ method: 'GET', path: '/app', scope: 'open', by: 'web', returns: redirect },
    // The query string is passed on to the page.
    query: Type.Object({}, { additionalProperties: Type.String() }),
    summary: 'Leads to the page.',
  },
  app: {
    ...{ method: 'GET', path: '/app/*', scope: 'read', by: 'web', also: [304] },
    returns: pageWith('text/css', 'text/javascript', 'application/json', 'application/manifest+json', 'image/*'),
    leads_away: 'to the login when nobody is signed in',
    // Only the page itself reads the query: deep links name messages, searches and filters in it.
    query: Type.Object({}, { additionalProperties: Type.String() }),
    summary: 'The page.',
  },
  setup_page: {
    ...{ method: 'GET', path: '/setup', scope: 'open', by: 'web', returns: page },
    query: fields({ token: Type.Optional(Type.String({ maxLength: 200 })) }),
    summary: 'The first steps; for those who are signed in once a password is set.',
    leads_away: 'to the login when a password is set and nobody is signed in',
    errors: ['unauthenticated'],
  },
  setup: {
    ...{
      method: 'POST',
      path: '/setup',
      scope: 'open',
      by: 'web',
      returns: json(Type.Object({ ok: Type.Literal(true), next: Type.String() })),
    },
    body: fields({ token: Type.String({ maxLength: 200 }), password }),
    form: true,
    leads_away: 'to the page when a form set the password',
    is_secret: true,
    summary: 'Sets the first password; needs the token that the command prints.',
    errors: ['gone', 'weak_password', 'rate_limited', 'overloaded'],
  },
  favicon: {
    ...{ method: 'GET', path: '/favicon.ico', scope: 'open', by: 'web', returns: bytes('image/png'), also: [304] },
    summary: 'The icon of the page.',
    errors: ['not_found'],
  },
  login_page: {
    ...{ method: 'GET', path: '/login', scope: 'open', by: 'web', returns: page },
    query: fields({ next, error: Type.Optional(Type.String({ maxLength: 100 })) }),
    leads_away: 'to `next` or the page for whoever is signed in',
    summary: 'Asks for the password.',
  },
  login: {
    ...{
      method: 'POST',
      path: '/login',
      scope: 'open',
      by: 'web',
      returns: json(Type.Object({ ok: Type.Literal(true), next: Type.String() })),
    },
    body: fields({ password, next }),
    form: true,
    leads_away: 'to `next` or the page when a form signed in',
    is_secret: true,
    summary: 'Signs a browser in: sets the session cookie.',
    errors: ['unauthenticated', 'rate_limited', 'overloaded'],
  },
  login_assets: {
    ...{
      method: 'GET',
      path: '/login/*',
      scope: 'open',
      by: 'web',
      returns: bytes('text/css', 'text/javascript'),
      also: [304],
    },
    summary: 'What the pages before signing in are dressed in, and what helps at the form.',
    errors: ['not_found'],
  },
  logout: {
    ...{ method: 'POST', path: '/logout', scope: 'read', by: 'web', returns: nothing },
    summary: 'Signs this browser out.',
  },
  change_password: {
    ...{ method: 'PUT', path: '/api/v1/password', scope: 'admin', by: 'web', returns: nothing },
    body: fields({ current: Type.Optional(password), password: Type.Union([password, Type.Null()]) }),
    summary: 'Sets, changes or (null) removes the password, and signs all other browsers out.',
    errors: ['weak_password', 'rate_limited'],
  },
  health: {
    ...{ method: 'GET', path: '/healthz', scope: 'open', by: 'action' },
    returns: json(Type.Object({ ok: Type.Literal(true) })),
    summary: 'Answers while the web process runs.',
  },
  prove_identity: {
    ...{ method: 'GET', path: '/api/v1/identity', scope: 'open', by: 'web' },
    query: fields({
      nonce: Type.String({ pattern: '^[0-9a-f]{64}$', description: '32 random bytes, in hexadecimal, used once.' }),
    }),
    returns: json(Type.Object({ proof: Type.String({ description: 'Hexadecimal. It fits this connection alone.' }) })),
    summary: 'Proves to programs that can read the data folder that this is its web process, before they send a key.',
  },
  heartbeat: {
    ...{ method: 'GET', path: '/api/heartbeat', scope: 'read', by: 'action', returns: json(Heartbeat) },
    summary: 'Whether the bridge lives, and how it fares.',
  },
  version: {
    ...{ method: 'GET', path: '/version', scope: 'read', by: 'action', returns: json(Version) },
    summary: 'What runs here.',
  },
  list_conversations: {
    ...{ method: 'GET', path: '/api/v1/conversations', scope: 'read', by: 'action' },
    query: fields({
      limit: Limit(50, 200),
      offset: Defaulted(Type.Integer({ minimum: 0, maximum: 1_000_000 }), 0),
      q: Type.Optional(Type.String({ maxLength: 200, description: 'Only those with this name or address.' })),
      unread: Type.Optional(Type.Boolean({ description: 'Only those with unread messages, or only those without.' })),
    }),
    returns: json(Type.Array(Conversation)),
    summary: 'Conversations, the one with the newest message first.',
    errors: readingErrors,
  },
  get_conversation: {
    ...{ method: 'GET', path: '/api/v1/conversations/{guid}', scope: 'read', by: 'action' },
    path_params: guid,
    returns: json(Conversation),
    summary: 'One conversation.',
    errors: [...readingErrors, 'conversation_not_found'],
  },
  list_messages: {
    ...{ method: 'GET', path: '/api/v1/conversations/{guid}/messages', scope: 'read', by: 'action' },
    path_params: guid,
    query: fields({
      limit: Limit(100, 500),
      before_rowid: Type.Optional(Rowid),
      after_rowid: Type.Optional(Rowid),
      around_rowid: Type.Optional(Rowid),
      from_ts: Type.Optional(Moment('ISO 8601 UTC; the page begins with the first message of this moment or later.')),
    }),
    returns: json(Type.Array(Message)),
    summary:
      'A page of messages, oldest first: the newest, those before, after or around one, or from a moment on. Give one anchor at most.',
    errors: [...readingErrors, 'conversation_not_found'],
  },
  mark_read: {
    ...{ method: 'POST', path: '/api/v1/conversations/{guid}/read', scope: 'write', by: 'action' },
    path_params: guid,
    body: fields({ rowid: Rowid }),
    returns: json(Conversation),
    summary: 'Marks a conversation as read up to a message, for this service; Messages’ own marks stay.',
    errors: [...readingErrors, 'conversation_not_found', 'message_not_found'],
  },
  message_trace: {
    ...{ method: 'GET', path: '/api/v1/messages/{rowid}/trace', scope: 'read', by: 'action' },
    path_params: rowid,
    returns: json(Trace),
    summary: 'Why a message was, or was not, relayed.',
    errors: [...readingErrors, 'message_not_found'],
  },
  send: {
    ...{ method: 'POST', path: '/api/v1/send', scope: 'write', by: 'action', returns: json(Send) },
    headers: ['Idempotency-Key'],
    body: SendToHandle,
    summary: 'Sends a text to a person. Answers once it has landed, or as it stands when the wait is over.',
    errors: sendingErrors,
  },
  send_to_chat: {
    ...{ method: 'POST', path: '/api/v1/send/chat', scope: 'write', by: 'action', returns: json(Send) },
    headers: ['Idempotency-Key'],
    body: SendToChat,
    summary: 'Sends a text to a conversation, of two or a group.',
    errors: [...sendingErrors, 'conversation_not_found'],
  },
  send_file: {
    ...{ method: 'POST', path: '/api/v1/send/file', scope: 'write', by: 'action', returns: json(Send) },
    headers: ['Idempotency-Key'],
    body: SendFile,
    upload: 'file',
    summary: 'Sends a file, and a text after it if one is given: a form with the part `file`.',
    errors: [...sendingErrors, 'conversation_not_found', 'too_large', 'unsupported_media_type'],
  },
  list_sends: {
    ...{ method: 'GET', path: '/api/v1/sends', scope: 'read', by: 'action', returns: json(Type.Array(Send)) },
    query: fields({
      limit: Limit(50, 500),
      state: Type.Optional(OneOf(sendStates)),
      idempotency_key: Type.Optional(
        Type.String({ minLength: 1, maxLength: 255, description: 'Only the send that this key of yours made.' }),
      ),
    }),
    summary: 'What was sent by this service in the last week, the newest first.',
  },
  cancel_send: {
    ...{ method: 'POST', path: '/api/v1/sends/{id}/cancel', scope: 'write', by: 'action', returns: json(Send) },
    path_params: id,
    summary: 'Cancels a send if nothing of it was handed to Messages yet. Answers with the send as it is then.',
    errors: ['send_not_found'],
  },
  get_send: {
    ...{ method: 'GET', path: '/api/v1/sends/{id}', scope: 'read', by: 'action', returns: json(Send) },
    path_params: id,
    summary: 'What has become of one message that was sent.',
    errors: ['send_not_found'],
  },
  change_tapback: {
    ...{
      method: 'POST',
      path: '/api/v1/messages/{rowid}/tapback',
      scope: 'write',
      by: 'action',
      returns: json(Message),
    },
    path_params: rowid,
    body: TapbackChange,
    summary: 'Reacts to a message, or takes the reaction back, where `capabilities` says that this Mac can.',
    errors: uiErrors,
  },
  edit_message: {
    ...{ method: 'POST', path: '/api/v1/messages/{rowid}/edit', scope: 'write', by: 'action', returns: json(Message) },
    path_params: rowid,
    body: TextChange,
    summary: 'Changes the text of one’s own message, where `capabilities` says that this Mac can.',
    errors: uiErrors,
  },
  unsend_message: {
    ...{
      method: 'POST',
      path: '/api/v1/messages/{rowid}/unsend',
      scope: 'write',
      by: 'action',
      returns: json(Message),
    },
    path_params: rowid,
    summary: 'Takes one’s own message back, where `capabilities` says that this Mac can.',
    errors: uiErrors,
  },
  search: {
    ...{ method: 'GET', path: '/api/v1/search', scope: 'read', by: 'action' },
    query: fields({
      q: Type.String({ minLength: 1, maxLength: 1_000, description: 'Words, "phrases", prefixes* and operators.' }),
      limit: Limit(20, 100),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    returns: json(SearchPage),
    summary: 'Searches all messages: text, file names, link titles, transcripts and earlier versions.',
    errors: [...readingErrors, 'rate_limited'],
  },
  search_status: {
    ...{ method: 'GET', path: '/api/v1/search/status', scope: 'read', by: 'action', returns: json(SearchStatus) },
    summary: 'How far the search index is.',
  },
  get_attachment: {
    ...{ method: 'GET', path: '/api/v1/attachments/{id}', scope: 'read', by: 'action' },
    path_params: id,
    query: fields({
      thumb: Type.Optional(
        Type.Union([Type.Literal(240), Type.Literal(720)], { description: 'Longest side, pixels.' }),
      ),
      format: Type.Optional(OneOf(['jpeg', 'm4a'], 'Converted for browsers that cannot show the original.')),
    }),
    returns: bytes('*/*'),
    also: [206, 304],
    summary: 'The bytes of an attachment; ranges are served.',
    errors: [...readingErrors, 'attachment_not_found', 'unsupported', 'range_not_satisfiable'],
  },
  list_contacts: {
    ...{ method: 'GET', path: '/api/v1/contacts', scope: 'read', by: 'action' },
    query: fields({ q: Defaulted(Type.String({ maxLength: 200 }), ''), limit: Limit(50, 500) }),
    returns: json(Type.Array(Contact)),
    summary: 'People of Contacts whose name or address fits.',
  },
  contact_avatar: {
    ...{ method: 'GET', path: '/api/v1/contacts/{handle}/avatar', scope: 'read', by: 'action' },
    path_params: fields({ handle: Id }),
    returns: bytes('image/*'),
    also: [304],
    summary: 'The picture of a contact.',
    errors: ['not_found'],
  },
  capabilities: {
    ...{
      method: 'GET',
      path: '/api/v1/capabilities',
      scope: 'read',
      by: 'action',
      returns: json(Type.Array(Capability)),
    },
    summary: 'What this Mac allows, and where it does not, why.',
  },
  get_settings: {
    ...{ method: 'GET', path: '/api/v1/settings', scope: 'admin', by: 'action', returns: json(Settings) },
    is_secret: true,
    summary: 'All settings, without passwords and keys.',
  },
  change_settings: {
    ...{ method: 'POST', path: '/api/v1/settings', scope: 'admin', by: 'action', returns: json(Settings) },
    body: SettingsPatch,
    is_secret: true,
    summary: 'Changes the settings that are named; nothing is written when one of them is wrong.',
    errors: ['config_invalid', 'conflict', 'no_password'],
  },
  list_whitelist: {
    ...{
      method: 'GET',
      path: '/api/v1/whitelist',
      scope: 'read',
      by: 'action',
      returns: json(Type.Array(WhitelistEntry)),
    },
    summary: 'Who is relayed.',
  },
  add_to_whitelist: {
    ...{ method: 'POST', path: '/api/v1/whitelist/add', scope: 'admin', by: 'action', returns: json(AddedToWhitelist) },
    body: WhitelistChange,
    summary: 'Relays a person or a group; adding twice is no error, and answers the entry that is there.',
  },
  remove_from_whitelist: {
    ...{
      method: 'POST',
      path: '/api/v1/whitelist/remove',
      scope: 'admin',
      by: 'action',
      returns: json(RemovedFromWhitelist),
    },
    body: WhitelistChange,
    summary: 'Relays a person or a group no more; removing one that is not there is no error.',
  },
  list_blocked: {
    ...{
      method: 'GET',
      path: '/api/v1/whitelist/blocked',
      scope: 'read',
      by: 'action',
      returns: json(Type.Array(BlockedSender)),
    },
    query: fields({ limit: Limit(20, 100) }),
    summary: 'Whose messages came in lately and were not relayed because of who they are from, the newest first.',
    errors: readingErrors,
  },
  list_plugins: {
    ...{ method: 'GET', path: '/api/v1/plugins', scope: 'read', by: 'action', returns: json(Type.Array(PluginRecord)) },
    summary: 'The plugins that the bridge has found.',
  },
  enable_plugin: {
    ...{
      method: 'POST',
      path: '/api/v1/plugins/{name}/enable',
      scope: 'admin',
      by: 'action',
      returns: json(PluginRecord),
    },
    path_params: name,
    summary: 'Switches a plugin on.',
    errors: ['plugin_not_found'],
  },
  disable_plugin: {
    ...{
      method: 'POST',
      path: '/api/v1/plugins/{name}/disable',
      scope: 'admin',
      by: 'action',
      returns: json(PluginRecord),
    },
    path_params: name,
    summary: 'Switches a plugin off.',
    errors: ['plugin_not_found'],
  },
  list_dead: {
    ...{ method: 'GET', path: '/api/v1/plugins/{name}/dead', scope: 'admin', by: 'action' },
    path_params: name,
    query: fields({ limit: Limit(100, 1_000) }),
    returns: json(Type.Array(DeadDelivery)),
    summary: 'Deliveries to a plugin that failed for good, the newest first.',
    errors: ['plugin_not_found'],
  },
  retry_dead: {
    ...{ method: 'POST', path: '/api/v1/plugins/{name}/dead/retry', scope: 'admin', by: 'action' },
    path_params: name,
    body: DeadChoice,
    returns: json(DeadChanged),
    summary: 'Delivers again what failed for good, in its old place of the order.',
    errors: ['plugin_not_found'],
  },
  drop_dead: {
    ...{ method: 'POST', path: '/api/v1/plugins/{name}/dead/drop', scope: 'admin', by: 'action' },
    path_params: name,
    body: DeadChoice,
    returns: json(DeadChanged),
    summary: 'Drops what failed for good.',
    errors: ['plugin_not_found'],
  },
  retry_plugin: {
    ...{ method: 'POST', path: '/api/v1/plugins/{name}/retry', scope: 'admin', by: 'action' },
    path_params: name,
    returns: json(DeadChanged),
    summary: 'Tries everything that is queued for a plugin at once.',
    errors: ['plugin_not_found'],
  },
  list_deliveries: {
    ...{ method: 'GET', path: '/api/v1/deliveries', scope: 'read', by: 'action' },
    query: fields({
      plugin: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      state: Type.Optional(OneOf(deliveryProgress)),
      conversation: Type.Optional(ChatGuidParam),
      from_ts: Type.Optional(Moment('ISO 8601 UTC; deliveries of messages that were accepted then or later.')),
      to_ts: Type.Optional(Moment('ISO 8601 UTC; deliveries of messages that were accepted before.')),
      limit: Limit(50, 500),
      cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
    }),
    returns: json(DeliveryPage),
    summary: 'Deliveries, the newest first.',
  },
  get_delivery: {
    ...{ method: 'GET', path: '/api/v1/deliveries/{id}', scope: 'read', by: 'action' },
    path_params: id,
    returns: json(DeliveryDetails),
    summary: 'A delivery with every attempt.',
    errors: ['delivery_not_found'],
  },
  retry_delivery: {
    ...{ method: 'POST', path: '/api/v1/deliveries/{id}/retry', scope: 'admin', by: 'action' },
    path_params: id,
    returns: json(DeliveryDetails),
    summary: 'Tries a delivery at once that is queued, retrying or failed.',
    errors: ['delivery_not_found', 'delivery_settled'],
  },
  skip_delivery: {
    ...{ method: 'POST', path: '/api/v1/deliveries/{id}/skip', scope: 'admin', by: 'action' },
    path_params: id,
    returns: json(DeliveryDetails),
    summary: 'Drops a delivery that is queued, retrying or failed; an attempt under way may still arrive.',
    errors: ['delivery_not_found', 'delivery_settled'],
  },
  list_rules: {
    ...{ method: 'GET', path: '/api/v1/rules', scope: 'read', by: 'action', returns: json(Type.Array(Rule)) },
    summary: 'The automation rules.',
  },
  add_rule: {
    ...{ method: 'POST', path: '/api/v1/rules', scope: 'admin', by: 'action', returns: created(Rule) },
    body: NewRule,
    summary: 'Makes a rule.',
  },
  test_rule: {
    ...{ method: 'POST', path: '/api/v1/rules/test', scope: 'read', by: 'action', returns: json(RuleTrialResult) },
    body: RuleTrial,
    summary: 'Shows when conditions would have fired over the messages of past days; nothing is sent.',
    errors: readingErrors,
  },
  change_rule: {
    ...{ method: 'PUT', path: '/api/v1/rules/{id}', scope: 'admin', by: 'action', returns: json(Rule) },
    path_params: id,
    body: RuleChange,
    summary: 'Changes the fields of a rule that are named.',
    errors: ['rule_not_found'],
  },
  delete_rule: {
    ...{ method: 'DELETE', path: '/api/v1/rules/{id}', scope: 'admin', by: 'action', returns: nothing },
    path_params: id,
    summary: 'Deletes a rule.',
    errors: ['rule_not_found'],
  },
  list_keys: {
    ...{ method: 'GET', path: '/api/v1/keys', scope: 'admin', by: 'action', returns: json(Type.Array(ApiKey)) },
    summary: 'API keys, without their secrets.',
  },
  add_key: {
    ...{ method: 'POST', path: '/api/v1/keys', scope: 'admin', by: 'action', returns: created(CreatedApiKey) },
    body: NewApiKey,
    is_secret: true,
    summary: 'Makes an API key and shows it this once.',
  },
  change_key: {
    ...{ method: 'PUT', path: '/api/v1/keys/{id}', scope: 'admin', by: 'action', returns: json(ApiKey) },
    path_params: id,
    body: KeyChange,
    summary: 'Gives an API key another name or other scopes; the key itself stays.',
    errors: ['not_found'],
  },
  revoke_key: {
    ...{ method: 'DELETE', path: '/api/v1/keys/{id}', scope: 'admin', by: 'action', returns: nothing },
    path_params: id,
    summary: 'Revokes an API key; its streams end within five seconds.',
    errors: ['not_found'],
  },
  restore_key: {
    ...{ method: 'POST', path: '/api/v1/keys/{id}/restore', scope: 'admin', by: 'action', returns: json(ApiKey) },
    path_params: id,
    summary: 'Takes back that an API key was revoked, within a minute.',
    errors: ['not_found'],
  },
  list_sessions: {
    ...{ method: 'GET', path: '/api/v1/sessions', scope: 'admin', by: 'action', returns: json(Type.Array(Session)) },
    summary: 'Browsers that are signed in.',
  },
  end_session: {
    ...{ method: 'DELETE', path: '/api/v1/sessions/{id}', scope: 'admin', by: 'action', returns: nothing },
    path_params: id,
    summary: 'Signs a browser out.',
    errors: ['not_found'],
  },
  events: {
    ...{ method: 'GET', path: '/api/v1/events', scope: 'read', by: 'web', returns: events(StreamEvent) },
    query: fields({
      since: Type.Optional(Type.Integer({ minimum: 0, description: 'Id of the last event that is known.' })),
    }),
    summary: 'What happens in Messages, as it happens. `Last-Event-ID` or `since` resume.',
    errors: ['too_many_streams'],
  },
  logs: {
    ...{ method: 'GET', path: '/api/logs', scope: 'admin', by: 'web', returns: events(LogEntry) },
    query: fields({ backlog: Defaulted(Type.Integer({ minimum: 0, maximum: 1_000 }), 100) }),
    summary: 'The log, live, after its last entries.',
    errors: ['too_many_streams'],
  },
  log_history: {
    ...{ method: 'GET', path: '/api/ui/logs', scope: 'admin', by: 'action', returns: json(Type.Array(LogEntry)) },
    query: fields({
      limit: Limit(200, 1_000),
      level: Type.Optional(OneOf(logLevels, 'The least level.')),
      source: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    summary: 'The last entries of the log, oldest first.',
  },
  statistics: {
    ...{ method: 'GET', path: '/api/ui/stats', scope: 'read', by: 'action', returns: json(Statistics) },
    query: fields({ range: Type.Optional(StatisticsRange) }),
    summary: 'How much is written, with whom and when: the messages that the conversations show.',
    errors: [...readingErrors, 'rate_limited'],
  },
  themes: {
    ...{ method: 'GET', path: '/api/ui/themes', scope: 'read', by: 'action', returns: json(Themes) },
    summary: 'The looks that can be chosen.',
  },
  theme_details: {
    ...{ method: 'GET', path: '/api/ui/themes/{name}', scope: 'read', by: 'action', returns: json(ThemeDetails) },
    path_params: name,
    query: ThemeWishes,
    summary: 'One theme: all that it looks like, with what is chosen beside it or is asked for here.',
    errors: ['not_found'],
  },
  import_theme: {
    ...{ method: 'POST', path: '/api/ui/themes', scope: 'admin', by: 'action', returns: created(ImportedTheme) },
    body: ThemeFile,
    summary: 'Takes a theme over, in the place of one of the same name. Fonts and pictures are left out.',
  },
  remove_theme: {
    ...{ method: 'DELETE', path: '/api/ui/themes/{name}', scope: 'admin', by: 'action', returns: nothing },
    path_params: name,
    summary: 'Removes a theme that was taken over or installed.',
    errors: ['not_found'],
  },
  theme_stylesheet: {
    ...{ method: 'GET', path: '/app/theme.css', scope: 'read', by: 'action', returns: bytes('text/css'), also: [304] },
    summary: 'The look that is chosen, for the first paint of the page.',
  },
  theme_asset: {
    ...{ method: 'GET', path: '/theme-assets/{name}', scope: 'read', by: 'action' },
    returns: bytes('font/woff2', 'image/webp', 'image/avif', 'image/png'),
    path_params: name,
    summary: 'A font or picture of a theme.',
    errors: ['not_found'],
  },
  page_session: {
    ...{ method: 'GET', path: '/api/ui/session', scope: 'read', by: 'web', returns: json(PageSession) },
    is_secret: true,
    summary: 'How the caller is signed in, and the token for its changes.',
  },
  setup_checks: {
    ...{ method: 'GET', path: '/api/ui/setup', scope: 'read', by: 'action', returns: json(SetupReport) },
    summary: 'What is in place and what is left to do, tried out just now.',
  },
  setup_progress: {
    ...{ method: 'PUT', path: '/api/ui/setup/progress', scope: 'admin', by: 'action', returns: json(SetupProgress) },
    body: SetupProgressChange,
    summary: 'Remembers how far the first steps have come.',
  },
  open_pane: {
    ...{ method: 'POST', path: '/api/ui/setup/open-pane', scope: 'admin', by: 'action', returns: json(Opened) },
    body: fields({ pane: OneOf(panes) }),
    summary: 'Opens a pane of the settings of macOS, for somebody who sits at this Mac.',
    errors: ['unsupported'],
  },
  reveal_program: {
    ...{ method: 'POST', path: '/api/ui/setup/reveal', scope: 'admin', by: 'action', returns: json(Opened) },
    summary: 'Shows the program of this service in the Finder, for somebody who sits at this Mac.',
    errors: ['unsupported'],
  },
  restart_process: {
    ...{ method: 'POST', path: '/api/ui/setup/restart', scope: 'admin', by: 'action', returns: json(ProcessRestart) },
    body: fields({ process: OneOf(processes) }),
    summary: 'Lets launchd start a process anew.',
    errors: ['unsupported'],
  },
  health_report: {
    ...{ method: 'GET', path: '/api/ui/health', scope: 'read', by: 'action', returns: json(HealthReport) },
    summary: 'How everything fares, without a handle or a key.',
  },
  settings_schema: {
    ...{ method: 'GET', path: '/api/ui/settings-schema', scope: 'admin', by: 'action' },
    returns: json(Type.Record(Type.String(), Type.Unknown())),
    summary: 'The settings as a JSON Schema: what the form is made of.',
  },
  plugin_slots: {
    ...{ method: 'GET', path: '/api/ui/slots', scope: 'read', by: 'action', returns: json(Type.Array(PluginSlot)) },
    summary: 'Where plugins have a place on the page.',
  },
  plugin_conversation: {
    ...{ method: 'GET', path: '/api/ui/plugins/{name}/conversations/{guid}', scope: 'read', by: 'action' },
    path_params: fields({ ...name.properties, ...guid.properties }),
    returns: json(Type.Object({ conversation_id: Type.String() })),
    summary: 'The opaque id under which a plugin knows a conversation; from then on the plugin can name it.',
    errors: [...readingErrors, 'plugin_not_found', 'conversation_not_found'],
  },
  plugin_call: {
    ...{ method: 'POST', path: '/api/ui/plugins/{name}/calls', scope: 'read', by: 'action' },
    path_params: name,
    body: PageCall,
    returns: json(Type.Object({ value: Type.Unknown() })),
    summary: 'What a plugin on the page asks for, by the page and in the plugin’s name; what it may is its tier’s.',
    errors: [
      ...sendingErrors,
      'plugin_not_found',
      'tier_violation',
      'message_not_found',
      'conversation_not_found',
      'too_large',
    ],
  },
  plugin_send_file: {
    ...{ method: 'POST', path: '/api/ui/plugins/{name}/files', scope: 'write', by: 'action' },
    path_params: name,
    body: PluginSendFile,
    upload: 'file',
    returns: json(PluginSent),
    summary: 'Sends a file for a plugin on the page: a form with the part `file`.',
    errors: [
      ...sendingErrors,
      'plugin_not_found',
      'tier_violation',
      'conversation_not_found',
      'too_large',
      'unsupported_media_type',
    ],
  },
  plugin_failed: {
    ...{ method: 'POST', path: '/api/ui/plugins/{name}/failures', scope: 'write', by: 'action', returns: nothing },
    path_params: name,
    body: PageFailure,
    summary: 'Writes into the log that a plugin failed on the page.',
    errors: ['plugin_not_found', 'rate_limited'],
  },
  open_plugin_frame: {
    ...{ method: 'POST', path: '/api/ui/plugins/{name}/frames', scope: 'read', by: 'web' },
    path_params: name,
    returns: created(Type.Object({ url: Type.String({ description: 'Path on this service, for whoever has it.' }) })),
    is_secret: true,
    summary: 'Makes an address under which a frame without cookie loads the plugin’s files, while this caller may.',
    errors: ['plugin_not_found'],
  },
  plugin_frame: {
    ...{ method: 'GET', path: '/plugin-frame/*', scope: 'open', by: 'web' },
    returns: bytes('text/html', 'text/javascript', 'text/css', 'application/json', 'font/*', 'image/*'),
    summary: 'A plugin in its frame, below an address that was made for it.',
    errors: ['not_found'],
  },
  openapi: {
    ...{
      method: 'GET',
      path: '/api/openapi.json',
      scope: 'read',
      by: 'web',
      returns: json(Type.Record(Type.String(), Type.Unknown())),
    },
    summary: 'This API as an OpenAPI 3.1 document.',
  },
  reference: {
    ...{ method: 'GET', path: '/api/docs', scope: 'read', by: 'web', returns: page },
    summary: 'This API as a page to read.',
  },
  reference_assets: {
    ...{ method: 'GET', path: '/api/docs/*', scope: 'read', by: 'web', returns: bytes('text/css'), also: [304] },
    summary: 'What that page is dressed in.',
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export type Input<K extends EndpointName> = InputOf<Endpoints[K]>
export type Output<K extends EndpointName> = OutputOf<Endpoints[K]>
type By<B extends string> = { [K in EndpointName]: Endpoints[K]['by'] extends B ? K : never }[EndpointName]
/** Rows that a file of `actions/` implements. */
export type ActionName = By<'action'>
/** Rows that the web process implements itself. */
export type WebName = By<'web'>
