/** The dictionary of the simulated Messages, as far as it differs between versions of macOS. */
import { strike } from './faults.ts'
import { macosOf } from './macos.ts'
import { SyntaxFault } from './osascript/apple-error.ts'

/** The dictionary has the word RCS since macOS 15. */
export const FIRST_WITH_RCS = 15

export const knowsRcs = (home: string): boolean =>
  macosOf(home).major >= FIRST_WITH_RCS && strike(home, 'compile') === undefined

/** Refuses the whole script for one unknown word, even on a branch that is never taken. */
export function refuseUnknownRcs(source: string, knows: () => boolean): void {
  const offset = source.search(/\bRCS\b/)
  if (offset !== -1 && !knows()) throw new SyntaxFault(offset, 'Expected class name but found identifier.')
}
