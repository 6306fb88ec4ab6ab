/** A plugin's own settings: its part of the configuration without what is ours in it. */

type Configured = Readonly<Record<string, unknown>>

export function ownSettings({ enabled: _, ...own }: Configured): Record<string, unknown> {
  return own
}
