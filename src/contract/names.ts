/** Declares the names that the specification fixes in one place, so that a rename is one edit. */

export const names = {
  product: 'Local Messaging Relay',
  command: 'service',
  baseDirectory: '.service',
  hubDirectory: '.service-hub',
  launchAgents: { bridge: 'dev.service.bridge', web: 'dev.service.web', uplink: 'dev.service.uplink' },
  entryPointGroup: 'service.integrations',
} as const
