/** Groups the settings of the service within each section. */
import type { TextKey } from '../../../catalogue/texts.ts'

export interface Group {
  title: TextKey
  places: readonly string[]
}

export const groups = {
  general: [
    {
      title: 'settings.relaying',
      places: ['relay.poll_interval_s', 'relay.max_age_s', 'relay.attempts_per_message', 'relay.deliveries_kept_days'],
    },
    { title: 'settings.categories', places: ['categories.shown', 'categories.relayed'] },
    { title: 'settings.alerts', places: ['alerts.after_minutes', 'alerts.queued', 'alerts.notify_plugins'] },
    { title: 'settings.log', places: ['log.level', 'log.max_mb', 'relay.mirror_file'] },
  ],
  sending: [
    {
      title: 'settings.how',
      places: ['send.sms_fallback', 'send.ui_scripting', 'send.confirm_timeout_s', 'send.missed_after_min'],
    },
    { title: 'held.title', places: ['send.notify_plugins'] },
    { title: 'settings.limits', places: ['send.per_minute', 'send.same_text_people', 'send.max_file_mb'] },
    {
      title: 'settings.helper',
      places: [
        'compat.helper.kind',
        'compat.helper.url',
        'compat.helper.password',
        'compat.helper.path',
        'compat.helper.send_read_receipts',
      ],
    },
  ],
  web: [
    { title: 'settings.warnings', places: ['web.offline_alert_s'] },
    { title: 'settings.address', places: ['web.host', 'web.port', 'web.allowed_hosts'] },
    {
      title: 'settings.notifiers',
      places: ['compat.notifiers.enabled', 'compat.notifiers.any_recipient', 'compat.notifiers.recipients'],
    },
  ],
  apps: [{ title: 'apps.address', places: ['compat.bluebubbles.host', 'compat.bluebubbles.port'] }],
} as const satisfies Record<string, readonly Group[]>
