/** What checks, steps, processes and panes of macOS are called: without schemas, for the browser too. */

export const panes = ['full_disk_access', 'automation', 'contacts', 'accessibility', 'login_items'] as const
export type Pane = (typeof panes)[number]

export const processes = ['bridge', 'web'] as const
export type ProcessName = (typeof processes)[number]

/** `checking`: macOS has not answered yet; `unknown`: it cannot be told just now. */
export const checkStates = ['granted', 'missing', 'checking', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

/** What macOS grants, and what launchd runs: looked at in the first steps and ever after. */
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

/** The steps of the first run, in their order. */
export const setupSteps = ['welcome', 'permissions', 'you', 'relayed', 'security', 'test', 'done'] as const
export type SetupStep = (typeof setupSteps)[number]
