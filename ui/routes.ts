/** The addresses of the page, each defined once, below /app. GUIDs contain `;` and `+`, so all parts are encoded. */
import { letInPath } from '../src/contract/oauth-paths.ts'

const query = (values: Record<string, string | number | undefined>): string => {
  const given = Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** The API key through which the owner looks: its view lies at addresses of its own, so that every link stays in it. */
export const viewedKey = /^\/app\/as\/([0-9a-f]{8})(?:\/|$)/.exec(globalThis.location?.pathname ?? '')?.[1]

export const base = viewedKey === undefined ? '/app' : `/app/as/${viewedKey}`

/** The address of the page as an API key sees it, and that of the keys outside of it. */
export const viewOf = (key: string): string => `/app/as/${key}/messages`
export const keysAddress = '/app/settings/security'

/** Paths for `<Link href>` and `navigate`, which add the base. */
export const paths = {
  /** Leads to the place where the reader was last. */
  home: () => '/',
  messages: () => '/messages',
  archived: () => '/archived',
  /** The starred messages of one conversation by its GUID, or all. */
  starred: (at: { in?: string | undefined } = {}) => `/starred${query(at)}`,
  conversation: (guid: string, at: { m?: number; q?: string } = {}) => `/c/${encodeURIComponent(guid)}${query(at)}`,
  /** The media, files and links of a conversation. */
  media: (guid: string, at: { kind?: string } = {}): string => `${paths.conversation(guid)}/media${query(at)}`,
  /** The details of the person or group. */
  details: (guid: string): string => `${paths.conversation(guid)}/details`,
  newMessage: (at: { to?: string } = {}) => `/new${query(at)}`,
  search: (at: { q?: string } = {}) => `/search${query(at)}`,
  settings: (section?: string, field?: string) =>
    section === undefined
      ? '/settings'
      : `/settings/${encodeURIComponent(section)}${field === undefined ? '' : `#${encodeURIComponent(field)}`}`,
  macs: () => '/macs',
  relay: () => '/relay',
  plugins: (name?: string) => (name === undefined ? '/plugins' : `/plugins/${encodeURIComponent(name)}`),
  rules: (id?: string) => (id === undefined ? '/rules' : `/rules/${encodeURIComponent(id)}`),
  logs: (at: { level?: string; source?: string; q?: string; at?: string } = {}) => `/logs${query(at)}`,
  deliveries: (at: DeliveriesAddress = {}) => `/relay/deliveries${query({ ...at })}`,
  statistics: () => '/stats',
  health: () => '/health',
} as const

/** The filter of the list of deliveries, and the one that is open beside it. */
export interface DeliveriesAddress {
  plugin?: string | undefined
  state?: string | undefined
  /** GUID of a conversation. */
  conversation?: string | undefined
  /** The last minutes. */
  last?: string | undefined
  from?: string | undefined
  to?: string | undefined
  delivery?: string | undefined
}

/** Decodes a part of the address that `paths` has encoded; a malformed part stays as it is. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The GUID of the conversation that is open at a location. */
export function openGuid(location: string): string | undefined {
  const part = /^\/c\/([^/?]+)/.exec(location)?.[1]
  return part === undefined ? undefined : decodedPart(part)
}

/** Patterns for `<Route path>`. */
export const patterns = {
  home: '/',
  messages: '/messages',
  archived: '/archived',
  starred: '/starred',
  conversation: '/c/:guid/:view?',
  newMessage: '/new',
  search: '/search',
  settings: '/settings/:section?',
  macs: '/macs',
  relay: '/relay',
  plugins: '/plugins/:name?',
  rules: '/rules/:id?',
  logs: '/logs',
  deliveries: '/relay/deliveries',
  statistics: '/stats',
  health: '/health',
  letIn: letInPath,
} as const
