/**
 * The ways in which Messages fails and lies on demand, and the file in the simulated home that lists the active ones.
 */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrno } from '../../src/base/errors.ts'

/**
 * `on` is the point where a fault strikes: the start of a script, any call to Messages, its state, its dictionary, or a
 * send.
 */
export const faults = {
  'automation-denied': { on: 'ask', code: -1743, does: 'macOS refuses the Apple event: Automation was not granted' },
  'not-running': { on: 'ask', code: -600, does: 'Messages is not running; `open -a Messages` mends it' },
  'connection-invalid': { on: 'ask', code: -609, does: 'Messages went away in the middle of the conversation' },
  hangs: {
    on: 'ask',
    code: undefined,
    does: 'no answer at all, past every timeout: a permission prompt that nobody sees',
  },
  banner: { on: 'start', code: undefined, does: 'kilobytes of noise on both outputs before anything else' },
  'signed-out': { on: 'state', code: -1719, does: 'there is no account: Messages is signed out' },
  'no-sms-forwarding': {
    on: 'state',
    code: -1719,
    does: 'no iPhone forwards texts: there is no account for SMS or RCS',
  },
  'groups-renamed': {
    on: 'state',
    code: -1728,
    does: 'scripts know groups as `any;-;chat…`, whatever the database calls them',
  },
  'groups-as-imessage': {
    on: 'state',
    code: -1728,
    does: 'scripts know groups as `iMessage;+;chat…`, and take `any;-;chat…` for a person: a row without text or chat',
  },
  'no-rcs': { on: 'compile', code: -2741, does: 'the dictionary lacks RCS, so no script that names it compiles' },
  'script-error': { on: 'send', code: -2753, does: 'the send fails with “variable is not defined”' },
  'no-such-chat': { on: 'send', code: -1728, does: 'Messages has not loaded the chat' },
  'any-service': { on: 'send', code: -1700, does: 'the service cannot be made out' },
  'handler-failed': { on: 'send', code: -10000, does: 'the handler of the Apple event fails' },
  timeout: { on: 'send', code: -1712, does: 'no answer until the script times out; nothing is sent' },
  'timeout-sent': { on: 'send', code: -1712, does: 'no answer until the script times out, yet the message is sent' },
  'ghost-row': { on: 'send', code: undefined, does: 'success, and a row without text, chat or effect (macOS 26)' },
  'error-22': {
    on: 'send',
    code: undefined,
    does: 'success, and a row that ends with error 22: recipient unreachable',
  },
  'error-25': { on: 'send', code: undefined, does: 'success, and a row that ends with error 25: file unreadable' },
  'lands-late': {
    on: 'send',
    code: undefined,
    does: 'success, and the row appears later, after twelve seconds by default',
  },
  'delivered-late': {
    on: 'send',
    code: undefined,
    does: 'success, and the recipient gets the message after ninety seconds by default',
  },
  'placeholder-row': {
    on: 'send',
    code: undefined,
    does: 'success, and a row that holds the place of a file without any file',
  },
  'note-single': { on: 'send', code: undefined, does: 'success, and a message to oneself gets no second row' },
  'note-copy-late': {
    on: 'send',
    code: undefined,
    does: 'success, and the second row of a message to oneself appears later, after three seconds by default',
  },
  'lands-in-sms': { on: 'send', code: undefined, does: 'success, and the message goes out as SMS' },
  downgrades: {
    on: 'send',
    code: undefined,
    does: 'success, and a row with error 22, which Messages then sends as SMS by itself',
  },
  'accessibility-denied': {
    on: 'state',
    code: -25211,
    does: 'macOS shows scripts no window: Accessibility was not granted',
  },
  'no-window': { on: 'state', code: undefined, does: 'Messages shows no window: the screen is locked' },
  'draft-open': { on: 'state', code: undefined, does: 'half a sentence stands in the compose field of the window' },
  'wrong-conversation': { on: 'state', code: undefined, does: 'the window shows another conversation than asked for' },
  'window-moves-on': {
    on: 'state',
    code: undefined,
    does: 'between two scripts the owner opens another conversation',
  },
  'other-language': { on: 'state', code: undefined, does: 'Messages names its actions in German' },
  'field-resists': { on: 'state', code: undefined, does: 'the field of an edit does not take the text' },
  'action-ignored': { on: 'state', code: undefined, does: 'actions in the window succeed, and nothing happens at all' },
  'never-lands': { on: 'send', code: undefined, does: 'success, and nothing happens at all' },
} as const satisfies Record<
  string,
  { on: 'start' | 'ask' | 'state' | 'compile' | 'send'; code: number | undefined; does: string }
>

export type FaultName = keyof typeof faults
type FaultPoint = (typeof faults)[FaultName]['on']

export const faultNames = Object.keys(faults) as FaultName[]

export interface ActiveFault {
  readonly name: FaultName
  /** Remaining strikes; null means until it is cleared. */
  readonly times: number | null
  /** The delay of a late event. */
  readonly afterMs?: number
  /** Unix milliseconds when it ends automatically. */
  readonly untilMs?: number
}

const fileOf = (home: string) => join(home, '.simulator-faults.json')

export function activeFaults(home: string): readonly ActiveFault[] {
  try {
    const set = JSON.parse(readFileSync(fileOf(home), 'utf8')) as ActiveFault[]
    return set.filter(({ untilMs }) => untilMs === undefined || untilMs > Date.now())
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return []
    throw error
  }
}

/** Adds the fault, or replaces it if it is already active. */
export function setFault(home: string, fault: ActiveFault): void {
  write(home, [...activeFaults(home).filter(({ name }) => name !== fault.name), fault])
}

export function clearFault(home: string, name: FaultName): void {
  write(
    home,
    activeFaults(home).filter((fault) => fault.name !== name),
  )
}

/** Ends a fault at a later time, for an end that takes a moment. */
export function endFault(home: string, name: FaultName, untilMs: number): void {
  const active = activeFaults(home)
  if (active.some((fault) => fault.name === name))
    write(
      home,
      active.map((fault) => (fault.name === name ? { ...fault, untilMs } : fault)),
    )
}

export const clearFaults = (home: string): void => rmSync(fileOf(home), { force: true })

export const hasFault = (home: string, name: FaultName): boolean =>
  activeFaults(home).some((fault) => fault.name === name)

/**
 * Whether the identifier of a group after the mark of a person counts as a person, as on a Mac that knows groups as
 * iMessage chats.
 */
export const isTakenForPerson = (home: string, guid: string): boolean =>
  hasFault(home, 'groups-as-imessage') && guid.startsWith('any;-;chat')

/** Returns the oldest fault that strikes at this point, and uses up one of its strikes. */
export function strike(home: string, point: FaultPoint): ActiveFault | undefined {
  const all = activeFaults(home)
  const struck = all.find((fault) => faults[fault.name].on === point)
  if (struck === undefined || struck.times === null) return struck
  const rest = all.filter((fault) => fault !== struck)
  write(home, struck.times > 1 ? [{ ...struck, times: struck.times - 1 }, ...rest] : rest)
  return struck
}

function write(home: string, active: readonly ActiveFault[]): void {
  const temporary = `${fileOf(home)}.${process.pid}`
  writeFileSync(temporary, JSON.stringify(active, null, 2))
  renameSync(temporary, fileOf(home))
}
