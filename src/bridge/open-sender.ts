/** Sending as the bridge opens it: rules send through it, and it works the queue while the web process is away. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { messagesPaths } from '../mac/messages-paths.ts'
import { findPrograms } from '../mac/programs.ts'
import { openMessagesApp } from '../mac/sending/messages-app.ts'
import { openOutgoing } from '../mac/sending/outgoing.ts'
import { stageFiles } from '../mac/sending/staged-files.ts'
import type { Clock } from '../plugins/clock.ts'
import { openSending } from '../sending/open-sending.ts'
import type { Sending } from '../sending/sending.ts'
import type { BridgeStore } from './open-store.ts'

interface SenderParts {
  home: string
  store: Pick<BridgeStore, 'dir' | 'ledger' | 'settings' | 'log'>
  /** Where programs of the system are looked for. */
  path: string
  clock: Clock
  selfHandles(): readonly string[]
  onCrash(error: unknown): void
}

export function openSender({ home, store, path, clock, selfHandles, onCrash }: SenderParts): Sending {
  const { dir, ledger, settings, log } = store
  const outgoing = openOutgoing({ home, selfHandles })
  const sending = openSending({
    ...{ ledger, outgoing, log, onCrash },
    app: openMessagesApp({ programs: findPrograms(path) }),
    staging: stageFiles({ home }),
    settings: () => settings.current().send,
    lockFile: dir.sendLockFile,
    ledgerFile: dir.echoLogFile,
    messagesFolder: messagesPaths(home).folder,
    nowMs: clock.nowMs,
  })
  return {
    ...sending,
    async stop() {
      await sending.stop()
      // Whoever waited for an answer looks into the ledger once more.
      await yieldToOthers()
      outgoing.close()
    },
  }
}
