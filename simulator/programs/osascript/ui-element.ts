/**
 * The interface through which System Events lets scripts see and operate other programs: elements with properties,
 * parts and actions.
 */

export type UiClass = 'process' | 'window' | 'attribute' | 'action'

export type UiValue = string | number | boolean | null | UiElement | readonly UiElement[]

export interface UiElement {
  /** Undefined for a property that this kind of element does not have. */
  get(property: string): UiValue | undefined
  /** Writes a property; throws if the element cannot be written to. */
  set(property: string, value: string): void
  all(kind: UiClass): readonly UiElement[]
  perform(): void
}
