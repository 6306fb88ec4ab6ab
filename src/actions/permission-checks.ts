/** Checks what macOS permits this service by trying it: reading Messages and Contacts, and controlling Messages. */
import { type Finding, found, foundBy, told } from '../contract/findings.ts'
import type { SetupCheck } from '../contract/setup.ts'
import type { CheckName, CheckState } from '../contract/setup-names.ts'
import { hasNewSignature, isRecognised } from '../domain/granted-program.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Automation } from '../sending/messages/automation.ts'
import type { ContactsState } from '../store/bridge-status.ts'
import { isAlive } from '../store/heartbeat.ts'
import type { Grant } from '../store/setup-note.ts'
import { type CheckResult, checkOf } from './check.ts'
import { contactsTrouble } from './mac-trouble.ts'
import { presentProgram, programNow } from './present-program.ts'
import type { Services } from './services.ts'

export async function permissionChecks(services: Services): Promise<SetupCheck[]> {
  const [macos, automation] = await Promise.all([services.mac.macos(), services.mac.automation.ask()])
  const check = (name: CheckName, found: CheckResult) => checkOf({ name, kind: 'permission', macos }, found)
  return [
    check('full_disk_access', ofMessages(services)),
    ...bridgeChecks(services, macos),
    check('automation', { process: 'web', pane: 'automation', program: process.execPath, ...ofAutomation[automation] }),
    check('contacts', ofContacts(services)),
    ...(services.settings.current().send.ui_scripting ? [check('accessibility', await ofWindow(services))] : []),
  ]
}

/** Checks by what the bridge recorded about itself. */
export function bridgeChecks(signs: Signs, macos: string | null): SetupCheck[] {
  const check = (name: CheckName, found: CheckResult) => checkOf({ name, kind: 'permission', macos }, found)
  const contacts = bridgeContacts(signs).map((found) => check('contacts_bridge', found))
  return [check('full_disk_access_bridge', ofBridge(signs)), ...contacts]
}

interface Signs extends Pick<Services, 'nowMs'> {
  bridge: Pick<Services['bridge'], 'lastHeartbeatS' | 'status'>
}

function ofMessages({ messages, setup, mac, nowMs }: Services): CheckResult {
  const place = { process: 'web', pane: 'full_disk_access', program: process.execPath } as const
  const present = presentProgram(nowMs(), mac.identity.requirement)
  const before = setup.granted()
  try {
    messages.features()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code !== 'messages_unreadable') return { ...place, state: 'unknown', ...foundBy(error) }
    const isReplaced = before !== null && !isSame(before, present) && !isRecognised(before, present)
    return { ...place, state: 'missing', ...(isReplaced ? replaced(before, present) : foundBy(error)) }
  }
  if (before === null || !isSame(before, present)) setup.grant(present)
  const isUpgraded = present.requirement === undefined && programNow(process.execPath)?.inode !== present.inode
  return { ...place, state: 'granted', ...found(isUpgraded ? 'node_upgraded' : 'messages_readable') }
}

const isSame = (one: Grant, other: Grant): boolean =>
  one.program === other.program &&
  one.inode === other.inode &&
  one.node === other.node &&
  one.requirement === other.requirement

const replaced = (before: Grant, now: Grant): Finding =>
  hasNewSignature(before, now.requirement)
    ? found('identity_renewed', { at: before.at, program: now.program })
    : found('node_replaced', {
        before: before.node,
        program_before: before.program,
        now: now.node,
        program: now.program,
      })

function ofBridge({ bridge, nowMs }: Signs): CheckResult {
  const status = bridge.status()
  const place = placeOfBridge(status)
  if (!isAlive(bridge.lastHeartbeatS(), nowMs())) return { ...place, state: 'unknown', ...found('bridge_untold') }
  if (status?.state !== 'unreadable') return { ...place, state: 'granted', ...found('bridge_reads') }
  return {
    ...place,
    state: 'missing',
    ...found('bridge_unreadable', { reason: status.reason ?? 'no reason is known.' }),
  }
}

type Status = ReturnType<Services['bridge']['status']>

const placeOfBridge = (status: Status) =>
  ({ process: 'bridge', pane: 'full_disk_access', program: status?.program ?? process.execPath }) as const

/** Reports nothing for a bridge that does not run, since another check already reports that. */
function bridgeContacts({ bridge, nowMs }: Signs): CheckResult[] {
  const status = bridge.status()
  if (status === undefined || !isAlive(bridge.lastHeartbeatS(), nowMs())) return []
  const place = placeOfBridge(status)
  const { contacts } = status
  if (contacts === undefined) return [{ ...place, state: 'unknown', ...found('bridge_old') }]
  return [{ ...place, state: stateOfContacts[contacts], ...found(`contacts_${contacts}`, { program: place.program }) }]
}

const stateOfContacts: Record<ContactsState, CheckState> = {
  readable: 'granted',
  denied: 'missing',
  absent: 'unknown',
  unreadable: 'unknown',
}

const ofAutomation: Record<Automation, CheckResult> = {
  granted: { state: 'granted', ...found('automation_granted') },
  denied: { state: 'missing', ...found('automation_denied') },
  checking: { state: 'checking', ...found('automation_checking') },
  unanswered: { state: 'checking', ...found('automation_unanswered') },
  not_running: { state: 'unknown', ...found('automation_not_running') },
  no_osascript: { state: 'unknown', ...found('automation_no_osascript') },
}

function ofContacts({ contacts }: Services): CheckResult {
  const place = { process: 'web', pane: 'full_disk_access', program: process.execPath } as const
  contacts.refreshIfChanged()
  const state = stateOfContacts[contacts.problems()[0]?.kind ?? 'readable']
  return { ...place, state, ...(contactsTrouble(contacts) ?? found('contacts_readable')) }
}

async function ofWindow({ window }: Services): Promise<CheckResult> {
  const place = { pane: 'accessibility', program: process.execPath } as const
  const trouble = await window.trouble('send_tapbacks')
  if (trouble === null) return { ...place, state: 'granted', ...found('window_operable') }
  return { ...place, state: 'missing', ...told(trouble) }
}
