/** Keeps the relay scope in force: the settings, and the addresses that are known to be the user's own. */
import type { Config } from '../contract/config.ts'
import type { ScopeSettings } from '../domain/scope.ts'

export class RelayScope {
  #settings: ScopeSettings = { scope: 'whitelist', selfHandles: [], handles: [], groups: [], categories: [] }
  #accounts: readonly string[] = []
  #current: ScopeSettings = this.#settings

  get current(): ScopeSettings {
    return this.#current
  }

  applySettings({ relay, whitelist, categories, self_handles }: Config): void {
    this.#settings = { scope: relay.scope, selfHandles: self_handles, ...whitelist, categories: categories.relayed }
    this.#update()
  }

  /** Takes the addresses that Messages and the user's own card in Contacts name. */
  setAccounts(handles: readonly string[]): void {
    this.#accounts = handles
    this.#update()
  }

  #update(): void {
    this.#current = { ...this.#settings, selfHandles: [...this.#settings.selfHandles, ...this.#accounts] }
  }
}
