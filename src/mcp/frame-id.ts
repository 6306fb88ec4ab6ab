/**
 * Finds the id of a JSON-RPC frame that is too long to keep or that is broken. It reads the bytes as they pass and
 * keeps only the id.
 */

export interface FrameId {
  feed(bytes: Uint8Array): void
  /** Undefined if no whole id was read. */
  found(): string | number | undefined
}

const longestText = 300
const byte = (character: string) => character.charCodeAt(0)
const [quote, backslash, colon, comma] = [byte('"'), byte('\\'), byte(':'), byte(',')]
const opening: readonly number[] = [byte('{'), byte('[')]
const closing: readonly number[] = [byte('}'), byte(']')]

/** Reads only the object's own `id`, not one within its params. */
export function frameId(): FrameId {
  let depth = 0
  let isInText = false
  let isEscaped = false
  let isValue = false
  let key = ''
  let text: number[] = []
  let found: string | number | undefined

  function textEnded(): void {
    const read = textOf(text)
    if (isValue && key === 'id') found = read
    else if (!isValue) key = read ?? ''
    text = []
  }

  function numberEnded(): void {
    const digits = String.fromCharCode(...text).trim()
    if (isValue && key === 'id' && /^-?\d{1,15}$/.test(digits)) found = Number(digits)
    text = []
  }

  function inText(at: number): void {
    if (isEscaped) isEscaped = false
    else if (at === backslash) isEscaped = true
    else if (at === quote) {
      isInText = false
      if (depth === 1) textEnded()
      return
    }
    if (depth === 1 && text.length <= longestText) text.push(at)
  }

  function outside(at: number): void {
    if (at === quote) {
      isInText = true
      text = []
    } else if (opening.includes(at)) depth++
    else if (closing.includes(at)) {
      if (depth === 1) numberEnded()
      depth--
    } else if (depth !== 1) return
    else if (at === colon) {
      isValue = true
      text = []
    } else if (at === comma) {
      numberEnded()
      isValue = false
    } else if (text.length <= longestText) text.push(at)
  }

  return {
    feed(bytes) {
      for (const at of bytes)
        if (isInText) inText(at)
        else outside(at)
    },
    found: () => found,
  }
}

function textOf(bytes: readonly number[]): string | undefined {
  if (bytes.length > longestText) return undefined
  try {
    return JSON.parse(`"${Buffer.from(bytes).toString('utf8')}"`) as string
  } catch {
    return undefined
  }
}
