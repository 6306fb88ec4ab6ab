/** Waits until chat.db shows a change that Messages was told to make, since only its row proves that it was made. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Message } from '../contract/message.ts'
import { ServiceError } from '../domain/service-error.ts'
import { type Change, isMade } from './change.ts'
import type { Timings, WindowOptions } from './deps.ts'

interface Awaited {
  history: Pick<WindowOptions['history'], 'placed'>
  timings: Pick<Timings, 'shownWithin' | 'checkAgain'>
  rowid: number
  change: Change
}

/** Throws `send_uncertain` where chat.db does not show the change in time. */
export async function waitUntilShown({ history, timings, rowid, change }: Awaited): Promise<Message> {
  for (let waited = 0; ; waited += timings.checkAgain) {
    const [placed] = history.placed([rowid])
    if (placed && isMade(change, placed.message)) return placed.message
    if (waited >= timings.shownWithin) break
    await pause(timings.checkAgain)
  }
  throw new ServiceError('send_uncertain', 'Messages was told to, but its database does not show it.', { rowid })
}
