/** Names checks, setup steps, processes and panes of macOS; has no schemas, so that the browser can load it. */

export const panes = ['full_disk_access', 'automation', 'contacts', 'accessibility', 'login_items'] as const
export type Pane = (typeof panes)[number]

export const processes = ['bridge', 'web'] as const
export type ProcessName = (typeof processes)[number]

/** `checking`: macOS has not replied yet; `unknown`: it cannot be determined just now. */
export const checkStates = ['granted', 'missing', 'checking', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

/** What macOS grants and launchd runs; checked during setup and on the health page. */
export const grantedNames = [
  'full_disk_access',
  'full_disk_access_bridge',
  'automation',
  'contacts',
  'contacts_bridge',
  'accessibility',
  'agent_bridge',
  'agent_web',
] as const

export const checkNames = [
  ...grantedNames,
  'bridge',
  'sending',
  'password',
  'scope',
  'plugins',
  'pictures',
  'sound',
  'restart',
] as const
export type CheckName = (typeof checkNames)[number]

/** The steps of the setup, in order. */
export const setupSteps = ['welcome', 'permissions', 'you', 'relayed', 'security', 'test', 'done'] as const
export type SetupStep = (typeof setupSteps)[number]
