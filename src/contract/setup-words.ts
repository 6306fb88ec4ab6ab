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
    'Switch it on. It is noticed here by itself.',
  ],
  stepsOf12: [
    `Open ${privacyOf12} → Full Disk Access.`,
    'Click the lock and give your password.',
    'Press +, then ⌘⇧G, paste the path of the program, and choose it.',
    'Tick it. It is noticed here by itself.',
  ],
}

const agentSteps = ['Open Terminal on this Mac.', 'Type the command below and press Return.']

export const setupWords = {
  full_disk_access: {
    why: 'Messages keeps everything in a database that macOS guards.',
    without: 'Nothing can be shown, searched or relayed.',
    ...fullDiskAccess,
  },
  full_disk_access_bridge: {
    why: 'The bridge reads each new message there and relays it.',
    without: 'The page shows messages, but none is relayed.',
    ...fullDiskAccess,
  },
  automation: {
    why: 'Messages are sent by asking the Messages application for it. The page tries it out; the bridge gets the same answer where the same program runs it.',
    without: 'Nothing can be sent; reading and relaying go on.',
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
    without: 'People are shown by number and address; everything else works.',
    steps: ['Full Disk Access covers Contacts: grant it, and names appear.'],
  },
  contacts_bridge: {
    why: 'Plugins are told who wrote by the name in Contacts.',
    without: 'Plugins and rules know people by number and address alone.',
    steps: ['Full Disk Access covers Contacts: grant it to the bridge, and names appear.'],
  },
  accessibility: {
    why: 'Tapbacks, edits and unsends operate the window of Messages.',
    without: 'Tapbacks, edits and unsends are not offered; everything else works.',
    steps: [`Open ${privacy} → Accessibility.`, 'Press +, choose the program, and switch it on.'],
    stepsOf12: [`Open ${privacyOf12} → Accessibility.`, 'Click the lock, press +, choose the program, and tick it.'],
  },
  agent_bridge: {
    why: 'launchd starts the bridge at login, and again should it ever end.',
    without: 'Messages are relayed only while it runs in a Terminal window.',
    steps: agentSteps,
  },
  agent_web: {
    why: 'launchd starts the web process at login, and again should it ever end.',
    without: 'This page is there only while it runs in a Terminal window.',
    steps: agentSteps,
  },
} as const satisfies Partial<Record<CheckName, Words>>

export type WordedCheck = keyof typeof setupWords

export function stepsFor({ steps, stepsOf12 }: Words, macos: string | null): readonly string[] {
  return stepsOf12 !== undefined && macos?.startsWith('12.') ? stepsOf12 : steps
}
