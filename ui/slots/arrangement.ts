/**
 * Stores which plugins are hidden in a slot and the order of the others, in this browser for all of its tabs, and sorts
 * them by it.
 */
import { create } from 'zustand'
import { objectIn } from '../../src/base/json-object.ts'
import type { PluginSlot } from '../../src/contract/plugin-page.ts'
import type { SlotName } from '../../src/contract/plugin-slots.ts'

type SlotEntry = Pick<PluginSlot, 'plugin' | 'slot' | 'title'>

export interface Arrangement {
  /** Names of plugins, by slot. */
  hidden: Partial<Record<SlotName, readonly string[]>>
  order: Partial<Record<SlotName, readonly string[]>>
}

export const nothingArranged: Arrangement = { hidden: {}, order: {} }

export function inOrder<P extends SlotEntry>(placed: readonly P[], { order }: Pick<Arrangement, 'order'>): P[] {
  const rank = ({ slot, plugin }: P) => {
    const at = order[slot]?.indexOf(plugin) ?? -1
    return at === -1 ? Number.POSITIVE_INFINITY : at
  }
  return placed.toSorted((one, other) => {
    const [first, second] = [rank(one), rank(other)]
    return first === second ? one.title.localeCompare(other.title) : first - second
  })
}

export const arranged = <P extends SlotEntry>(placed: readonly P[], arrangement: Arrangement): P[] =>
  inOrder(
    placed.filter(({ slot, plugin }) => !isHidden(arrangement, { slot, plugin })),
    arrangement,
  )

type SlotOfPlugin = Pick<PluginSlot, 'slot' | 'plugin'>

export const isHidden = ({ hidden }: Pick<Arrangement, 'hidden'>, { slot, plugin }: SlotOfPlugin): boolean =>
  hidden[slot]?.includes(plugin) === true

export function withShown(now: Arrangement, { slot, plugin }: SlotOfPlugin, isShown: boolean): Arrangement {
  const others = (now.hidden[slot] ?? []).filter((name) => name !== plugin)
  return { ...now, hidden: { ...now.hidden, [slot]: isShown ? others : [...others, plugin] } }
}

/** Moves a plugin up by one position; `names` is the current order. */
export function withEarlier(now: Arrangement, { slot, plugin }: SlotOfPlugin, names: readonly string[]): Arrangement {
  const at = names.indexOf(plugin)
  const before = names[at - 1]
  if (before === undefined) return now
  return { ...now, order: { ...now.order, [slot]: names.with(at - 1, plugin).with(at, before) } }
}

/** Reads an arrangement. Anything else counts as an empty one. */
export function readArrangement(text: string | null): Arrangement {
  try {
    const { hidden, order } = JSON.parse(text ?? '{}') as Partial<Arrangement>
    return { hidden: namesBySlot(hidden), order: namesBySlot(order) }
  } catch {
    return nothingArranged
  }
}

function namesBySlot(value: unknown): Arrangement['hidden'] {
  return Object.fromEntries(
    Object.entries(objectIn(value)).filter(
      ([, names]) => Array.isArray(names) && names.every((name) => typeof name === 'string'),
    ),
  )
}

const storageKey = 'plugin_places'
const remembered = (): Arrangement => readArrangement(localStorage.getItem(storageKey))

export const useArrangement = create<Arrangement>(() =>
  globalThis.localStorage === undefined ? nothingArranged : remembered(),
)

export function arrange(change: (now: Arrangement) => Arrangement): void {
  useArrangement.setState(change)
  localStorage.setItem(storageKey, JSON.stringify(useArrangement.getState()))
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storageKey) useArrangement.setState(remembered())
})
