/**
 * Explains what each permission and launch agent is for and how to grant it, in English: for API responses and the
 * page.
 */
import type { CheckName } from './setup-names.ts'

interface Words {
  why: string
  without: string
  /** `{program}` stands for the program that needs the permission. */
  steps: readonly string[]
  /** The steps on macOS 12, where they differ. */
  stepsOf12?: readonly string[]
}

const privacy = 'System Settings → Privacy & Security'
const privacyOf12 = 'System Preferences → Security & Privacy → Privacy'

const fullDiskAccess = {
  steps: [
    `Open ${privacy} → Full Disk Access.`,
    'Press + and confirm with your password or Touch ID.',
    'Press ⌘⇧G, paste the path of the program, and choose it.',
    'Turn it on. The change is noticed automatically.',
  ],
  stepsOf12: [
    `Open ${privacyOf12} → Full Disk Access.`,
    'Click the lock and give your password.',
    'Press +, then ⌘⇧G, paste the path of the program, and choose it.',
    'Tick it. The change is noticed automatically.',
  ],
}

const agentSteps = ['Open Terminal on this Mac.', 'Type the command below and press Return.']

export const setupWords = {
  full_disk_access: {
    why: 'Messages keeps everything in a database that macOS protects.',
    without: 'Nothing can be shown, searched or relayed.',
    ...fullDiskAccess,
  },
  full_disk_access_bridge: {
    why: 'The relay reads each new message there.',
    without: 'The page shows messages, but nothing is relayed.',
    ...fullDiskAccess,
  },
  automation: {
    why: 'Messages are sent through the Messages application.',
    without: 'Nothing can be sent. Reading and relaying still work.',
    steps: [
      'Leave Messages open: macOS asks once whether the program may control it. Choose Allow.',
      `If the answer was no before: switch Messages on below the program in ${privacy} → Automation.`,
    ],
    stepsOf12: [
      'Leave Messages open: macOS asks once whether the program may control it. Choose OK.',
      `If the answer was no before: tick Messages below the program in ${privacyOf12} → Automation.`,
    ],
  },
  contacts: {
    why: 'Names and pictures of people come from Contacts.',
    without: 'People are shown by number and address. Everything else works.',
    steps: ['Full Disk Access includes Contacts. Names appear once it is granted.'],
  },
  contacts_bridge: {
    why: 'Plugins receive the name in Contacts of whoever wrote.',
    without: 'Plugins and rules see numbers and addresses only.',
    steps: ['Full Disk Access includes Contacts. The relay gets names once it is granted.'],
  },
  accessibility: {
    why: 'Tapbacks, edits and unsends operate the Messages window.',
    without: 'Tapbacks, edits and unsends aren’t available. Everything else works.',
    steps: [`Open ${privacy} → Accessibility.`, 'Press +, choose the program, and switch it on.'],
    stepsOf12: [`Open ${privacyOf12} → Accessibility.`, 'Click the lock, press +, choose the program, and tick it.'],
  },
  helper: {
    why: 'Typing indicators, read receipts, tapbacks, edits and unsends are left to this program.',
    without: 'These aren’t available. Everything else works.',
    steps: ['Start the private helper, and check its settings under Settings → Sending.'],
  },
  agent_bridge: {
    why: 'Starts the relay at login and restarts it after a failure.',
    without: 'Messages are relayed only while a Terminal window runs the service.',
    steps: agentSteps,
  },
  agent_web: {
    why: 'Starts this page at login and restarts it after a failure.',
    without: 'This page works only while a Terminal window runs the service.',
    steps: agentSteps,
  },
} as const satisfies Partial<Record<CheckName, Words>>

export type WordedCheck = keyof typeof setupWords

export function stepsFor({ steps, stepsOf12 }: Words, macos: string | null): readonly string[] {
  return stepsOf12 !== undefined && macos?.startsWith('12.') ? stepsOf12 : steps
}
