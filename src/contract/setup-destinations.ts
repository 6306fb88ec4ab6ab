/**
 * Names the plugins that setup offers as a destination, in the order of what most people want. Further ones are turned
 * on where all plugins are listed.
 */
export interface DestinationPlugin {
  /** The key of the plugin. */
  plugin: string
  /** Settings that are asked for besides the required ones, because most receivers want them. */
  also: readonly string[]
}

export const destinationPlugins = [
  { plugin: 'webhook', also: [] },
  { plugin: 'telegram', also: [] },
  { plugin: 'ntfy', also: ['topic'] },
  { plugin: 'email', also: ['user', 'password'] },
  { plugin: 'mqtt', also: ['username', 'password'] },
  { plugin: 'nats', also: [] },
] as const satisfies readonly DestinationPlugin[]
export type DestinationName = (typeof destinationPlugins)[number]['plugin']
