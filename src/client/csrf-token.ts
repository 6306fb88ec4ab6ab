/**
 * Keeps the token that a browser with a cookie sends with every request that changes something. It is asked for once,
 * when it is first needed.
 */
import { ClientError } from './client-error.ts'
import type { Route } from './route.ts'

export class CsrfToken {
  readonly #read: () => Promise<string | null>
  #known: Promise<string | null> | undefined

  /** `read` asks the service for the token of the session; null where there is none. */
  constructor(read: () => Promise<string | null>) {
    this.#read = read
  }

  async header(method: Route['method']): Promise<Record<string, string>> {
    if (method === 'GET') return {}
    this.#known ??= this.#read().catch(() => null)
    const token = await this.#known
    return token === null ? {} : { 'x-csrf-token': token }
  }

  /**
   * Whether a request failed because the token has changed: signing in again, perhaps in another tab, begins another
   * session with another token.
   */
  async hasChanged(error: unknown, method: Route['method']): Promise<boolean> {
    if (!(error instanceof ClientError && error.status === 403) || this.#known === undefined) return false
    const before = await this.#known
    this.forget()
    const now = (await this.header(method))['x-csrf-token']
    return now !== undefined && now !== before
  }

  forget(): void {
    this.#known = undefined
  }
}
