/** Checks a tree that a plugin sent: unknown nodes are omitted, and exceeding a limit is a breach. */
import type { PluginNode, Tone } from '../../../src/plugin-ui/nodes.ts'
import { limits } from '../../../src/plugin-ui/protocol.ts'

type Handlers = 'onPress' | 'onChange' | 'onSubmit'
/** A node with a number in place of each handler. */
type Sent<N> = N extends unknown ? { [K in keyof N]: K extends Handlers ? number | undefined : N[K] } : never
interface Container {
  type: 'row' | 'column' | 'list'
  children: SafeNode[]
}
export type SafeNode = Container | Sent<Exclude<PluginNode, { children: unknown }>>

export type CheckedTree = { tree: SafeNode | null } | { breach: string }

class Breach extends Error {}

interface Spent {
  nodes: number
  text: number
}

type Given = Record<string, unknown>

export function checkTree(value: unknown): CheckedTree {
  try {
    return { tree: node(value, 1, { nodes: 0, text: 0 }) ?? null }
  } catch (error) {
    if (error instanceof Breach) return { breach: error.message }
    throw error
  }
}

function node(value: unknown, depth: number, spent: Spent): SafeNode | undefined {
  if (!isRecord(value)) return undefined
  if (depth > limits.depth) throw new Breach(`more than ${limits.depth} levels`)
  if (++spent.nodes > limits.nodes) throw new Breach(`more than ${limits.nodes} nodes`)
  const read = readers[value.type as PluginNode['type']]
  return Object.hasOwn(readers, String(value.type)) ? read(value, { depth, spent }) : undefined
}

type Reader = (given: Given, at: { depth: number; spent: Spent }) => SafeNode | undefined
type At = Parameters<Reader>[1]

function text(value: unknown, { spent }: At): string | undefined {
  if (typeof value !== 'string') return undefined
  spent.text += value.length
  if (spent.text > limits.textLength) throw new Breach(`more than ${limits.textLength} characters`)
  return value
}

const texts = (value: unknown, at: At): string => text(value, at) ?? ''
const handler = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? Number(value) : undefined)
const number = (value: unknown): number | undefined => (Number.isFinite(value) ? Number(value) : undefined)
const listed = (value: unknown): Given[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const oneOf = <T extends string>(value: unknown, known: readonly T[]): T | undefined =>
  known.find((one) => one === value)

const tones: readonly Tone[] = ['plain', 'muted', 'good', 'warning', 'bad']
const toneOf = (value: unknown): Tone => oneOf(value, tones) ?? 'plain'

const children = ({ children: given }: Given, { depth, spent }: At): SafeNode[] =>
  listed(given).flatMap((child) => node(child, depth + 1, spent) ?? [])

const container =
  (type: 'row' | 'column' | 'list'): Reader =>
  (given, at) => ({ type, children: children(given, at) })

const picture = /^data:image\/(?:png|jpeg|webp|avif|gif);base64,[A-Za-z0-9+/=]+$/
const largestSide = 800
const mostItems = 60

const readers: Record<PluginNode['type'], Reader> = {
  text: (given, at) => ({
    ...{ type: 'text', text: texts(given.text, at), tone: toneOf(given.tone), strong: given.strong === true },
  }),
  icon: ({ name, label }, at) => ({ type: 'icon', name: texts(name, at), label: text(label, at) }),
  button: ({ label, icon, kind, disabled, onPress }, at) => ({
    ...{ type: 'button', label: texts(label, at), icon: text(icon, at), disabled: disabled === true },
    kind: oneOf(kind, ['plain', 'primary', 'quiet'] as const),
    onPress: handler(onPress),
  }),
  link(given, at) {
    const href = leadingOut(given.href)
    return href === undefined ? undefined : { type: 'link', label: texts(given.label, at), href }
  },
  toggle: ({ label, value, onChange }, at) => ({
    ...{ type: 'toggle', label: texts(label, at), value: value === true, onChange: handler(onChange) },
  }),
  select: ({ label, value, options, onChange }, at) => ({
    ...{ type: 'select', label: texts(label, at), value: texts(value, at), onChange: handler(onChange) },
    options: listed(options)
      .slice(0, mostItems)
      .map((option) => ({ value: texts(option.value, at), label: texts(option.label, at) })),
  }),
  input: ({ label, value, placeholder, onChange, onSubmit }, at) => ({
    ...{ type: 'input', label: texts(label, at), value: text(value, at), placeholder: text(placeholder, at) },
    ...{ onChange: handler(onChange), onSubmit: handler(onSubmit) },
  }),
  badge: (given, at) => ({ type: 'badge', text: texts(given.text, at), tone: toneOf(given.tone) }),
  progress: ({ label, value, max }, at) => ({
    ...{ type: 'progress', label: texts(label, at), value: number(value), max: number(max) },
  }),
  row: container('row'),
  column: container('column'),
  list: container('list'),
  divider: () => ({ type: 'divider' }),
  image({ src, alt, width, height }, at) {
    if (typeof src !== 'string' || !picture.test(src)) return undefined
    const side = (value: unknown) => Math.min(largestSide, Math.max(1, number(value) ?? largestSide))
    return { type: 'image', src, alt: texts(alt, at), width: side(width), height: side(height) }
  },
  spinner: ({ label }, at) => ({ type: 'spinner', label: texts(label, at) }),
  bars: ({ label, bars }, at) => ({
    ...{ type: 'bars', label: texts(label, at) },
    bars: listed(bars)
      .slice(0, mostItems)
      .map((bar) => ({ label: texts(bar.label, at), value: Math.max(0, number(bar.value) ?? 0) })),
  }),
}

const schemes = ['https:', 'http:', 'mailto:']

function leadingOut(value: unknown): string | undefined {
  const url = typeof value === 'string' && value.length <= 2_000 ? URL.parse(value) : null
  return url !== null && schemes.includes(url.protocol) ? url.href : undefined
}

const isRecord = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
