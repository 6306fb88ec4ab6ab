/** Declares what is in place on this Mac and what is left to set up, as the setup and `service doctor` show it. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from './fields.ts'
import { findingNames } from './findings.ts'
import { checkNames, checkStates, panes, processes, setupSteps } from './setup-names.ts'

/** The finding behind a `message`, so that clients can express it in another language. */
export const foundFields = {
  finding: Nullable(OneOf(findingNames), 'What the message says, by its name; null where it comes from elsewhere.'),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'What the message says it of.',
  }),
}

/** `permission`: granted by macOS; `agent`: started by launchd; `choice`: decided by a person; `state`: a fact. */
const checkKinds = ['permission', 'agent', 'choice', 'state'] as const

export const SetupCheck = Type.Object({
  name: OneOf(checkNames),
  kind: OneOf(checkKinds),
  state: OneOf(checkStates),
  ok: Type.Boolean({ description: 'The state is `granted`.' }),
  message: Type.String({ description: 'What is so, or what to do.' }),
  ...foundFields,
  process: Nullable(OneOf(processes), 'Which process it concerns, where it matters.'),
  why: Nullable(Type.String(), 'What it is needed for.'),
  without: Nullable(Type.String(), 'What does not work without it.'),
  steps: Type.Array(Type.String(), { description: 'How to grant it on this macOS.' }),
  pane: Nullable(OneOf(panes), 'Where in the settings of macOS.'),
  program: Nullable(Type.String(), 'What macOS has to allow it to.'),
  command: Nullable(Type.String(), 'What to type instead.'),
})
export type SetupCheck = Static<typeof SetupCheck>

export const SetupProgress = Type.Object({
  step: OneOf(setupSteps, 'Where setup was left.'),
  furthest: OneOf(setupSteps, 'The last step that was reached.'),
  exposure_seen: Type.Boolean({ description: 'Somebody has read what this service gives access to.' }),
  finished: Type.Boolean(),
})
export type SetupProgress = Static<typeof SetupProgress>
/** `furthest` follows from the steps. */
export const SetupProgressChange = Type.Partial(Type.Omit(SetupProgress, ['furthest']), {
  additionalProperties: false,
})
export type SetupProgressChange = Static<typeof SetupProgressChange>

export const SetupReport = Type.Object({
  mac: Type.Object({
    name: Type.String({ description: 'Host name' }),
    macos: Nullable(Type.String(), 'Version of macOS'),
    program: Type.String({ description: 'What runs this service: macOS gives its permissions to it.' }),
    node: Type.String(),
    is_here: Type.Boolean({ description: 'Whether whoever asks sits at this Mac, as far as can be told.' }),
  }),
  self_handles: Type.Array(Type.String(), { description: 'Numbers and addresses that Messages is signed in with.' }),
  bound: Type.Object({ host: Type.String(), port: Type.Integer() }),
  checks: Type.Array(SetupCheck),
  progress: SetupProgress,
})
export type SetupReport = Static<typeof SetupReport>

export const ProcessRestart = Type.Object({ process: OneOf(processes), restarting: Type.Literal(true) })
export const Opened = Type.Object({ opened: Type.Literal(true) })
