/** Opens sending over the Messages of this Mac and the ledger of this service; both processes do it this way. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Logger } from '../contract/log-entry.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import type { Programs } from '../mac/programs.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import type { Settings } from '../store/settings.ts'
import type { SendLedger } from './ledger/ledger.ts'
import { openMessagesApp } from './messages/messages-app.ts'
import { openOutgoing } from './messages/outgoing.ts'
import { stageFiles } from './messages/staged-files.ts'
import { openSending } from './open-sending.ts'
import type { Sending } from './sending.ts'

interface OverMessages {
  home: string
  dir: ServiceDir
  ledger: SendLedger
  settings: Settings
  programs: Programs
  log: Logger
  selfHandles(): readonly string[]
  nowMs(): number
  onCrash?(error: unknown): void
}

export function openSendingOverMessages({
  home,
  dir,
  programs,
  settings,
  selfHandles,
  ...parts
}: OverMessages): Sending {
  const outgoing = openOutgoing({ home, selfHandles })
  const sending = openSending({
    ...parts,
    outgoing,
    app: openMessagesApp({ programs }),
    staging: stageFiles({ home }),
    settings: () => settings.current().send,
    lockFile: dir.sendLockFile,
    ledgerFile: dir.echoLogFile,
    messagesFolder: messagesPaths(home).folder,
  })
  return {
    ...sending,
    async stop() {
      await sending.stop()
      // Gives the waiters a chance to read the ledger once more.
      await yieldToOthers()
      outgoing.close()
    },
  }
}
