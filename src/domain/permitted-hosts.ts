/**
 * Determines which hosts a plugin may reach: those that it declares, and those that its user typed into its settings.
 */

import { isObject } from '../base/json-object.ts'

export interface HostPort {
  /** The host as `canonicalHost` writes it; declared ones may begin with `*.`. */
  host: string
  port: number
}

/** The one who opened a host: the plugin's author, who is unknown to us, or the user. */
export type Claim = 'declared' | 'typed'

export interface PermittedHosts {
  declared: readonly HostPort[]
  typed: readonly HostPort[]
}

/** Returns who opened the host; undefined where nobody did. */
export function claimOn({ declared, typed }: PermittedHosts, { host, port }: HostPort): Claim | undefined {
  const isSame = (open: HostPort) => open.port === port && covers(open.host, host)
  if (typed.some(isSame)) return 'typed'
  return declared.some(isSame) ? 'declared' : undefined
}

/**
 * Writes each host in one way, since `URL` reads every notation of an address. Returns undefined for text that is not a
 * host.
 */
export function canonicalHost(written: string): string | undefined {
  const bracketed = /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(written) ? `[${written}]` : written
  if (!/^(\[[0-9a-f:.]+\]|[^\p{C}\s[\]:/?#@\\%*]+)$/iu.test(bracketed)) return undefined
  const host = URL.parse(`http://${bracketed}`)?.hostname.replace(/\.$/, '')
  return host === undefined || host === '' || host.length > longestHost ? undefined : host
}

/** Returns the problem with a host that a plugin's author declares; undefined when there is none. */
export function declaredHostProblem({ host, port }: { host: unknown; port: unknown }): string | undefined {
  if (!isPort(port)) return 'a port is a number from 1 to 65535'
  if (typeof host !== 'string') return 'a host is text'
  const name = host.startsWith('*.') ? host.slice(2) : host
  if (canonicalHost(name) !== name) return `${JSON.stringify(host)} is no host, or not in lower case`
  if (host !== name && !name.includes('.')) return `${JSON.stringify(host)} stands for too many hosts`
  return undefined
}

type Schema = Readonly<Record<string, unknown>>

/**
 * Returns the hosts in fields whose schema has the format `uri`, or `hostname` with a port beside it. Values that the
 * schema itself supplies come from the author and not from the user: a default, a constant or a choice of given values
 * opens nothing.
 */
export const typedHosts = (schema: Schema, configured: unknown): HostPort[] =>
  hostsIn({ schema, value: configured, given: schema.default, port: undefined })

interface Field {
  schema: Schema
  value: unknown
  /** The value that the schema itself supplies. */
  given: unknown
  /** The value of the port field that belongs to it. */
  port: unknown
}

function hostsIn(field: Field): HostPort[] {
  if (isAuthorsWord(field)) return []
  const branches = branchesOf(field.schema).map((schema) => ({ ...field, schema }))
  return [...inValue(field), ...branches.flatMap(hostsIn)]
}

function inValue({ schema, value, given, port }: Field): HostPort[] {
  if (typeof value === 'string') return inText(schema, value, port)
  if (Array.isArray(value)) {
    const items = schemaIn(schema.items)
    const givenItems: unknown[] = Array.isArray(given) ? given : []
    const isGiven = (item: unknown) => givenItems.some((one) => isSame(one, item))
    return value.filter((item) => !isGiven(item)).flatMap((item) => hostsIn(fieldOf(items, item)))
  }
  if (!isObject(value)) return []
  const givenFields = isObject(given) ? given : {}
  return Object.entries(value).flatMap(([key, inner]) =>
    hostsIn({ ...fieldOf(schemaOf(schema, key), inner, givenFields[key]), port: portBeside(key, value) }),
  )
}

const fieldOf = (schema: Schema, value: unknown, given?: unknown): Field => ({
  schema,
  value,
  given: schema.default ?? given,
  port: undefined,
})

const isAuthorsWord = ({ schema, value, given }: Field): boolean =>
  [schema, ...branchesOf(schema)].some((one) => 'const' in one || 'enum' in one) ||
  (given !== undefined && isSame(given, value))

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function inText({ format }: Schema, value: string, port: unknown): HostPort[] {
  if (format === 'uri') return hostOfUrl(value)
  return hostFormats.includes(format) ? hostPortOf(value, port) : []
}

function hostOfUrl(written: string): HostPort[] {
  const url = URL.parse(written)
  if (url === null) return []
  return hostPortOf(url.hostname, url.port === '' ? usualPorts[url.protocol] : Number(url.port))
}

function hostPortOf(written: string, port: unknown): HostPort[] {
  const host = canonicalHost(written)
  return host === undefined || !isPort(port) ? [] : [{ host, port }]
}

/** Returns the port that belongs to a host: `smtp_port` for `smtp_host`, `port` for `server`. */
function portBeside(key: string, settings: Schema): unknown {
  const own = key.replace(/(hostname|host|server|address)$/, 'port')
  return own === key || settings[own] === undefined ? settings.port : settings[own]
}

const longestHost = 253
const hostFormats: readonly unknown[] = ['hostname', 'idn-hostname', 'ipv4', 'ipv6']
const usualPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'ws:': 80,
  'wss:': 443,
  'mqtt:': 1883,
  'mqtts:': 8883,
  'nats:': 4222,
  'tls:': 4222,
  'smtp:': 587,
  'smtps:': 465,
  'imap:': 143,
  'imaps:': 993,
}

const covers = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern

const isPort = (port: unknown): port is number => Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536
const schemaIn = (value: unknown): Schema => (isObject(value) ? value : {})
const schemaOf = ({ properties, additionalProperties }: Schema, key: string): Schema => {
  const own = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties
  return schemaIn(own)
}
const branchesOf = ({ allOf, anyOf, oneOf }: Schema): Schema[] =>
  [allOf, anyOf, oneOf].flatMap((branches) => (Array.isArray(branches) ? branches.filter(isObject) : []))
