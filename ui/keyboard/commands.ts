/** What can be done from the keyboard: the palette, the list of keys and the keys themselves all follow from what is registered here. */
import { useEffect } from 'react'
import { create } from 'zustand'

export interface Command {
  /** Such as `list.next`; one that is registered again replaces the other. */
  id: string
  title: string
  /** Heading in the palette and in the list of keys. */
  group: string
  /** `mod+k`: `mod` is ⌘ on a Mac and Ctrl elsewhere; several are given as a list. Without any it stands in the palette alone. */
  keys?: readonly string[]
  /** False where letters are being typed into a field; keys with `mod` or `alt` work there, too. */
  run(): void
  /** Whether it goes at this moment; otherwise its keys do nothing, and the palette leaves it out. */
  when?(): boolean
  /** Not shown in the palette. */
  hidden?: boolean
  /** Goes while a dialog is open, too. */
  inDialogs?: boolean
}

interface Commands {
  commands: readonly Command[]
}

export const useCommandTable = create<Commands>(() => ({ commands: [] }))

/** For as long as the component is shown. Give a list that stays the same between renderings. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    useCommandTable.setState((now) => ({ commands: [...now.commands, ...commands] }))
    return () =>
      useCommandTable.setState((now) => ({ commands: now.commands.filter((one) => !commands.includes(one)) }))
  }, [commands])
}
