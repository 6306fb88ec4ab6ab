/**
 * Messages as scripts see it on a simulated Mac: reads its chats from chat.db, sends into it, and fails according to
 * the faults.
 */
import { existsSync } from 'node:fs'
import { manifestPath, readManifest } from '../manifest.ts'
import { type Messages, openMessages } from '../messages/open-messages.ts'
import { clearFault, hasFault, isTakenForPerson, strike } from './faults.ts'
import { macosOf } from './macos.ts'
import type { Chat, MessagesApp, Service } from './messages-app.ts'
import { FIRST_WITH_RCS, knowsRcs } from './messages-dictionary.ts'
import { appleErrors } from './osascript/apple-error.ts'
import { sendAsTold } from './outcome.ts'
import { simulatedWindow } from './window/simulated-window.ts'

/** A script that hangs outlives the process that started it, but not its Mac. */
const HANG_CHECK_MS = 100
const isThere = (home: string) => existsSync(manifestPath(home))

const askErrors = new Map([
  ['automation-denied', appleErrors.notAuthorized],
  ['not-running', appleErrors.notRunning],
  ['connection-invalid', appleErrors.connectionInvalid],
])

export function openMessagesApp(home: string): MessagesApp & { close(): void } {
  const messages = openMessages(home)
  const { self } = readManifest(home)
  const { major, messagesVersion } = macosOf(home)

  const app: MessagesApp = {
    version: messagesVersion,
    knowsRcs: () => knowsRcs(home),
    running: () => !hasFault(home, 'not-running'),
    launch: () => clearFault(home, 'not-running'),
    quit: () => undefined,
    admit() {
      const fault = strike(home, 'ask')?.name ?? ''
      while (fault === 'hangs' && isThere(home)) pause(HANG_CHECK_MS)
      const error = askErrors.get(fault)
      if (error !== undefined) throw error()
    },
    accounts: () => accountsOf(home, major),
    chat: (guid) =>
      isTakenForPerson(home, guid)
        ? { guid, name: null, participants: [guid.slice('any;-;'.length)] }
        : findChat(messages, nameInDatabase(home, guid)),
    chatGuids: () =>
      messages.db
        .prepare('SELECT guid FROM chat ORDER BY ROWID')
        .all()
        .map(({ guid }) => String(guid)),
    send(request) {
      app.admit()
      sendAsTold({ home, self, messages, app }, request)
    },
    pause,
    ...simulatedWindow({ home, macos: major, messages }),
  }
  return { ...app, close: () => messages.close() }
}

function accountsOf(home: string, major: number): readonly Service[] {
  if (hasFault(home, 'signed-out')) return []
  if (hasFault(home, 'no-sms-forwarding')) return ['iMessage']
  return major >= FIRST_WITH_RCS ? ['iMessage', 'SMS', 'RCS'] : ['iMessage', 'SMS']
}

/** Empty for a group whose name scripts do not know. */
function nameInDatabase(home: string, guid: string): string {
  const fault = (['groups-renamed', 'groups-as-imessage'] as const).find((name) => hasFault(home, name))
  if (fault === undefined) return guid
  if (guid.startsWith(groupNames[fault])) return guid.replace(groupNames[fault], 'any;+;chat')
  return guid.includes(';+;') ? '' : guid
}

/** The beginning of a group's name for scripts. */
const groupNames = { 'groups-renamed': 'any;-;chat', 'groups-as-imessage': 'iMessage;+;chat' } as const

/** Finds a chat by its exact guid: Messages knows no other spelling. */
function findChat({ db }: Messages, guid: string): Chat | undefined {
  const chat = db.prepare('SELECT ROWID AS rowid, display_name AS name FROM chat WHERE guid = ?').get(guid)
  if (chat === undefined) return undefined
  const handles = db
    .prepare('SELECT DISTINCT id FROM handle JOIN chat_handle_join ON handle_id = handle.ROWID WHERE chat_id = ?')
    .all(chat.rowid ?? null)
  return { guid, name: chat.name ? String(chat.name) : null, participants: handles.map(({ id }) => String(id)) }
}

/** Scripts do nothing else while they wait, so the whole process may sleep. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
