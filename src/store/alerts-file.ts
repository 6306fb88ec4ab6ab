/**
 * Keeps state/alerts.json, the alerts that the bridge has raised, and state/alerts_told.json, those that the web process
 * has told its readers of. Both outlast a restart, so that each alert is raised and cleared once.
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Alert, AlertedKey, AlertedMac, AlertedWebhook, alertKinds } from '../contract/alert.ts'
import { OneOf } from '../contract/fields.ts'
import { writeAtomically } from './atomic-file.ts'
import { readOwned } from './owned-file.ts'

/** An earlier version wrote none. */
const Webhook = Type.Union([AlertedWebhook, Type.Null()], { default: null })

const Raised = Type.Object({
  id: Type.String(),
  kind: OneOf(alertKinds),
  plugin: Type.Union([Type.String(), Type.Null()]),
  webhook: Webhook,
  key: Type.Optional(AlertedKey),
  mac: Type.Optional(AlertedMac),
  sinceMs: Type.Number(),
  reason: Type.Union([Type.String(), Type.Null()]),
})

const RaisedAlerts = Type.Object({
  raised: Type.Array(Raised),
  /** Unix milliseconds since when this Mac has been awake with a bridge; a silence counts from then. */
  awakeSinceMs: Type.Union([Type.Number(), Type.Null()]),
})
export type RaisedAlerts = Static<typeof RaisedAlerts>

/** Leaves out the formats of the API, which only its own check knows. */
const Told = Type.Object({
  ...Alert.properties,
  webhook: Webhook,
  key: Type.Union([AlertedKey, Type.Null()], { default: null }),
  mac: Type.Union([AlertedMac, Type.Null()], { default: null }),
  since: Type.String(),
  next_attempt_at: Type.Union([Type.String(), Type.Null()]),
})
const ToldAlerts = Type.Object({ told: Type.Array(Told) })

interface AlertsFile<T> {
  /** A missing or damaged file is an empty one. */
  read(): T
  /** Throws when the file cannot be written. */
  write(content: T): void
}

export const raisedAlerts = (path: string): AlertsFile<RaisedAlerts> =>
  fileOf(path, RaisedAlerts, { raised: [], awakeSinceMs: null })

export const toldAlerts = (path: string): AlertsFile<Static<typeof ToldAlerts>> =>
  fileOf(path, ToldAlerts, { told: [] })

const fileOf = <S extends TSchema>(path: string, schema: S, empty: Static<S>): AlertsFile<Static<S>> => ({
  read() {
    try {
      const content: unknown = Value.Default(schema, JSON.parse(String(readOwned(path))))
      return Value.Check(schema, content) ? content : empty
    } catch {
      return empty
    }
  },
  write: (content) => writeAtomically(path, `${JSON.stringify(content)}\n`),
})
