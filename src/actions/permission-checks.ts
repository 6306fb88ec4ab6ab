/** What macOS permits this service, found by doing it: reading Messages and Contacts, and asking Messages a question. */
import { statSync } from 'node:fs'
import type { SetupCheck } from '../contract/setup.ts'
import type { CheckName } from '../contract/setup-names.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Automation } from '../mac/automation.ts'
import { isAlive } from '../store/heartbeat.ts'
import type { Grant } from '../store/setup-note.ts'
import { checkOf, type Found } from './check.ts'
import type { Doors } from './doors.ts'
import { contactsTrouble } from './mac-trouble.ts'

export async function permissionChecks(doors: Doors): Promise<SetupCheck[]> {
  const [macos, automation] = await Promise.all([doors.mac.macos(), doors.mac.automation.ask()])
  const check = (name: CheckName, found: Found) => checkOf({ name, kind: 'permission', macos }, found)
  return [
    check('full_disk_access', ofMessages(doors)),
    check('full_disk_access_bridge', ofBridge(doors)),
    check('automation', { process: 'web', pane: 'automation', program: process.execPath, ...ofAutomation[automation] }),
    check('contacts', ofContacts(doors)),
    ...(doors.settings.current().send.ui_scripting ? [check('accessibility', await ofWindow(doors))] : []),
  ]
}

function ofMessages({ messages, setup, nowMs }: Doors): Found {
  const place = { process: 'web', pane: 'full_disk_access', program: process.execPath } as const
  const present = presentProgram(nowMs())
  const before = setup.granted()
  try {
    messages.features()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code !== 'messages_unreadable') return { ...place, state: 'unknown', message: error.message }
    const isReplaced = before !== null && !isSame(before, present)
    return { ...place, state: 'missing', message: isReplaced ? replaced(before, present) : error.message }
  }
  if (before === null || !isSame(before, present)) setup.grant(present)
  return { ...place, state: 'granted', message: 'The Messages database can be read.' }
}

function presentProgram(nowMs: number): Grant {
  const { ino } = statSync(process.execPath)
  return { program: process.execPath, inode: ino, node: process.versions.node, at: new Date(nowMs).toISOString() }
}

const isSame = (one: Grant, other: Grant): boolean =>
  one.program === other.program && one.inode === other.inode && one.node === other.node

const replaced = (before: Grant, now: Grant): string =>
  `Node was replaced: ${before.node} at ${before.program} could read Messages, ${now.node} at ${now.program} cannot. macOS wants the grant again.`

function ofBridge({ bridge, nowMs }: Doors): Found {
  const status = bridge.status()
  const place = {
    process: 'bridge',
    pane: 'full_disk_access',
    program: status?.program ?? process.execPath,
  } as const
  if (!isAlive(bridge.lastBeatS(), nowMs()))
    return { ...place, state: 'unknown', message: 'The bridge does not run, so it cannot be told.' }
  if (status?.state !== 'unreadable')
    return { ...place, state: 'granted', message: 'The bridge reads the Messages database.' }
  return { ...place, state: 'missing', message: `The bridge cannot read Messages: ${status.reason ?? 'no reason'}.` }
}

const ofAutomation: Record<Automation, Found> = {
  granted: { state: 'granted', message: 'Messages may be asked to send.' },
  denied: { state: 'missing', message: 'macOS refuses it: Messages may not be asked to send.' },
  checking: { state: 'checking', message: 'Messages has not answered yet.' },
  unanswered: {
    state: 'checking',
    message: 'No answer yet: macOS may be asking on the screen of this Mac. Choose Allow there.',
  },
  not_running: { state: 'unknown', message: 'Messages is not running. Open it, and macOS can be asked.' },
  no_osascript: { state: 'unknown', message: 'osascript is not on this machine; it comes with macOS.' },
}

function ofContacts({ contacts }: Doors): Found {
  const place = { process: 'web', pane: 'full_disk_access', program: process.execPath } as const
  contacts.refreshIfChanged()
  const trouble = contactsTrouble(contacts)
  if (trouble === null)
    return { ...place, state: 'granted', message: 'Contacts can be read; people are shown by their names.' }
  const isDenied = contacts.problems()[0]?.kind === 'denied'
  return { ...place, state: isDenied ? 'missing' : 'unknown', message: trouble }
}

async function ofWindow({ window }: Doors): Promise<Found> {
  const place = { pane: 'accessibility', program: process.execPath } as const
  const trouble = await window.trouble('send_tapbacks')
  if (trouble === null) return { ...place, state: 'granted', message: 'The window of Messages can be operated.' }
  return { ...place, state: 'missing', message: trouble }
}
