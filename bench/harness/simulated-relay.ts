/** A bridge over a simulated Mac of a given size, with a webhook that answers at once. */
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
}

interface Size {
  messages: number
  chats?: number
}

/** Making a large one takes a while, so that several measurements share it. */
export function simulatedHome({
  messages,
  chats = Math.min(600, Math.max(40, messages / 1_000)),
}: Size): SimulatedHome {
  const home = mkdtempSync(join(tmpdir(), 'bench-mac-'))
  createMac(home, { messages, chats })
  const mac = openMac(home)
  return {
    home,
    mac,
    [Symbol.dispose]() {
      mac.close()
      rmSync(home, { recursive: true, force: true })
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
