/** What System Events lets scripts see and do of other programs: elements with properties, parts and actions. */
import type { Value } from './value.ts'

export type UiClass = 'process' | 'window' | 'attribute' | 'action'

export interface UiElement {
  /** Undefined for a property that this kind of element does not have. */
  get(property: string): Value | undefined
  /** What an element takes to be written; throws where it cannot. */
  set(property: string, value: Value): void
  all(kind: UiClass): readonly UiElement[]
  perform(): void
}
