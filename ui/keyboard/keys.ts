/** Parses and formats the keys of commands: `mod+shift+f`, `alt+ArrowUp`, `/`. */

export interface Pressed {
  key: string
  code: string
  metaKey: boolean
  ctrlKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const isMac = (platform: string = navigator.platform): boolean => /mac|iphone|ipad/i.test(platform)

/** Whether a key press matches written keys. */
export function fits(written: string, pressed: Pressed, mac: boolean = isMac()): boolean {
  const parts = written === '+' ? ['+'] : written.split('+')
  const key = parts.at(-1) ?? ''
  const held = (name: string) => parts.slice(0, -1).includes(name)
  const mod = mac ? pressed.metaKey : pressed.ctrlKey
  const other = mac ? pressed.ctrlKey : pressed.metaKey
  if (mod !== held('mod') || other || pressed.altKey !== held('alt')) return false
  // A sign such as `?` needs Shift on some keyboards and not on others.
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key)
  if (!isSign && pressed.shiftKey !== held('shift')) return false
  return (
    pressed.key.toLowerCase() === key.toLowerCase() ||
    pressed.code === `Key${key.toUpperCase()}` ||
    pressed.code === `Digit${key}`
  )
}

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
}

/** Formats keys for people: `⌘⇧F`, `Ctrl+Shift+F`. */
export function keyLabel(written: string, mac: boolean = isMac()): string {
  const onMac: Readonly<Record<string, string>> = { mod: '⌘', alt: '⌥', shift: '⇧' }
  const elsewhere: Readonly<Record<string, string>> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' }
  const parts = written === '+' ? ['+'] : written.split('+')
  const names = parts.map(
    (part) => (mac ? onMac : elsewhere)[part] ?? signs[part] ?? (part.length === 1 ? part.toUpperCase() : part),
  )
  return names.join(mac ? '' : '+')
}
