/** What System Events lets scripts see and do of other programs: elements with properties, parts and actions. */

export type UiClass = 'process' | 'window' | 'attribute' | 'action'

export type UiValue = string | number | boolean | null | UiElement | readonly UiElement[]

export interface UiElement {
  /** Undefined for a property that this kind of element does not have. */
  get(property: string): UiValue | undefined
  /** What an element takes to be written; throws where it cannot. */
  set(property: string, value: string): void
  all(kind: UiClass): readonly UiElement[]
  perform(): void
}
