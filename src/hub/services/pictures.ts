/**
 * Fetches pictures of people from the Contacts of their Macs, and keeps them in memory for a while, so that a list asks
 * for each once.
 */
import { hasCode } from '../../domain/service-error.ts'
import type { MacQuestions } from './mac-questions.ts'

/** A person as one line knows them. */
export interface PersonOfLine {
  line: number
  handle: string
}

interface Kept {
  atMs: number
  /** Undefined where there is no picture. */
  picture: Uint8Array | undefined
}

interface PicturesOptions {
  questions: Pick<MacQuestions, 'ofLine' | 'askForBytes'>
  nowMs(): number
}

/** After this time a picture may have changed on its Mac. */
const freshMs = 5 * 60_000
const mostBytes = 16 * 1024 * 1024
/** The size of an entry for somebody without a picture. */
const leastBytes = 200

export class Pictures {
  readonly #options: PicturesOptions
  /** The picture that was asked for most recently comes last. */
  readonly #kept = new Map<string, Kept>()
  readonly #asked = new Map<string, Promise<Uint8Array | undefined>>()
  #bytes = 0

  constructor(options: PicturesOptions) {
    this.#options = options
  }

  /** Returns undefined if there is no picture. Throws `mac_offline` if no connected Mac knows. */
  of(person: PersonOfLine): Promise<Uint8Array | undefined> {
    const key = `${person.line}~${person.handle}`
    const asked = this.#asked.get(key) ?? this.#find(key, person).finally(() => this.#asked.delete(key))
    this.#asked.set(key, asked)
    return asked
  }

  async #find(key: string, person: PersonOfLine): Promise<Uint8Array | undefined> {
    const { nowMs } = this.#options
    const kept = this.#kept.get(key)
    if (kept !== undefined && nowMs() - kept.atMs < freshMs) return this.#keep(key, kept)
    try {
      return this.#keep(key, { atMs: nowMs(), picture: await this.#ask(person) })
    } catch (error) {
      // While its Mac is away, an outdated picture is better than none.
      if (kept?.picture !== undefined && hasCode(error, 'mac_offline')) return kept.picture
      throw error
    }
  }

  async #ask({ line, handle }: PersonOfLine): Promise<Uint8Array | undefined> {
    const { questions } = this.#options
    for (const mac of await questions.ofLine(line))
      try {
        return (await questions.askForBytes(mac, 'contact_avatar', { input: { handle }, offset: 0 })).data
      } catch (error) {
        if (!hasCode(error, 'not_found')) throw error
      }
    return undefined
  }

  #keep(key: string, kept: Kept): Uint8Array | undefined {
    this.#forget(key)
    this.#kept.set(key, kept)
    this.#bytes += sizeOf(kept)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= mostBytes) break
      this.#forget(oldest)
    }
    return kept.picture
  }

  #forget(key: string): void {
    const before = this.#kept.get(key)
    if (before === undefined) return
    this.#bytes -= sizeOf(before)
    this.#kept.delete(key)
  }
}

const sizeOf = ({ picture }: Kept): number => leastBytes + (picture?.length ?? 0)
