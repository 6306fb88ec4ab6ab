/** Starts a bridge over a simulated Mac of a given size, with a webhook that responds at once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMac } from '../../simulator/create.ts'
import { type Mac, openMac } from '../../simulator/mac.ts'
import { type BridgeProcess, configure, dirOf, startBridge, toWebhook } from '../../test/harness/bridge-process.ts'
import { type Receiver, startReceiver } from '../../test/harness/receiver.ts'

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
  return { home, [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }) }
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

export interface MeasuredRelay extends AsyncDisposable {
  mac: Mac
  receiver: Receiver
  bridge: BridgeProcess
  journalFile: string
}

interface RelayOptions {
  through?: readonly string[]
  config?: Record<string, unknown>
  /** Runs before the bridge starts. */
  prepare?: () => void
}

export async function measuredRelay({ home, mac }: SimulatedHome, options: RelayOptions = {}): Promise<MeasuredRelay> {
  const receiver = await startReceiver()
  rmSync(dirOf(home).base, { recursive: true, force: true })
  configure(home, { ...toWebhook(receiver.url), ...options.config })
  options.prepare?.()
  const bridge = startBridge({ home, ...(options.through && { through: options.through }) })
  await bridge.polling()
  return {
    mac,
    receiver,
    bridge,
    journalFile: dirOf(home).journalFile,
    async [Symbol.asyncDispose]() {
      await bridge.stop()
      await receiver[Symbol.asyncDispose]()
    },
  }
}
