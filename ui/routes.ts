/** The addresses of the page, each defined once, below /app. GUIDs contain `;` and `+`, so all parts are encoded. */

const query = (values: Record<string, string | number | undefined>): string => {
  const given = Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

export const base = '/app'

/** For `<Link href>` and `navigate`, which add the base. */
export const paths = {
  home: () => '/',
  conversation: (guid: string, at: { m?: number; q?: string } = {}) => `/c/${encodeURIComponent(guid)}${query(at)}`,
  newMessage: (at: { to?: string } = {}) => `/new${query(at)}`,
  search: (at: { q?: string } = {}) => `/search${query(at)}`,
  settings: (section?: string, field?: string) =>
    section === undefined
      ? '/settings'
      : `/settings/${encodeURIComponent(section)}${field === undefined ? '' : `#${encodeURIComponent(field)}`}`,
  plugins: (name?: string) => (name === undefined ? '/plugins' : `/plugins/${encodeURIComponent(name)}`),
  rules: (id?: string) => (id === undefined ? '/rules' : `/rules/${encodeURIComponent(id)}`),
  logs: (at: { level?: string; source?: string; q?: string; at?: string } = {}) => `/logs${query(at)}`,
  statistics: () => '/stats',
  health: () => '/health',
} as const

/** Decodes a part of the address that `paths` has encoded; a malformed part stays as it is. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** For `<Route path>`. */
export const patterns = {
  home: '/',
  conversation: '/c/:guid',
  newMessage: '/new',
  search: '/search',
  settings: '/settings/:section?',
  plugins: '/plugins/:name?',
  rules: '/rules/:id?',
  logs: '/logs',
  statistics: '/stats',
  health: '/health',
} as const
