/** Parses what somebody published to be sent: plain text, or JSON with a key that prevents a second send. */

export interface Order {
  text: string
  key: string | null
}

const longestBytes = 64 * 1024
const longestKey = 200

/** Returns undefined when the payload cannot be sent. Anything that is not a JSON object is sent as text unchanged. */
export function orderIn(payload: Uint8Array): Order | undefined {
  const written = payload.length <= longestBytes ? textOf(payload) : undefined
  if (written === undefined || written.trim() === '') return undefined
  const fields = fieldsOf(written)
  return fields === undefined ? { text: written, key: null } : orderOf(fields)
}

function textOf(payload: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(payload)
  } catch {
    return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(written: string): Fields | undefined {
  if (!written.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(written) as Fields
  } catch {
    return undefined
  }
}

function orderOf({ text, key }: Fields): Order | undefined {
  if (typeof text !== 'string' || text.trim() === '') return undefined
  if (key === undefined || key === null) return { text, key: null }
  const named = typeof key === 'number' ? String(key) : key
  return typeof named === 'string' && named !== '' && named.length <= longestKey ? { text, key: named } : undefined
}
