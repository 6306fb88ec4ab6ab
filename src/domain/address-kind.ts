/**
 * Classifies an IP address: part of the Internet, of a private network, or of a range that nothing is ever sent to. It
 * uses no package, because the egress process may read none, and looks into IPv6 addresses that carry an IPv4 address.
 */

export type AddressKind = 'public' | 'private' | 'loopback' | 'link-local' | 'multicast' | 'reserved' | 'metadata'

/** Text that is not an address counts as reserved. */
export function addressKind(address: string): AddressKind {
  const bytes = bytesOf(address)
  return bytes === undefined ? 'reserved' : kindOf(bytes)
}

interface Range {
  start: readonly number[]
  bits: number
  kind: AddressKind
}

/**
 * 198.18.0.0/15 counts as public on purpose: proxies on the Mac itself map every name of the Internet to it.
 * 192.0.0.0/24 and 169.254.0.0/16 do not count as public on purpose: clouds keep the secrets of their machines there.
 */
const ranges = [
  // Clouds keep the secrets of their machines at these addresses, within ranges that are harmless otherwise.
  range('100.100.100.200/32', 'metadata'),
  range('168.63.129.16/32', 'metadata'),
  range('fd00:ec2::254/128', 'metadata'),
  range('fd20:ce::254/128', 'metadata'),
  range('0.0.0.0/8', 'reserved'),
  range('10.0.0.0/8', 'private'),
  range('100.64.0.0/10', 'private'),
  range('127.0.0.0/8', 'loopback'),
  range('169.254.0.0/16', 'link-local'),
  range('172.16.0.0/12', 'private'),
  range('192.0.0.0/24', 'reserved'),
  range('192.168.0.0/16', 'private'),
  range('224.0.0.0/4', 'multicast'),
  range('240.0.0.0/4', 'reserved'),
  range('::/128', 'reserved'),
  range('::1/128', 'loopback'),
  range('2001::/32', 'private'),
  range('fc00::/7', 'private'),
  range('fe80::/10', 'link-local'),
  range('fec0::/10', 'private'),
  range('ff00::/8', 'multicast'),
]

/** Ranges that carry an IPv4 address, whose kind decides. Where it is public, the `kind` of the carrier applies. */
const carriers = [
  { ...range('::/96', 'private'), at: 12 },
  { ...range('::ffff:0:0/96', 'private'), at: 12 },
  { ...range('::ffff:0:0:0/96', 'private'), at: 12 },
  { ...range('64:ff9b::/96', 'public'), at: 12 },
  { ...range('64:ff9b:1::/48', 'private'), at: 12 },
  { ...range('2002::/16', 'public'), at: 2 },
]

function kindOf(bytes: readonly number[]): AddressKind {
  const own = ranges.find((each) => within(each, bytes))
  if (own !== undefined) return own.kind
  const carrier = carriers.find((each) => within(each, bytes))
  if (carrier === undefined) return 'public'
  const carried = kindOf(bytes.slice(carrier.at, carrier.at + 4))
  return carried === 'public' ? carrier.kind : carried
}

function range(written: string, kind: AddressKind): Range {
  const [start = '', bits] = written.split('/')
  return { start: bytesOf(start) ?? [], bits: Number(bits), kind }
}

const within = ({ start, bits }: Range, bytes: readonly number[]): boolean =>
  bytes.length === start.length &&
  start.every((byte, index) => {
    const mask = (0xff << (8 - Math.min(8, Math.max(0, bits - 8 * index)))) & 0xff
    return ((bytes[index] as number) & mask) === byte
  })

/** `URL` reads every notation of an address and writes a single one. */
function bytesOf(address: string): number[] | undefined {
  const [withoutZone = ''] = address.split('%')
  const host = URL.parse(`http://${address.includes(':') ? `[${withoutZone}]` : withoutZone}`)?.hostname ?? ''
  if (host.startsWith('[')) return bytesOfIpv6(host.slice(1, -1))
  return /^\d+(\.\d+){3}$/.test(host) ? host.split('.').map(Number) : undefined
}

function bytesOfIpv6(canonical: string): number[] {
  const [head = [], tail = []] = canonical
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean).flatMap(pairOf))
  return [...head, ...Array<number>(16 - head.length - tail.length).fill(0), ...tail]
}

function pairOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 0xff]
}
