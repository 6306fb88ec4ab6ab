/** Names checks, setup steps, processes and panes of macOS; has no schemas, so that the browser can load it. */

export const panes = ['full_disk_access', 'automation', 'contacts', 'accessibility', 'login_items'] as const
export type Pane = (typeof panes)[number]

export const processes = ['bridge', 'web'] as const
export type ProcessName = (typeof processes)[number]

/** The agents that launchd can start; the uplink only on a Mac that has joined a hub. */
export const agentNames = [...processes, 'uplink'] as const
export type AgentName = (typeof agentNames)[number]

/** `checking`: macOS has not replied yet; `unknown`: it cannot be determined just now. */
export const checkStates = ['granted', 'missing', 'checking', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

/** The checks of what macOS grants, launchd runs and the owner has set, made during setup and on the health page. */
export const grantedNames = [
  'full_disk_access',
  'full_disk_access_bridge',
  'automation',
  'contacts',
  'contacts_bridge',
  'accessibility',
  'helper',
  'agent_bridge',
  'agent_web',
  'identity',
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

/** The permissions of macOS as people know them: each stands for the checks of every process that needs it. */
export const permissionGroups = {
  read: ['full_disk_access', 'full_disk_access_bridge'],
  send: ['automation'],
  names: ['contacts', 'contacts_bridge'],
  react: ['accessibility'],
  login: ['agent_bridge', 'agent_web'],
} as const satisfies Readonly<Record<string, readonly CheckName[]>>
export type PermissionGroup = keyof typeof permissionGroups

/** The steps of setup, in the order in which the page and `service setup` go through them. */
export const setupSteps = ['welcome', 'permissions', 'relayed', 'destination', 'security', 'delivery'] as const
export type SetupStep = (typeof setupSteps)[number]

/** The later of two steps. */
export const laterStep = (one: SetupStep, other: SetupStep): SetupStep =>
  setupSteps.indexOf(one) > setupSteps.indexOf(other) ? one : other
