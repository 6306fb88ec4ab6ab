/** Replaces src/cli/own-command.ts: the executable is the command, and contains the flags of Node. */
import type { OwnCommand } from '../../src/cli/own-command.ts'
import { names } from '../../src/contract/names.ts'

export const ownCommand = (): OwnCommand => ({ program: process.execPath, args: [] })

export const typed: string = names.command
