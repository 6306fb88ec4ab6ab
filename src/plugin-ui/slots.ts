/** The slots in which a plugin draws: it registers a function for each slot while its module is loaded. */
import type { Host } from './host.ts'
import type { Tree, Ui } from './nodes.ts'

/** What the page passes to each slot. */
export interface SlotProps {
  'sidebar.panel': Record<never, never>
  'message.toolbar': { msgRowid: number; fromMe: boolean }
  /** A string that identifies the conversation; its form is not guaranteed. */
  'compose.extension': { handle: string }
  'settings.page': Record<never, never>
}
export type SlotName = keyof SlotProps

export interface Drawing {
  slot: SlotName
  ui: Ui
  host: Host
  /** State of this mount only, kept from one drawing to the next. */
  state: Record<string, unknown>
  /** Draws this mount again. */
  redraw(): void
}

export type Draw<S extends SlotName> = (given: SlotProps[S] & Drawing) => Tree | Promise<Tree>
/** Draws into an element of the plugin's own frame, and returns a function that cleans up. */
export type DrawView = (element: HTMLElement, given: Pick<Drawing, 'host'>) => undefined | (() => void)

/** A React component. A frame cannot draw it, and skips it. */
export type SlotComponent<S extends SlotName> = (props: SlotProps[S] & Pick<Drawing, 'slot' | 'host'>) => unknown

export interface Registered {
  slots: Map<SlotName, Draw<SlotName>>
  components: Map<SlotName, SlotComponent<SlotName>>
  views: Map<SlotName, DrawView>
}

/** The registrations of the plugin whose module is being loaded; modules load one after the other. */
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

/** Registers a slot with a tree. A slot that this page does not know is never drawn. */
export function registerSlot<S extends SlotName>(slot: S, draw: Draw<S>): void {
  loading?.slots.set(slot, draw as Draw<SlotName>)
}

/** Registers a component instead of a tree, for a plugin that has its user's full trust. */
export function registerComponent<S extends SlotName>(slot: S, component: SlotComponent<S>): void {
  loading?.components.set(slot, component as SlotComponent<SlotName>)
}

/**
 * Registers a view for what no tree can show: the plugin's frame itself is shown in the page at its own height, at most
 * 800 pixels.
 */
export function registerView(slot: 'sidebar.panel' | 'settings.page', draw: DrawView): void {
  loading?.views.set(slot, draw)
}
