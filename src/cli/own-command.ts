/** How this very command is started again: by Node, from the file that it was started from. */
import { names } from '../contract/names.ts'

export interface OwnCommand {
  program: string
  /** What stands before a subcommand. */
  args: readonly string[]
}

/** The flags are Node's. */
export const ownCommand = (flags: readonly string[] = []): OwnCommand => ({
  program: process.execPath,
  args: [...flags, process.argv[1] ?? ''],
})

/** What somebody types for it. */
export const typed: string = import.meta.filename.endsWith('.ts') ? 'npm run service --' : names.command
