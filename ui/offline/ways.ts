/** Which requests the worker answers, and in which way; whatever the service says of messages is never among them. */

export type Way =
  /** From the service while it answers, else the shell that is kept. */
  | 'page'
  /** Named by what is in it: once kept, never asked for again. */
  | 'asset'
  /** From the service while it answers, else as it was the last time. */
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

/** Where the service is behind something that answers in its stead. */
export const isNoAnswer = (status: number): boolean => status === 502 || status === 503 || status === 504
