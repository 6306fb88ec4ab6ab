/** Decides what a key press means while somebody writes. */

interface Pressed {
  key: string
  shiftKey: boolean
  altKey: boolean
  metaKey: boolean
  ctrlKey: boolean
  isComposing: boolean
  keyCode: number
}

/** Safari reports key code 229 for the Enter that ends a composition. */
const isComposed = ({ isComposing, keyCode }: Pressed): boolean => isComposing || keyCode === 229

export function sends(pressed: Pressed, entersSend: boolean): boolean {
  if (pressed.key !== 'Enter' || isComposed(pressed) || pressed.shiftKey || pressed.altKey) return false
  return entersSend || pressed.metaKey || pressed.ctrlKey
}

/** ArrowUp in an empty field leads to the user's own last message. */
export const leadsUp = (pressed: Pressed, text: string): boolean =>
  pressed.key === 'ArrowUp' && text === '' && !isComposed(pressed) && !pressed.shiftKey && !pressed.altKey
