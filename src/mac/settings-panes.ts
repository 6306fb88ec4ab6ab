/** Opens what a person needs on this Mac: a pane of the system settings, or a program in the Finder. */
import type { Pane } from '../contract/setup-names.ts'
import type { Programs } from './programs.ts'
import { runProgram } from './run-program.ts'

export interface Desk {
  /** Each returns the reason of a failure; undefined when macOS opened it. */
  openPane(pane: Pane): Promise<string | undefined>
  reveal(file: string): Promise<string | undefined>
  /** Opens Messages behind all windows, where it does not run. */
  openMessages(): Promise<string | undefined>
}

const deadlineMs = 5_000

/** The older addresses still work since macOS 13; the one for login items is new. */
const addresses: Record<Pane, string> = {
  full_disk_access: 'x-apple.systempreferences:com.apple.preference.security?Privacy_AllFiles',
  automation: 'x-apple.systempreferences:com.apple.preference.security?Privacy_Automation',
  contacts: 'x-apple.systempreferences:com.apple.preference.security?Privacy_Contacts',
  accessibility: 'x-apple.systempreferences:com.apple.preference.security?Privacy_Accessibility',
  login_items: 'x-apple.systempreferences:com.apple.LoginItems-Settings.extension',
}

export function openDesk({ open }: Pick<Programs, 'open'>): Desk {
  async function opened(...args: string[]): Promise<string | undefined> {
    if (open === undefined) return 'the program `open` is not on this machine'
    return runProgram({ program: open, args, deadlineMs })
  }
  return {
    openPane: (pane) => opened(addresses[pane]),
    reveal: (file) => opened('-R', file),
    openMessages: () => opened('-gja', 'Messages'),
  }
}
