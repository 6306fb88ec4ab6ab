/** Simulates the window of Messages for tests; its stand-in osascript runs as the real one does. */
import { delimiter } from 'node:path'
import { readContacts } from '../mac/contacts.ts'
import { openHistory } from '../mac/history/open-history.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { openMessages } from '../mac/open-messages.ts'
import { findPrograms } from '../mac/programs.ts'
import type { WindowOptions } from './deps.ts'
import { openMessagesWindow } from './messages-window.ts'

interface Mac {
  home: string
  bin: string
}

export function windowOf(mac: Mac, onTestFinished: (clean: () => void) => void, options: Partial<WindowOptions> = {}) {
  const history = openHistory({
    home: mac.home,
    contacts: readContacts(messagesPaths(mac.home).addressBook),
    readMarks: () => [],
  })
  const messages = openMessages(mac.home)
  onTestFinished(() => {
    history.close()
    messages.close()
  })
  return openMessagesWindow({
    programs: findPrograms([mac.bin].join(delimiter)),
    history,
    features: messages.features,
    selfHandles: messages.selfHandles,
    isOn: () => true,
    tryLock: () => ({ release: () => undefined }),
    timings: { shownWithin: 200, permissionHolds: 0 },
    ...options,
  })
}
