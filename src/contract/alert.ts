/**
 * Declares an alert: something that keeps messages from being relayed or from reaching a hub, from when it is noticed until it
 * is repaired, or an API key that does something new, until its owner has looked.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'
import type { KeyMarkKind } from './key-activity.ts'

export const alertKinds = [
  'deliveries_failing',
  'plugin_stopped',
  'relay_stopped',
  'permission_lost',
  'mac_quiet',
  'disk_nearly_full',
  'key_hidden_person',
  'key_unusual_rate',
  'key_first_send',
  'reader_stopped',
  'mac_copied',
  'mac_behind',
  'mac_silent',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** The kinds of alerts about suspicious use of an API key. */
export const keyAlertKinds = {
  hidden_person: 'key_hidden_person',
  unusual_rate: 'key_unusual_rate',
  first_send: 'key_first_send',
} as const satisfies Record<KeyMarkKind, AlertKind>

/** Whether the relay itself is not as it should be. */
export const concernsRelay = ({ kind }: { kind: AlertKind }): boolean =>
  !Object.values<AlertKind>(keyAlertKinds).includes(kind)

/** Paths and queries of webhooks often hold a password, so that an alert names the host alone. */
export const AlertedWebhook = Type.Object({ id: Type.Integer({ minimum: 1 }), host: Type.String() })
export type AlertedWebhook = Static<typeof AlertedWebhook>

export const AlertedKey = Type.Object({ id: Type.String(), label: Type.String() })
export type AlertedKey = Static<typeof AlertedKey>

export const AlertedMac = Type.Object({ id: Type.String(), name: Type.String() })
export type AlertedMac = Static<typeof AlertedMac>

export const Alert = Type.Object({
  id: Type.String({ description: 'The same from when it is raised until it is cleared.' }),
  kind: OneOf(alertKinds),
  since: Timestamp(),
  plugin: Nullable(Type.String(), 'The name of the plugin that it concerns.'),
  webhook: Nullable(AlertedWebhook, 'The webhook of a BlueBubbles client that it concerns.'),
  key: Nullable(AlertedKey, 'The API key that it concerns. Such an alert stands until the owner has seen the mark.'),
  mac: Nullable(AlertedMac, 'On a hub: the Mac that it concerns.'),
  summary: Type.String({ description: 'What is so, in one or two sentences.' }),
  reason: Nullable(Type.String(), 'Of a delivery: the error of the last attempt.'),
  queued: Nullable(Type.Integer({ minimum: 0 }), 'Deliveries that wait for the plugin or the webhook.'),
  next_attempt_at: Nullable(Timestamp(), 'When the next delivery is tried, where that is known.'),
})
export type Alert = Static<typeof Alert>

export const Alerts = Type.Object({ alerts: Type.Array(Alert, { description: 'The gravest first.' }) })

/** Events of the stream that are not of the journal: they have no id and are not repeated. */
export const AlertEvent = Type.Object({
  type: OneOf(['alert_raised', 'alert_cleared']),
  alert: Alert,
})
export type AlertEvent = Static<typeof AlertEvent>
