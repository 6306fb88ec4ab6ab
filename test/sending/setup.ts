/**
 * Opens sending over a simulated Mac as a process does: the real ledger, the real chat.db reader and the stand-in for
 * osascript.
 */
import { join } from 'node:path'
import type { MacOptions } from '../../simulator/create.ts'
import { type TemporaryMac, temporaryMac } from '../../simulator/temporary-mac.ts'
import type { Config } from '../../src/contract/config.ts'
import type { Logger } from '../../src/contract/log-entry.ts'
import { messagesPaths } from '../../src/mac/messages-paths.ts'
import { findPrograms } from '../../src/mac/programs.ts'
import type { SendingDeps } from '../../src/sending/deps.ts'
import type { SendLedger } from '../../src/sending/ledger/ledger.ts'
import { openSendLedger } from '../../src/sending/ledger/open.ts'
import { type MessagesApp, openMessagesApp } from '../../src/sending/messages/messages-app.ts'
import { openOutgoing } from '../../src/sending/messages/outgoing.ts'
import { stageFiles } from '../../src/sending/messages/staged-files.ts'
import { openSending } from '../../src/sending/open-sending.ts'
import type { Sending, SendOrder } from '../../src/sending/sending.ts'
import { prepareServiceDir, type ServiceDir } from '../../src/store/service-dir.ts'
import { dirOf } from '../harness/bridge-process.ts'

export interface SendingHere {
  sending: Sending
  ledger: SendLedger
  logged: string[]
  /** Counts the runs of scripts that send. */
  runs(): number
  /** Closes as a process does that ends normally. */
  close(): Promise<void>
}

export interface SendingOptions {
  settings?: Partial<Config['send']>
  timings?: SendingDeps['timings']
  /** The time after which a script is killed. */
  deadlineMs?: number
  /** The time that Messages may take to open. */
  launchMs?: number
  /** Changes the parts before sending is opened over them. */
  wrap?(parts: SendingDeps): SendingDeps
}

const settings: Config['send'] = {
  per_minute: 100_000,
  confirm_timeout_s: 20,
  sms_fallback: true,
  max_file_mb: 100,
  same_text_people: 100_000,
  missed_after_min: 10,
  notify_plugins: [],
  ui_scripting: false,
}

export function sendingAt(home: string, options: SendingOptions = {}): SendingHere {
  const dir = dirOf(home)
  prepareServiceDir(dir)
  const logged: string[] = []
  const ledger = openSendLedger({ path: dir.echoLogFile, onQuarantine: (file) => logged.push(`set aside ${file}`) })
  const outgoing = openOutgoing({ home, selfHandles: () => [] })
  const { deadlineMs = 15_000, launchMs = 400 } = options
  const parts: SendingDeps = {
    ledger,
    outgoing,
    app: openMessagesApp({ programs: findPrograms(join(home, 'bin')), deadlineMs, launchMs }),
    staging: stageFiles({ home }),
    settings: () => ({ ...settings, ...options.settings }),
    lockFile: join(dir.stateDir, 'send.lock'),
    ledgerFile: dir.echoLogFile,
    messagesFolder: messagesPaths(home).folder,
    log: loggerInto(logged),
    timings: { scriptDeadline: deadlineMs, ...options.timings },
  }
  let runs = 0
  const { send } = parts.app
  const app: MessagesApp = {
    ...parts.app,
    send: (...given) => {
      runs++
      return send(...given)
    },
  }
  const sending = openSending(options.wrap?.({ ...parts, app }) ?? { ...parts, app })
  return {
    sending,
    ledger,
    logged,
    runs: () => runs,
    async close() {
      await sending.stop()
      ledger.close()
      outgoing.close()
    },
  }
}

function loggerInto(lines: string[]): Logger {
  const at = (level: string) => (msg: string) => void lines.push(`${level} ${msg}`)
  const log: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), as: () => log }
  return log
}

export interface SendingSetup extends SendingHere, AsyncDisposable {
  mac: TemporaryMac
  dir: ServiceDir
}

export function sendingSetup({
  mac: macOptions,
  ...options
}: SendingOptions & { mac?: MacOptions } = {}): SendingSetup {
  const mac = temporaryMac(macOptions)
  const here = sendingAt(mac.home, options)
  return {
    ...here,
    mac,
    dir: dirOf(mac.home),
    async [Symbol.asyncDispose]() {
      await here.close()
      mac.close()
    },
  }
}

export const anna = '+12025550123'
export const ben = '+12025550145'

export const textTo = (handle: string, text: string, more: Partial<SendOrder> = {}): SendOrder => ({
  to: { handle },
  text,
  by: 'owner',
  ...more,
})
