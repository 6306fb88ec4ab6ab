/** Decides which requests the service worker handles, and how; responses about messages are never among them. */

export type Way =
  /** Responds from the service while that responds, otherwise with the cached shell. */
  | 'page'
  /** Named by a hash of its content, so it is never requested again once cached. */
  | 'asset'
  /** Responds from the service while that responds, otherwise with the last cached version. */
  | 'look'
  | 'elsewhere'

interface Asked {
  url: string
  method: string
  mode: string
  destination: string
}

const looks: readonly string[] = [
  '/app/theme.css',
  '/app/manifest.webmanifest',
  '/app/icon.svg',
  '/app/icon-192.png',
  '/app/icon-512.png',
]

export function wayOf({ url, method, mode, destination }: Asked, origin: string): Way {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin || !pathname.startsWith('/app/')) return 'elsewhere'
  if (mode === 'navigate') return destination === 'document' ? 'page' : 'elsewhere'
  if (pathname.startsWith('/app/assets/')) return 'asset'
  return looks.includes(pathname) ? 'look' : 'elsewhere'
}

/** Statuses of a gateway that responds in place of the service. */
export const isNoAnswer = (status: number): boolean => status === 502 || status === 503 || status === 504
