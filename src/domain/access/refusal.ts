/**
 * Decides whether a request is processed at all: by the host it was sent to, the page it came from, and what the
 * browser reports about that page.
 */
import { allowedHost, type OwnAddress } from './allowed-host.ts'

export interface RequestOrigin {
  method: string
  /** The request target as it was sent. */
  target: string
  /** Every Host header of the request. */
  hosts: readonly string[]
  origin: string | undefined
  /** The value of the Sec-Fetch-Site header. */
  fetchSite: string | undefined
}

export interface Refusal {
  code: 'wrong_host' | 'forbidden'
  reason: string
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']
export const isUnsafe = (method: string): boolean => !safeMethods.includes(method)

export function refusalOf(request: RequestOrigin, own: OwnAddress): Refusal | undefined {
  if (!isForUs(request, own)) return { code: 'wrong_host', reason: 'This is not a name of the service.' }
  if (!isOwnOrigin(request)) return { code: 'forbidden', reason: 'The request comes from the page of another origin.' }
  if (!isOwnFetch(request)) return { code: 'forbidden', reason: 'The browser sent it for the page of another site.' }
  return undefined
}

/** A target in absolute form could name another host than the header does. */
const isForUs = ({ hosts, target }: RequestOrigin, own: OwnAddress): boolean =>
  hosts.length === 1 && allowedHost(hosts[0], own) && target.startsWith('/')

/**
 * Any scheme is accepted, since a tunnel may speak TLS for us. Browsers send `null` for a form whose page sends no
 * referrer; Sec-Fetch-Site, which no page can write, then shows whether the page is ours.
 */
function isOwnOrigin({ origin, hosts, fetchSite, target, method }: RequestOrigin): boolean {
  if (origin === undefined) return true
  if (origin === 'null') return fetchSite === 'same-origin' || (isFrameFile(target) && !isUnsafe(method))
  const host = hosts[0]?.toLowerCase()
  return [`http://${host}`, `https://${host}`].includes(origin.toLowerCase())
}

/**
 * The modules of a plugin's frame are loaded from an opaque origin; their secret address is what authorises a request.
 */
const isFrameFile = (target: string): boolean => target.startsWith('/plugin-frame/')

/** Another site may link to a page; it may neither call the API nor send anything. */
function isOwnFetch({ fetchSite, target, method }: RequestOrigin): boolean {
  if (fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none') return true
  return !isForPrograms(target) && !isUnsafe(method)
}

/**
 * The router decodes percent-encoding before it matches, so this check does, too. A target that cannot be decoded is
 * not a page.
 */
function isForPrograms(target: string): boolean {
  const path = target.split(/[?#]/, 1)[0] ?? ''
  try {
    return /^\/+(api|mcp)(\/|$)/i.test(decodeURIComponent(path))
  } catch {
    return true
  }
}
