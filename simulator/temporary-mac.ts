// A simulated Mac for one test: empty unless asked otherwise, gone when disposed of.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMac, type MacOptions } from './create.ts'
import { type Mac, openMac } from './mac.ts'
import type { MessagesOptions } from './messages/open-messages.ts'
import { seededRandom } from './random.ts'

export interface TemporaryMac extends Mac, Disposable {}

export function temporaryMac(options: MacOptions & Pick<MessagesOptions, 'now'> = {}): TemporaryMac {
  const home = mkdtempSync(join(tmpdir(), 'mac-'))
  const { now, ...created } = options
  createMac(home, { messages: 0, chats: 0, ...created })
  const mac = openMac(home, { random: seededRandom('temporary'), ...(now && { now }) })
  const close = (): void => {
    mac.close()
    rmSync(home, { recursive: true, force: true })
  }
  return { ...mac, close, [Symbol.dispose]: close }
}
