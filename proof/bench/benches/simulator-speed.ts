/** Measures how fast a simulated Mac is made. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMac } from '../../../simulator/create.ts'
import type { Figure } from '../figure.ts'

const messages = 100_000

export function simulatorSpeed(): Figure[] {
  const home = mkdtempSync(join(tmpdir(), 'bench-mac-'))
  try {
    const { messagesPerSecond } = createMac(home, { messages, chats: 100 })
    return [
      { work: `a simulated Mac of ${messages} messages`, measured: messagesPerSecond, unit: '/s', target: 20_000 },
    ]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
