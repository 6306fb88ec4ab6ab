/** Declares the report on every part of the service or of a hub, in rows that contain no handle and no key. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'
import { LogEntry } from './log-entry.ts'
import { foundFields } from './setup.ts'
import { grantedNames, panes, processes } from './setup-names.ts'

const healthNames = [
  'web',
  'bridge',
  'messages',
  'newest_row',
  'cursor_lag',
  'search',
  'waiting',
  'dead',
  'unsent',
  ...grantedNames,
  'plugins',
  'password',
  'disk',
  'log_size',
  'errors',
  'restart',
  'postgres',
  'nats',
  'reader',
  'mac',
  'alerts',
] as const
export type HealthName = (typeof healthNames)[number]

/** `neutral`: neither good nor bad. */
const healthStates = ['ok', 'warning', 'failing', 'unknown', 'neutral'] as const
export type HealthState = (typeof healthStates)[number]

const Fix = Type.Union([
  Type.Object({ by: Type.Literal('pane'), pane: OneOf(panes) }),
  Type.Object({ by: Type.Literal('restart'), process: OneOf(processes) }),
  Type.Object({ by: Type.Literal('command'), command: Type.String() }),
  Type.Object({ by: Type.Literal('page'), path: Type.String({ description: 'Of this origin' }) }),
])
export type Fix = Static<typeof Fix>

export const HealthRow = Type.Object({
  name: OneOf(healthNames),
  about: Nullable(
    Type.String(),
    'On a hub, where there are several of one name: the name of the Mac, the number of the partition.',
  ),
  state: OneOf(healthStates),
  value: Nullable(Type.Number()),
  unit: Nullable(OneOf(['seconds', 'bytes', 'count'])),
  message: Nullable(Type.String(), 'What is so, or what to do about it.'),
  ...foundFields,
  fix: Nullable(Fix),
})
export type HealthRow = Static<typeof HealthRow>

export const HealthReport = Type.Object({
  at: Timestamp(),
  release: Type.String(),
  build: Type.String(),
  node: Type.String(),
  os: Type.String(),
  macos: Nullable(Type.String()),
  features: Type.Array(Type.String(), { description: 'What the Messages database of this macOS has.' }),
  rows: Type.Array(HealthRow),
  beats: Type.Array(Nullable(Type.Number()), {
    description:
      'How old the last sign of life of the bridge was, in seconds; every five seconds, oldest first. Empty on a hub.',
  }),
  recent_errors: Type.Array(LogEntry, { description: 'For the scope `admin`; empty without it.' }),
})
export type HealthReport = Static<typeof HealthReport>
