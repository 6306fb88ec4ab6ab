/** Parses a pasted list of people line by line and finds the address in each. */
import { addressIn } from '../../../parts/grant/address.ts'

export interface PastedLine {
  text: string
  /** The address as it is sent; undefined when the line holds none. */
  handle: string | undefined
}

const email = /[^\s@<>,;"']+@[^\s@<>,;"']+\.[^\s@<>,;"']+/
const number = /\+?\d[\d\s().\-/]{4,}\d/

/** A line may hold a name beside the address, as address books write it, or several addresses. */
export function pastedLines(text: string): PastedLine[] {
  const lines = text.split(/[\n;]/).map((line) => line.trim())
  return lines.filter((line) => line !== '').flatMap(entriesIn)
}

function entriesIn(line: string): PastedLine[] {
  const parts = line.split(',').flatMap((part) => {
    const handle = handleIn(part.trim())
    return handle === undefined ? [] : [{ text: part.trim(), handle }]
  })
  if (parts.length > 1) return parts
  return [{ text: line, handle: parts[0]?.handle }]
}

function handleIn(entry: string): string | undefined {
  const found = addressIn(entry) ?? email.exec(entry)?.[0] ?? number.exec(entry)?.[0]
  return found === undefined ? undefined : addressIn(found)
}
