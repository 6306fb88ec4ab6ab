/** The nodes with which a plugin draws: the page shows a tree of them with its own controls, in its own style. */

/** The meaning of a node; the theme chooses the colour. */
export type Tone = 'plain' | 'muted' | 'good' | 'warning' | 'bad'

interface Pressable {
  label: string
  /** One of the page's icons, such as `languages`; an unknown name shows none. */
  icon?: string
}

export type PluginNode =
  | { type: 'text'; text: string; tone?: Tone; strong?: boolean }
  | { type: 'icon'; name: string; label?: string }
  | ({ type: 'button'; kind?: 'plain' | 'primary' | 'quiet'; disabled?: boolean; onPress?: () => unknown } & Pressable)
  /** Opens another site in a new tab: `https:`, `http:` or `mailto:`. */
  | { type: 'link'; label: string; href: string }
  | { type: 'toggle'; label: string; value: boolean; onChange?: (value: boolean) => unknown }
  | {
      type: 'select'
      label: string
      value: string
      options: readonly { value: string; label: string }[]
      onChange?: (value: string) => unknown
    }
  | {
      type: 'input'
      label: string
      value?: string
      placeholder?: string
      /** Called during typing, a moment after the last key. */
      onChange?: (value: string) => unknown
      /** Called on Enter. */
      onSubmit?: (value: string) => unknown
    }
  | { type: 'badge'; text: string; tone?: Tone }
  /** From 0 to `max`, which is 1 by default; without a value the progress is indeterminate. */
  | { type: 'progress'; label: string; value?: number; max?: number }
  | { type: 'row'; children: readonly PluginNode[] }
  | { type: 'column'; children: readonly PluginNode[] }
  | { type: 'list'; children: readonly PluginNode[] }
  | { type: 'divider' }
  /** Only `data:` URLs: PNG, JPEG, WebP, AVIF or GIF. */
  | { type: 'image'; src: string; alt: string; width?: number; height?: number }
  | { type: 'spinner'; label: string }
  | { type: 'bars'; label: string; bars: readonly { label: string; value: number }[] }

/** Null draws nothing. */
export type Tree = PluginNode | null

type Fields<T extends PluginNode['type']> = Omit<Extract<PluginNode, { type: T }>, 'type'>
type Of<T extends PluginNode['type']> = Extract<PluginNode, { type: T }>
type Child = PluginNode | null | false | undefined

const present = (children: readonly Child[]): PluginNode[] => children.filter((child) => !!child)

/** Creates nodes; writing them as objects is equivalent. */
export const ui = {
  text: (text: string, look: Pick<Of<'text'>, 'tone' | 'strong'> = {}): Of<'text'> => ({ type: 'text', text, ...look }),
  icon: (name: string, label?: string): Of<'icon'> => ({ type: 'icon', name, ...(label !== undefined && { label }) }),
  button: (fields: Fields<'button'>): Of<'button'> => ({ type: 'button', ...fields }),
  link: (fields: Fields<'link'>): Of<'link'> => ({ type: 'link', ...fields }),
  toggle: (fields: Fields<'toggle'>): Of<'toggle'> => ({ type: 'toggle', ...fields }),
  select: (fields: Fields<'select'>): Of<'select'> => ({ type: 'select', ...fields }),
  input: (fields: Fields<'input'>): Of<'input'> => ({ type: 'input', ...fields }),
  badge: (text: string, tone: Tone = 'plain'): Of<'badge'> => ({ type: 'badge', text, tone }),
  progress: (fields: Fields<'progress'>): Of<'progress'> => ({ type: 'progress', ...fields }),
  row: (...children: Child[]): Of<'row'> => ({ type: 'row', children: present(children) }),
  column: (...children: Child[]): Of<'column'> => ({ type: 'column', children: present(children) }),
  list: (...children: Child[]): Of<'list'> => ({ type: 'list', children: present(children) }),
  divider: (): Of<'divider'> => ({ type: 'divider' }),
  image: (fields: Fields<'image'>): Of<'image'> => ({ type: 'image', ...fields }),
  spinner: (label: string): Of<'spinner'> => ({ type: 'spinner', label }),
  bars: (fields: Fields<'bars'>): Of<'bars'> => ({ type: 'bars', ...fields }),
}

export type Ui = typeof ui
