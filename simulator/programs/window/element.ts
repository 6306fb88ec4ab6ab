/** Builds an element of a simulated window from a description. */
import { appleErrors } from '../osascript/apple-error.ts'
import type { UiElement, UiValue } from '../osascript/ui-element.ts'

interface Described {
  name?: string
  role?: string
  identifier?: string
  description?: string
  value?: () => string
  write?: (value: string) => void
  parent?: () => UiElement
  /** The actions by their names in System Events. */
  actions?: ReadonlyMap<string, () => void>
  /** The elements of all levels, as `entire contents` lists them. */
  contents?: () => readonly UiElement[]
}

export function elementOf(described: Described): UiElement {
  const { name, role, identifier, description, value, write, parent, actions, contents } = described
  const attributes = new Map<string, () => UiValue>([
    ...(identifier === undefined ? [] : [['AXIdentifier', () => identifier] as const]),
    ...(value === undefined ? [] : [['AXValue', value] as const]),
    ...(parent === undefined ? [] : [['AXParent', () => parent()] as const]),
  ])
  const properties: Record<string, () => UiValue> = {
    name: () => name ?? null,
    role: () => role ?? 'AXGroup',
    description: () => description ?? null,
    value: () => value?.() ?? null,
    'entire contents': () => contents?.() ?? [],
  }
  return {
    get: (property) => properties[property]?.(),
    set(property, given) {
      if (property !== 'value' || write === undefined) throw appleErrors.handlerFailed()
      write(given)
    },
    all: (kind) => {
      if (kind === 'attribute') return [...attributes].map(([key, read]) => propertyOf(key, read))
      if (kind === 'action') return [...(actions ?? [])].map(([key, perform]) => actionOf(key, perform))
      return []
    },
    perform: () => {
      throw appleErrors.handlerFailed()
    },
  }
}

const bare = { set: () => undefined, all: () => [], perform: () => undefined }

const propertyOf = (name: string, read: () => UiValue): UiElement => ({
  ...bare,
  get: (property) => (property === 'name' ? name : property === 'value' ? read() : undefined),
})

const actionOf = (name: string, perform: () => void): UiElement => ({
  ...bare,
  get: (property) => (property === 'name' ? name : undefined),
  perform,
})
