/**
 * Opens the services that send: the ledger, the ways to Messages and its window, and the uploads that wait to be sent.
 */
import type { Services } from '../actions/services.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { OpenedResources } from '../domain/closing.ts'
import type { Programs } from '../mac/programs.ts'
import { openMessagesWindow } from '../messages-window/messages-window.ts'
import { SetHelper } from '../private-helper/private-helper.ts'
import { openSendLedger } from '../sending/ledger/open.ts'
import { openSendingOverMessages } from '../sending/open-sending.ts'
import { tryLock } from '../store/file-lock.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import type { Settings } from '../store/settings.ts'
import { openUploads, type Uploads } from '../store/uploads.ts'

interface SendingOptions {
  home: string
  dir: ServiceDir
  settings: Settings
  log: Logger
  programs: Programs
  history: Services['history']
  messages: Services['messages']
  nowMs(): number
  opened: OpenedResources
}

interface SendingServices extends Pick<Services, 'sending' | 'window' | 'helper'> {
  uploads: Uploads
}

export function openSendingServices(options: SendingOptions): SendingServices {
  const { home, dir, settings, log, programs, history, messages, nowMs, opened } = options
  const ledger = opened.use(
    openSendLedger({
      path: dir.echoLogFile,
      onQuarantine: ({ path }) => log.error(`echo_log.db was damaged; it lies at ${path}`),
    }),
  )
  const sending = opened.use(
    openSendingOverMessages({
      home,
      dir,
      ledger,
      settings,
      programs,
      log,
      nowMs,
      selfHandles: () => settings.current().self_handles,
    }),
  )
  const window = openMessagesWindow({
    programs,
    history,
    nowMs,
    features: messages.features,
    selfHandles: messages.selfHandles,
    isOn: () => settings.current().send.ui_scripting,
    tryLock: () => tryLock(dir.sendLockFile),
  })
  const helper = new SetHelper({ home, history, nowMs, compat: () => settings.current().compat })
  const uploads = openUploads({ folder: dir.uploadsDirOf('web'), needed: ledger.filesInUse })
  return { sending, window, helper, uploads }
}
