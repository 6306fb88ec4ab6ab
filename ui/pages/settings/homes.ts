/** Maps each setting of the service to the section where it is changed, and to its title there. */
import type { TextKey } from '../../catalogue/texts.ts'

export interface Home {
  /** The name of a section, or of a separate page. */
  at: 'people' | 'general' | 'sending' | 'web' | 'appearance' | 'apps' | 'advanced' | 'plugins' | 'rules'
  title: TextKey
  hint?: TextKey
}

type NamedAfterPath = TextKey extends infer Key ? (Key extends `settings.${infer Path}_hint` ? Path : never) : never

/** The home of settings whose title and hint are named after their paths. */
const named = (at: Home['at'], paths: readonly NamedAfterPath[]): Record<string, Home> =>
  Object.fromEntries(
    paths.map((path) => [path, { at, title: `settings.${path}`, hint: `settings.${path}_hint` } satisfies Home]),
  )

/** Homes by path. A path within a setting has the home of that setting. */
export const homes: Readonly<Record<string, Home>> = {
  self_handles: { at: 'people', title: 'settings.self_handles' },
  'whitelist.handles': { at: 'people', title: 'settings.whitelist.handles' },
  'whitelist.groups': { at: 'people', title: 'settings.whitelist.groups' },
  'relay.scope': { at: 'people', title: 'settings.relay.scope' },
  ...named('general', [
    'relay.poll_interval_s',
    'relay.max_age_s',
    'relay.attempts_per_message',
    'relay.deliveries_kept_days',
    'categories.shown',
    'categories.relayed',
    'alerts.after_minutes',
    'alerts.queued',
    'alerts.notify_plugins',
    'relay.mirror_file',
    'log.level',
    'log.max_mb',
  ]),
  ...named('sending', [
    'send.sms_fallback',
    'send.ui_scripting',
    'send.confirm_timeout_s',
    'send.per_minute',
    'send.same_text_people',
    'send.missed_after_min',
    'send.notify_plugins',
    'send.max_file_mb',
  ]),
  'compat.helper.kind': { at: 'sending', title: 'settings.helper.kind', hint: 'settings.helper.kind_hint' },
  'compat.helper.url': { at: 'sending', title: 'settings.helper.url', hint: 'settings.helper.url_hint' },
  'compat.helper.password': { at: 'sending', title: 'settings.helper.password', hint: 'settings.helper.password_hint' },
  'compat.helper.path': { at: 'sending', title: 'settings.helper.path', hint: 'settings.helper.path_hint' },
  'compat.helper.send_read_receipts': {
    at: 'sending',
    title: 'settings.helper.send_read_receipts',
    hint: 'settings.helper.send_read_receipts_hint',
  },
  ...named('web', ['web.offline_alert_s', 'web.host', 'web.port', 'web.allowed_hosts']),
  'compat.notifiers.enabled': {
    at: 'web',
    title: 'settings.notifiers.enabled',
    hint: 'settings.notifiers.enabled_hint',
  },
  'compat.notifiers.any_recipient': {
    at: 'web',
    title: 'settings.notifiers.any_recipient',
    hint: 'settings.notifiers.any_recipient_hint',
  },
  'compat.notifiers.recipients': {
    at: 'web',
    title: 'settings.notifiers.recipients',
    hint: 'settings.notifiers.recipients_hint',
  },
  'compat.bluebubbles.enabled': { at: 'apps', title: 'apps.on', hint: 'apps.on_hint' },
  'compat.bluebubbles.host': { at: 'apps', title: 'apps.host', hint: 'apps.host_hint' },
  'compat.bluebubbles.port': { at: 'apps', title: 'apps.port', hint: 'apps.port_hint' },
  'compat.bluebubbles.key_id': { at: 'apps', title: 'apps.key_id' },
  'themes.active': { at: 'appearance', title: 'appearance.scheme' },
  'themes.light': { at: 'appearance', title: 'appearance.by_light' },
  'themes.dark': { at: 'appearance', title: 'appearance.by_dark' },
  'themes.scheme': { at: 'appearance', title: 'appearance.scheme' },
  'themes.accent': { at: 'appearance', title: 'appearance.accent' },
  'themes.density': { at: 'appearance', title: 'appearance.density' },
  'themes.bubble': { at: 'appearance', title: 'appearance.bubble' },
  'themes.contrast': { at: 'appearance', title: 'appearance.adjust', hint: 'appearance.adjust_hint' },
  rules: { at: 'rules', title: 'shell.rules' },
  integrations: { at: 'plugins', title: 'shell.plugins' },
  'alerts.mac_silent_minutes': { at: 'advanced', title: 'settings.hub' },
  'hub.postgres_url': { at: 'advanced', title: 'settings.hub' },
  'hub.nats_url': { at: 'advanced', title: 'settings.hub' },
  'hub.macs_connect_to': { at: 'advanced', title: 'settings.hub' },
  'hub.nats_ca_file': { at: 'advanced', title: 'settings.hub' },
  'hub.partitions': { at: 'advanced', title: 'settings.hub' },
  'hub.nats_replicas': { at: 'advanced', title: 'settings.hub' },
  version: { at: 'advanced', title: 'settings.version' },
}

export function homeOf(place: string): Home | undefined {
  const above = place.lastIndexOf('.')
  return homes[place] ?? (above < 0 ? undefined : homeOf(place.slice(0, above)))
}
