/** Provides simulated Macs of a given size, and a bridge over one with a webhook that responds at once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMac } from '../../simulator/create.ts'
import { type Mac, openMac } from '../../simulator/mac.ts'
import { removeHome } from '../../simulator/remove-home.ts'
import { dirOf } from '../../test/harness/bridge-process.ts'
import { startReceiver } from '../../test/harness/receiver.ts'
import { World } from '../world.ts'

export interface SimulatedHome extends Disposable {
  home: string
  mac: Mac
  /** The number of messages at the beginning. */
  messages: number
}

interface Size {
  messages: number
  chats?: number
}

/** Making a large home takes a while, so several measurements share it. */
export function newHome({ messages, chats = Math.min(600, Math.max(40, messages / 1_000)) }: Size) {
  const home = mkdtempSync(join(tmpdir(), 'bench-mac-'))
  createMac(home, { messages, chats })
  if (messages > mostWithUnread) readEverything(home)
  return { home, [Symbol.dispose]: () => removeHome(home) }
}

/** Longer histories are so dense that the last day would contain more unread messages than anybody has ever had. */
const mostWithUnread = 1_000_000

function readEverything(home: string): void {
  const mac = openMac(home)
  try {
    const chats = mac.messages.db.prepare('SELECT guid FROM chat').all()
    mac.messages.transaction(() => {
      for (const { guid } of chats) mac.messages.markChatRead({ chat: String(guid) })
    })
  } finally {
    mac.close()
  }
}

/** Opens a home that another process made and will remove. */
export function openHome(home: string, messages: number): SimulatedHome {
  const mac = openMac(home)
  return { home, mac, messages, [Symbol.dispose]: () => mac.close() }
}

export function simulatedHome(size: Size): SimulatedHome {
  const made = newHome(size)
  const opened = openHome(made.home, size.messages)
  return {
    ...opened,
    [Symbol.dispose]() {
      opened[Symbol.dispose]()
      made[Symbol.dispose]()
    },
  }
}

/** The service begins without any files of its own. */
export async function measuredRelay({ home, mac }: SimulatedHome, through: readonly string[] = []): Promise<World> {
  rmSync(dirOf(home).base, { recursive: true, force: true })
  const world = new World(await startReceiver(), { mac, through })
  await world.startBridge()
  return world
}
