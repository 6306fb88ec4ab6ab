/**
 * The line whose conversations a browser lists and searches on a hub; undefined for all lines. What the page asks first needs
 * it, so this file loads nothing.
 */
import { isHub } from '../api/answers.ts'

const storageKey = 'line'
const listeners = new Set<() => void>()
let line: string | undefined = (isHub && localStorage.getItem(storageKey)) || undefined

export const chosenLine = (): string | undefined => line

export function chooseLine(chosen: string | undefined): void {
  line = chosen
  if (chosen === undefined) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, chosen)
  for (const tell of listeners) tell()
}

/** Returns the function that ends it. */
export function onChosenLine(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** The part of a question that limits it to a line. */
export const ofLine = (of: string | undefined): { line?: string } => (of === undefined ? {} : { line: of })
