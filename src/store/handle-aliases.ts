/**
 * Makes the ids that stand for addresses where a key may not see them. They differ for each key, and nobody can compute them
 * from an address without the key of this installation.
 */
import { opaqueId } from './journal/opaque-id.ts'

export interface HandleAliases {
  of(apiKey: string, handle: string): string
  /** Undefined for an id that this process has not made; `candidates` are tried then. */
  handleOf(apiKey: string, alias: string, candidates: () => Iterable<string>): string | undefined
}

/** Any text of this form is meant as such an id. Letters alone, so that no piece of a number fits one. */
const form = /^person-[a-p]{16}$/
export const isAlias = (text: string): boolean => form.test(text)

const letters = 'abcdefghijklmnop'
const digits = 16
/** More addresses than anyone writes to. A forgotten one is found again among the candidates. */
const mostKept = 50_000

export function handleAliases(installKey: Uint8Array): HandleAliases {
  const made = new Map<string, string>()
  const handles = new Map<string, string>()
  function of(apiKey: string, handle: string): string {
    const place = `${apiKey} ${handle}`
    const known = made.get(place)
    if (known !== undefined) return known
    const hex = opaqueId(installKey, 'handle', [apiKey, handle]).replaceAll('-', '').slice(-digits)
    const alias = `person-${[...hex].map((digit) => letters[Number.parseInt(digit, digits)]).join('')}`
    if (made.size >= mostKept) for (const map of [made, handles]) map.clear()
    made.set(place, alias)
    handles.set(`${apiKey} ${alias}`, handle)
    return alias
  }
  return {
    of,
    handleOf(apiKey, alias, candidates) {
      const place = `${apiKey} ${alias}`
      if (!handles.has(place)) for (const handle of candidates()) of(apiKey, handle)
      return handles.get(place)
    },
  }
}
