/**
 * Decides to which addresses an authorization may be handed: those of the web by TLS, programs of the same machine
 * (RFC 8252), and nothing else.
 */

const longestUri = 1_000

/** Schemes of known programs. Others have to be a domain in reverse, as RFC 8252 asks: nobody else has those. */
const knownSchemes = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'claude:', 'raycast:', 'zed:']
const reversedDomain = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/
const loopbackNames = ['127.0.0.1', '[::1]', 'localhost']

export function isAllowedRedirect(uri: string): boolean {
  const url = parsed(uri)
  if (url === undefined || uri.length > longestUri || /[^\x21-\x7e]/.test(uri)) return false
  if (uri.includes('#') || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return isLoopbackRedirect(url)
  return knownSchemes.includes(url.protocol) || reversedDomain.test(url.protocol)
}

/** Compares letter by letter, except for the port of a program of the same machine, which it chooses anew each time. */
export const matchesRedirect = (registered: string, asked: string): boolean =>
  registered === asked || (withoutLoopbackPort(registered) ?? registered) === withoutLoopbackPort(asked)

/** Names for a person where it leads to. */
export function redirectTarget(uri: string): { host: string; isThisMachine: boolean } {
  const url = new URL(uri)
  if (url.protocol === 'https:') return { host: url.host, isThisMachine: false }
  return { host: url.protocol === 'http:' ? url.host : url.protocol.slice(0, -1), isThisMachine: true }
}

/** Returns undefined for any other address. */
function withoutLoopbackPort(uri: string): string | undefined {
  const url = parsed(uri)
  if (url === undefined || url.protocol !== 'http:' || !isLoopbackRedirect(url)) return undefined
  return uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*)):\d+/i, '$1')
}

const isLoopbackRedirect = ({ hostname }: URL): boolean => loopbackNames.includes(hostname)

const parsed = (uri: string): URL | undefined => (URL.canParse(uri) ? new URL(uri) : undefined)
