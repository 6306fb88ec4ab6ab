/** Checks messages from a plugin's frame against the protocol: their size, their form and their rate. */
import { isObject, type JsonObject } from '../../src/base/json-object.ts'
import { type FromFrame, limits } from '../../src/plugin-ui/protocol.ts'

export type Read = { message: FromFrame } | { breach: 'too_much' | 'bad_message'; detail: string }

type Field = (value: unknown) => boolean

const text: Field = (value) => typeof value === 'string'
const number: Field = (value) => Number.isFinite(value)

const forms: { [T in FromFrame['type']]: Record<string, Field> } = {
  ready: {},
  call: { call: number, method: text, args: isObject },
  failed: { reason: text },
  size: { width: number, height: number },
  used: {},
  pong: {},
}

export function frameMessage(data: unknown): Read {
  if (typeof data !== 'string') return { breach: 'bad_message', detail: 'a message that is no text' }
  if (data.length > limits.messageLength)
    return { breach: 'too_much', detail: `a message of ${data.length} characters` }
  const message = parsed(data)
  const form = Object.hasOwn(forms, String(message?.type)) ? forms[message?.type as FromFrame['type']] : undefined
  if (message === undefined || form === undefined)
    return { breach: 'bad_message', detail: 'a message of no known kind' }
  const isWhole = Object.entries(form).every(([field, fits]) => fits(message[field]))
  return isWhole
    ? { message: message as unknown as FromFrame }
    : { breach: 'bad_message', detail: `a ${String(message.type)} of another form` }
}

function parsed(data: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns false once there were more than `most` within a second. */
export function perSecond(most: number, nowMs: () => number): (name?: string) => boolean {
  let endsAtMs = 0
  let counts = new Map<string, number>()
  return (name = '') => {
    if (nowMs() >= endsAtMs) {
      endsAtMs = nowMs() + 1_000
      counts = new Map()
    }
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count <= most
  }
}
