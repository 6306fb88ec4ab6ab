/**
 * Runs the command whose keys are pressed. Single letters do nothing while somebody types, and commands of the page do
 * nothing behind a dialog.
 */
import { useEffect } from 'react'
import { type Command, useCommandTable } from './commands.ts'
import { fits } from './keys.ts'
import { useKeysOff } from './keys-off.ts'

export function KeyListener() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const command = commandFor(event, useCommandTable.getState().commands)
      if (command === undefined) return
      event.preventDefault()
      command.run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return null
}

function commandFor(event: KeyboardEvent, commands: readonly Command[]): Command | undefined {
  const typing = isTyping(event.target)
  const { off } = useKeysOff.getState()
  const isBehind = document.querySelector(':modal') !== null
  return commands.findLast(
    ({ id, keys = [], inDialogs = false, when = always }) =>
      !off.has(id) &&
      (!isBehind || inDialogs) &&
      keys.some((written) => (!typing || goesInFields(written)) && fits(written, event)) &&
      when(),
  )
}

const always = (): boolean => true

const goesInFields = (written: string): boolean => /^(mod|alt)\+|^(shift\+)?F\d+$/.test(written)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
