/** Where a plugin draws, and with what: it registers a function for each slot while its module is loaded. */
import type { Host } from './host.ts'
import type { Tree, Ui } from './nodes.ts'

/** What the page tells in each slot. */
export interface SlotProps {
  'sidebar.panel': Record<never, never>
  'message.toolbar': { msgRowid: number; fromMe: boolean }
  /** A string that stands for the conversation; its form is not promised. */
  'compose.extension': { handle: string }
  'settings.page': Record<never, never>
}
export type SlotName = keyof SlotProps

export interface Drawing {
  slot: SlotName
  ui: Ui
  host: Host
  /** Of this place alone, kept from one drawing to the next. */
  state: Record<string, unknown>
  /** Draws this place again. */
  redraw(): void
}

export type Draw<S extends SlotName> = (given: SlotProps[S] & Drawing) => Tree | Promise<Tree>
/** Draws into an element of the plugin's own frame, and returns what ends it. */
export type DrawView = (element: HTMLElement, given: Pick<Drawing, 'host'>) => undefined | (() => void)

/** A component of React. It has nothing to draw with in a frame: there it is passed over. */
export type SlotComponent<S extends SlotName> = (props: SlotProps[S] & Pick<Drawing, 'slot' | 'host'>) => unknown

export interface Registered {
  slots: Map<SlotName, Draw<SlotName>>
  components: Map<SlotName, SlotComponent<SlotName>>
  views: Map<SlotName, DrawView>
}

/** Of the plugin whose module is being loaded; one after the other. */
let loading: Registered | undefined
let turn: Promise<unknown> = Promise.resolve()

/** Resolves with what the module registered while it was loaded. */
export function registeredBy(load: () => Promise<unknown>): Promise<Registered> {
  const next = turn.then(async () => {
    const registered: Registered = { slots: new Map(), components: new Map(), views: new Map() }
    loading = registered
    try {
      await load()
      return registered
    } finally {
      loading = undefined
    }
  })
  turn = next.catch(() => undefined)
  return next
}

/** A slot that this page does not know is never drawn. */
export function registerSlot<S extends SlotName>(slot: S, draw: Draw<S>): void {
  loading?.slots.set(slot, draw as Draw<SlotName>)
}

/** In the place of a tree, where the plugin has its user's full trust. */
export function registerComponent<S extends SlotName>(slot: S, component: SlotComponent<S>): void {
  loading?.components.set(slot, component as SlotComponent<SlotName>)
}

/** For what no tree can show: the plugin's frame itself stands in the page, as high as it is, 800 pixels at most. */
export function registerView(slot: 'sidebar.panel' | 'settings.page', draw: DrawView): void {
  loading?.views.set(slot, draw)
}
