/** Extracts a plugin's own settings: its part of the configuration without the keys that belong to us. */

type Configured = Readonly<Record<string, unknown>>

export function ownSettings({ enabled: _, ...own }: Configured): Record<string, unknown> {
  return own
}
