/** Describes how to start this same command again: by Node, from the file that it was started from. */
import { names } from '../contract/names.ts'

export interface OwnCommand {
  program: string
  /** The arguments before a subcommand. */
  args: readonly string[]
}

/** `flags` are flags of Node. */
export const ownCommand = (flags: readonly string[] = []): OwnCommand => ({
  program: process.execPath,
  args: [...flags, process.argv[1] ?? ''],
})

/** The words by which a person starts this command. */
export const typed: string = import.meta.filename.endsWith('.ts') ? 'npm run service --' : names.command
