/** Maps each setting of the service to the section where it is changed, and to its title there. */
import type { TextKey } from '../../catalogue/texts.ts'

export interface Home {
  /** The name of a section, or of a separate page. */
  at: 'people' | 'general' | 'sending' | 'web' | 'appearance' | 'apps' | 'advanced' | 'plugins' | 'rules'
  title: TextKey
  hint?: TextKey
}

/** Homes by path. A path within a setting has the home of that setting. */
export const homes: Readonly<Record<string, Home>> = {
  self_handles: { at: 'people', title: 'settings.self_handles' },
  'whitelist.handles': { at: 'people', title: 'settings.whitelist.handles' },
  'whitelist.groups': { at: 'people', title: 'settings.whitelist.groups' },
  'relay.scope': { at: 'people', title: 'settings.relay.scope' },
  'relay.poll_interval_s': {
    at: 'general',
    title: 'settings.relay.poll_interval_s',
    hint: 'settings.relay.poll_interval_s_hint',
  },
  'relay.max_age_s': { at: 'general', title: 'settings.relay.max_age_s', hint: 'settings.relay.max_age_s_hint' },
  'relay.attempts_per_message': {
    at: 'general',
    title: 'settings.relay.attempts_per_message',
    hint: 'settings.relay.attempts_per_message_hint',
  },
  'relay.deliveries_kept_days': {
    at: 'general',
    title: 'settings.relay.deliveries_kept_days',
    hint: 'settings.relay.deliveries_kept_days_hint',
  },
  'categories.shown': { at: 'general', title: 'settings.categories.shown', hint: 'settings.categories.shown_hint' },
  'categories.relayed': {
    at: 'general',
    title: 'settings.categories.relayed',
    hint: 'settings.categories.relayed_hint',
  },
  'alerts.after_minutes': {
    at: 'general',
    title: 'settings.alerts.after_minutes',
    hint: 'settings.alerts.after_minutes_hint',
  },
  'alerts.queued': { at: 'general', title: 'settings.alerts.queued', hint: 'settings.alerts.queued_hint' },
  'alerts.mac_silent_minutes': { at: 'advanced', title: 'settings.hub' },
  'alerts.notify_plugins': {
    at: 'general',
    title: 'settings.alerts.notify_plugins',
    hint: 'settings.alerts.notify_plugins_hint',
  },
  'relay.mirror_file': { at: 'general', title: 'settings.relay.mirror_file', hint: 'settings.relay.mirror_file_hint' },
  'log.level': { at: 'general', title: 'settings.log.level', hint: 'settings.log.level_hint' },
  'log.max_mb': { at: 'general', title: 'settings.log.max_mb', hint: 'settings.log.max_mb_hint' },
  'send.sms_fallback': { at: 'sending', title: 'settings.send.sms_fallback', hint: 'settings.send.sms_fallback_hint' },
  'send.ui_scripting': { at: 'sending', title: 'settings.send.ui_scripting', hint: 'settings.send.ui_scripting_hint' },
  'send.confirm_timeout_s': {
    at: 'sending',
    title: 'settings.send.confirm_timeout_s',
    hint: 'settings.send.confirm_timeout_s_hint',
  },
  'send.per_minute': { at: 'sending', title: 'settings.send.per_minute', hint: 'settings.send.per_minute_hint' },
  'send.same_text_people': {
    at: 'sending',
    title: 'settings.send.same_text_people',
    hint: 'settings.send.same_text_people_hint',
  },
  'send.missed_after_min': {
    at: 'sending',
    title: 'settings.send.missed_after_min',
    hint: 'settings.send.missed_after_min_hint',
  },
  'send.notify_plugins': {
    at: 'sending',
    title: 'settings.send.notify_plugins',
    hint: 'settings.send.notify_plugins_hint',
  },
  'send.max_file_mb': { at: 'sending', title: 'settings.send.max_file_mb', hint: 'settings.send.max_file_mb_hint' },
  'compat.helper.kind': { at: 'sending', title: 'settings.helper.kind', hint: 'settings.helper.kind_hint' },
  'compat.helper.url': { at: 'sending', title: 'settings.helper.url', hint: 'settings.helper.url_hint' },
  'compat.helper.password': { at: 'sending', title: 'settings.helper.password', hint: 'settings.helper.password_hint' },
  'compat.helper.path': { at: 'sending', title: 'settings.helper.path', hint: 'settings.helper.path_hint' },
  'compat.helper.send_read_receipts': {
    at: 'sending',
    title: 'settings.helper.send_read_receipts',
    hint: 'settings.helper.send_read_receipts_hint',
  },
  'web.offline_alert_s': {
    at: 'web',
    title: 'settings.web.offline_alert_s',
    hint: 'settings.web.offline_alert_s_hint',
  },
  'web.host': { at: 'web', title: 'settings.web.host', hint: 'settings.web.host_hint' },
  'web.port': { at: 'web', title: 'settings.web.port', hint: 'settings.web.port_hint' },
  'web.allowed_hosts': { at: 'web', title: 'settings.web.allowed_hosts', hint: 'settings.web.allowed_hosts_hint' },
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
