/** Whether a request may be looked at at all: by the name it was sent to, the page it came from, and what the browser says of that page. */
import { allowedHost, type OwnAddress } from './allowed-host.ts'

export interface Knock {
  method: string
  /** The request target as it was sent. */
  target: string
  /** Every Host header there is. */
  hosts: readonly string[]
  origin: string | undefined
  /** Sec-Fetch-Site */
  fetchSite: string | undefined
}

export interface Refusal {
  code: 'wrong_host' | 'forbidden'
  reason: string
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']
export const isUnsafe = (method: string): boolean => !safeMethods.includes(method)

export function refusalOf(knock: Knock, own: OwnAddress): Refusal | undefined {
  if (!isForUs(knock, own)) return { code: 'wrong_host', reason: 'This is not a name of the service.' }
  if (!isOwnOrigin(knock)) return { code: 'forbidden', reason: 'The request comes from the page of another origin.' }
  if (!isOwnFetch(knock)) return { code: 'forbidden', reason: 'The browser sent it for the page of another site.' }
  return undefined
}

/** A target in absolute form would name a host beside the header. */
const isForUs = ({ hosts, target }: Knock, own: OwnAddress): boolean =>
  hosts.length === 1 && allowedHost(hosts[0], own) && target.startsWith('/')

/**
 * The scheme is left open, since a tunnel may speak TLS for us. Browsers say `null` for a form whose page sends no referrer;
 * that it is ours they then say in Sec-Fetch-Site, which no page can write.
 */
function isOwnOrigin({ origin, hosts, fetchSite, target, method }: Knock): boolean {
  if (origin === undefined) return true
  if (origin === 'null') return fetchSite === 'same-origin' || (isFrameFile(target) && !isUnsafe(method))
  const host = hosts[0]?.toLowerCase()
  return [`http://${host}`, `https://${host}`].includes(origin.toLowerCase())
}

/** The modules of a plugin's frame, which has no origin; what opens them is their address. */
const isFrameFile = (target: string): boolean => target.startsWith('/plugin-frame/')

/** Another site may lead to a page by a link; it may neither ask the API nor send anything. */
function isOwnFetch({ fetchSite, target, method }: Knock): boolean {
  if (fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none') return true
  return !underApi(target) && !isUnsafe(method)
}

/** Routes are found after percent-decoding, so this is asked after it, too. What cannot be decoded is no page. */
function underApi(target: string): boolean {
  const path = target.split(/[?#]/, 1)[0] ?? ''
  try {
    return /^\/+api(\/|$)/i.test(decodeURIComponent(path))
  } catch {
    return true
  }
}
