/** An edit in progress in the window: a field with the old text, and the buttons that send or cancel it. */
import type { UiElement } from '../osascript/ui-element.ts'
import { elementOf } from './element.ts'
import type { ShownMessage } from './shown-messages.ts'

export interface EditUnderWay {
  of: ShownMessage
  /** The text in the field. */
  text: string
}

interface Buttons {
  /** Whether the field accepts what is written to it. */
  takesText(): boolean
  send(): void
  cancel(): void
}

export function editElements(edit: EditUnderWay, { takesText, send, cancel }: Buttons): UiElement[] {
  const button = (description: string, press: () => void): UiElement =>
    elementOf({ role: 'AXButton', description, actions: new Map([['AXPress', press]]), parent: () => group })
  const all = [
    elementOf({
      role: 'AXTextField',
      value: () => edit.text,
      write: (text) => {
        if (takesText()) edit.text = text
      },
    }),
    button('Cancel edit', cancel),
    button('Send edit', send),
  ]
  const group = elementOf({ contents: () => all })
  return all
}
