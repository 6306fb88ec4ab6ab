/**
 * The stage of a scenario: a simulated Mac whose Messages can be closed and opened, somebody who writes, and a log of
 * expectations.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Mac, openMac } from '../mac.ts'
import type { Self } from '../manifest.ts'
import type { Messages } from '../messages/open-messages.ts'
import type { Incoming } from '../messages/receive.ts'
import type { Written } from '../messages/writer.ts'
import type { MacosVersion } from '../schema/macos-version.ts'

/**
 * The action of a relay with everybody in scope: it hands the row to its integrations, keeps it as history without
 * handing it on, makes a typed event of it, or does nothing.
 */
export type Expectation = 'relay' | 'history' | 'event' | 'nothing'

export interface Step {
  readonly did: string
  readonly expect: Expectation
  readonly rowid?: number
  readonly guid?: string
  readonly chatGuid?: string
}

export interface StageOptions {
  /** The duration of an outage: a lock, a lost permission, a missing database. */
  readonly outageMs?: number
  /** The address of a webhook's receiver. */
  readonly receiverPort?: number
  /** The number of rows of a flood or a burst. */
  readonly rows?: number
  readonly pause?: (ms: number) => Promise<unknown>
  /** The clock of the Mac, in Unix milliseconds. */
  readonly now?: () => number
  readonly onStep?: (step: Step) => void
}

export interface Stage {
  readonly home: string
  readonly macos: MacosVersion
  readonly self: Self
  readonly outageMs: number
  readonly rows: number | undefined
  readonly receiverPort: number
  /** The person who writes in the scenario. */
  readonly friend: string
  /** Returns another object after `whileClosed`. */
  messages(): Messages
  group(): string
  nowMs(): number
  pause(ms: number): Promise<unknown>
  expect(expect: Expectation, did: string, written?: Written): void
  /** Receives a message that a relay hands on, from the friend by default. */
  hear(text: string, incoming?: Partial<Incoming>): Written
  /** Runs work while Messages and its helpers have quit. */
  whileClosed(work: () => unknown): Promise<void>
}

export interface Scenario {
  readonly description: string
  readonly play: (stage: Stage) => void | Promise<void>
}

const DEFAULT_OUTAGE_MS = 6000
const DEFAULT_RECEIVER_PORT = 8787

/** Plays a scenario on the Mac in a folder, and resolves with its steps. */
export async function play(home: string, scenario: Scenario, options: StageOptions = {}): Promise<readonly Step[]> {
  const steps: Step[] = []
  const open = () => openMac(home, options.now && { now: options.now })
  let mac = open()
  const reopen = () => {
    mac = open()
  }
  const stage = stageOn(() => mac, reopen, {
    ...options,
    onStep(step) {
      steps.push(step)
      options.onStep?.(step)
    },
  })
  try {
    await scenario.play(stage)
  } finally {
    mac.close()
  }
  return steps
}

function stageOn(mac: () => Mac, reopen: () => void, options: StageOptions): Stage {
  const { home, macos, self } = mac()
  const messages = () => mac().messages
  const friend = aFriend(messages(), self)
  const stage: Stage = {
    home,
    macos,
    self,
    outageMs: options.outageMs ?? DEFAULT_OUTAGE_MS,
    rows: options.rows,
    receiverPort: options.receiverPort ?? DEFAULT_RECEIVER_PORT,
    friend,
    messages,
    group: () => aGroup(messages(), friend),
    nowMs: options.now ?? Date.now,
    pause: options.pause ?? pause,
    expect(expect, did, written) {
      const { rowid, guid, chatGuid } = written ?? {}
      options.onStep?.({ did, expect, rowid, guid, chatGuid })
    },
    hear(text, incoming) {
      const written = messages().receive({ from: friend, text, ...incoming })
      stage.expect('relay', text, written)
      return written
    },
    async whileClosed(work) {
      mac().close()
      try {
        await work()
      } finally {
        reopen()
      }
    },
  }
  return stage
}

const NEWCOMER = '+12025550123'
const SECOND_NEWCOMER = '+12025550124'
const DIRECT_STYLE = 45
const GROUP_STYLE = 43

/** Returns somebody the simulated owner already talks to, or a newcomer on an empty Mac. */
function aFriend({ db }: Messages, self: Self): string {
  // A scenario drops the column, and others may be played on the same Mac afterwards.
  const isFiled = db.prepare("SELECT 1 FROM pragma_table_info('chat') WHERE name = 'is_filtered'").get() !== undefined
  const found = db
    .prepare(
      `SELECT chat_identifier AS address FROM chat
       WHERE style = ? ${isFiled ? 'AND is_filtered = 0' : ''} AND chat_identifier NOT IN (?, ?) AND chat_identifier LIKE '+%'
       ORDER BY (SELECT max(message_date) FROM chat_message_join WHERE chat_id = chat.ROWID) DESC LIMIT 1`,
    )
    .get(DIRECT_STYLE, self.phone, self.email)
  return found === undefined ? NEWCOMER : String(found.address)
}

/** Returns the guid of a group in which the friend writes. */
function aGroup(messages: Messages, friend: string): string {
  const found = messages.db
    .prepare('SELECT guid FROM chat WHERE style = ? ORDER BY ROWID DESC LIMIT 1')
    .get(GROUP_STYLE)
  if (found !== undefined) return String(found.guid)
  return messages.createGroup({ members: [friend, SECOND_NEWCOMER], name: 'Hikers' }).guid
}
