/** Evaluates what belongs to System Events in expressions: processes, their windows, and the elements in these. */
import type { MessagesApp } from '../messages-app.ts'
import { appleErrors } from './apple-error.ts'
import type { ElementClass } from './syntax.ts'
import type { UiClass, UiElement, UiValue } from './ui-element.ts'
import { asNumber, asText, equal, isReference, quoted, type Value } from './value.ts'

export const systemEventsName = 'System Events'

const uiClasses: ReadonlySet<ElementClass> = new Set<UiClass>(['process', 'window', 'attribute', 'action'])
export const isUiClass = (name: ElementClass): name is UiClass => uiClasses.has(name)

const reference = (element: UiElement): Value => ({ ref: 'ui', element })

/** Returns a property in the form in which scripts get it. */
export function uiProperty(element: UiElement, name: string): Value | undefined {
  const value = element.get(name)
  return value === undefined || value === null || typeof value !== 'object' ? value : referring(value)
}

const referring = (value: Extract<UiValue, object>): Value => ('get' in value ? reference(value) : value.map(reference))

export function uiElements(kind: UiClass, container: Value | undefined, app: MessagesApp): readonly Value[] {
  return uiElementOf(container, app).all(kind).map(reference)
}

/** Finds an element by its position or its name. */
export function uiElementNamed(kind: UiClass, all: readonly Value[], key: Value): Value {
  const found = typeof key === 'number' ? all.at(asNumber(key) - 1) : all.find((each) => equal(nameOf(each), key))
  if (found !== undefined) return found
  throw typeof key === 'number'
    ? appleErrors.invalidIndex(`${kind} ${asText(key)}`)
    : appleErrors.cannotGet(`${kind} ${quoted(key)}`)
}

const nameOf = (value: Value): Value =>
  isReference(value) && value.ref === 'ui' ? (uiProperty(value.element, 'name') ?? null) : null

export function uiElementOf(value: Value | undefined, app: MessagesApp): UiElement {
  if (value !== undefined && isReference(value)) {
    if (value.ref === 'ui') return value.element
    if (value.ref === 'application' && value.name === systemEventsName) return app.systemEvents()
  }
  throw appleErrors.cannotGet('UI element')
}
