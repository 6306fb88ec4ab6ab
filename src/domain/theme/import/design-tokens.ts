/**
 * Reads the format of the Design Tokens Community Group (2025.10): nested groups of tokens with `$type` and `$value`.
 */
import { themeModes } from '../../../contract/theme.ts'
import type { Plain } from './plain.ts'
import { isPlain } from './plain.ts'

/** The tokens by mode, where the file names its groups by mode; their names are the paths in the file. */
export type FoundTokens = Map<'light' | 'dark' | 'any', [name: string, value: unknown][]>

const deepest = 12
const mostTokens = 1_000

export function designTokens(file: Plain): FoundTokens {
  const found: FoundTokens = new Map()
  let count = 0
  const walk = (group: Plain, path: readonly string[]): void => {
    for (const [key, value] of Object.entries(group)) {
      if (key.startsWith('$') || !isPlain(value) || path.length >= deepest || count >= mostTokens) continue
      const place = [...path, key]
      if ('$value' in value) {
        count += 1
        put(found, place, literal(resolved(value.$value, file)))
      } else walk(value, place)
    }
  }
  walk(file, [])
  return found
}

function put(found: FoundTokens, path: readonly string[], value: unknown): void {
  const mode = themeModes.find((each) => path.includes(each)) ?? 'any'
  const name = path.filter((part) => part !== mode && part !== 'root' && part !== 'default').join('-')
  found.set(mode, [...(found.get(mode) ?? []), [name, value]])
}

/** `{group.token}` refers to the value of that token, which may be a reference, too. */
function resolved(value: unknown, file: Plain): unknown {
  let current = value
  for (let step = 0; step < deepest; step++) {
    const [, path] = typeof current === 'string' ? (/^\{([^{}]{1,200})\}$/.exec(current) ?? []) : []
    if (path === undefined) return current
    let target: unknown = file
    for (const part of path.split('.'))
      target = isPlain(target) && Object.hasOwn(target, part) ? target[part] : undefined
    current = isPlain(target) ? target.$value : undefined
  }
  return undefined
}

/** Converts colours and dimensions, which are objects in that format, to literals. */
function literal(value: unknown): unknown {
  if (!isPlain(value)) return value
  if (typeof value.value === 'number') return `${value.value}${typeof value.unit === 'string' ? value.unit : ''}`
  const { colorSpace, components, alpha, hex } = value
  if (typeof hex === 'string' && (alpha === undefined || alpha === 1)) return hex
  if (!Array.isArray(components) || typeof colorSpace !== 'string') return undefined
  const parts = components.map((part) => (part === 'none' ? 'none' : Number(part)))
  return written(colorSpace, parts, typeof alpha === 'number' ? alpha : 1)
}

function written(space: string, [a, b, c]: (number | string)[], alpha: number): string | undefined {
  if (a === undefined || b === undefined || c === undefined) return undefined
  const percent = (part: number | string) => (typeof part === 'number' ? `${part * 100}%` : part)
  switch (space) {
    case 'srgb':
      return `rgb(${percent(a)} ${percent(b)} ${percent(c)} / ${alpha})`
    case 'hsl':
      return `hsl(${a} ${b}% ${c}% / ${alpha})`
    case 'oklch':
    case 'oklab':
      return `${space}(${a} ${b} ${c} / ${alpha})`
    default:
      return undefined
  }
}
