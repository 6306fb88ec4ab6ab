/** Keeps the relay scope in force: the settings, and the addresses that are known to be the user's own. */
import type { Config } from '../contract/config.ts'
import type { ScopeSettings } from '../domain/scope.ts'

export interface RelayScopeInForce {
  readonly current: ScopeSettings
  settingsAre(config: Config): void
  accountsAre(handles: readonly string[]): void
}

export function relayScope(): RelayScopeInForce {
  let current: ScopeSettings = { scope: 'whitelist', selfHandles: [], handles: [], groups: [], categories: [] }
  let accounts: readonly string[] = []
  let own: readonly string[] = []
  return {
    get current() {
      return current
    },
    settingsAre({ relay, whitelist, categories, self_handles }) {
      own = self_handles
      current = {
        ...{ scope: relay.scope, selfHandles: [...own, ...accounts], ...whitelist },
        categories: categories.relayed,
      }
    },
    accountsAre(handles) {
      accounts = handles
      current = { ...current, selfHandles: [...own, ...accounts] }
    },
  }
}
