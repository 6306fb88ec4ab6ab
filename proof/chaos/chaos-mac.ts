/**
 * Provides a simulated Mac to break: Messages can quit and start again over other files, and every sent row is
 * remembered.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMac } from '../../simulator/create.ts'
import { isCarried } from '../../simulator/live/presence.ts'
import { type Messages, openMessages } from '../../simulator/messages/open-messages.ts'
import { seededRandom } from '../../simulator/random.ts'
import { removeHome } from '../../simulator/remove-home.ts'
import { until } from '../../test/harness/until.ts'
import { sentRows } from '../../test/sending/rows.ts'
import { clockOf, type SetClock } from './set-clock.ts'

export interface ChaosMac extends Disposable {
  readonly home: string
  readonly clock: SetClock
  /** Another object after `whileQuit`. */
  readonly messages: Messages
  /** Runs work during which nobody may write. */
  whileQuit(work: () => unknown): Promise<void>
  /** The text of every message that was sent, including those that an older copy of chat.db lacks. */
  wentOut(): (string | null)[]
}

export function chaosMac(): ChaosMac {
  const home = mkdtempSync(join(tmpdir(), 'chaos-'))
  createMac(home, { messages: 200, chats: 12 })
  const clock = clockOf(home)
  const random = seededRandom('chaos')
  const open = () => openMessages(home, { random })
  const sent = new Map<string, string | null>()
  const lookAtSent = () => {
    for (const { guid, text } of sentRows(home)) sent.set(guid, text)
  }
  let messages = open()
  return {
    home,
    clock,
    get messages() {
      return messages
    },
    async whileQuit(work) {
      await until(() => !isCarried(home), { describe: () => 'what is under way to have left' })
      lookAtSent()
      messages.close()
      await work()
      messages = open()
      const { quick_check: health } = messages.db.prepare('PRAGMA quick_check(1)').get() ?? {}
      if (health !== 'ok') throw new Error(`The simulated Mac itself was damaged: ${health}`)
    },
    wentOut() {
      lookAtSent()
      return [...sent.values()]
    },
    [Symbol.dispose]() {
      messages.close()
      clock.tidy()
      removeHome(home)
    },
  }
}
