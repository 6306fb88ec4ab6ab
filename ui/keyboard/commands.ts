/** The registry of commands from which the palette, the list of shortcuts and the shortcuts themselves follow. */
import { useEffect } from 'react'
import { create } from 'zustand'

export interface Command {
  /** An id such as `list.next`; a later registration replaces an earlier one. */
  id: string
  title: string
  /** Heading in the palette and in the list of shortcuts. */
  group: string
  /**
   * Keys such as `mod+k`, where `mod` is ⌘ on a Mac and Ctrl elsewhere. A command without keys appears only in the
   * palette.
   */
  keys?: readonly string[]
  /**
   * Runs the command. Single-letter keys do not run it while somebody types into a field; keys with `mod` or `alt` do.
   */
  run(): void
  /** Whether the command is available now; otherwise its keys do nothing and the palette omits it. */
  when?(): boolean
  /** Omits the command from the palette. */
  hidden?: boolean
  /** Whether the keys also work while a dialog is open. */
  inDialogs?: boolean
}

interface Commands {
  commands: readonly Command[]
}

export const useCommandTable = create<Commands>(() => ({ commands: [] }))

/** Registers commands while the component is mounted. The list must stay the same between renders. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    useCommandTable.setState((now) => ({ commands: [...now.commands, ...commands] }))
    return () =>
      useCommandTable.setState((now) => ({ commands: now.commands.filter((one) => !commands.includes(one)) }))
  }, [commands])
}
