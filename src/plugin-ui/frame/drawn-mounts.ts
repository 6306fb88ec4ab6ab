/** The mounts in which this frame draws: each with its props, its state and the handlers of its last tree. */
import type { Host } from '../host.ts'
import { ui } from '../nodes.ts'
import { type FromFrame, type FromPage, limits, type Mount } from '../protocol.ts'
import type { Registered, SlotName } from '../slots.ts'
import { type WrittenTree, writtenTree } from './written-tree.ts'

interface Drawn {
  mount: Mount
  state: Record<string, unknown>
  handlers: WrittenTree['handlers']
  /** The number of the current drawing: an earlier one may finish later. */
  turn: number
  redrawsAt: ReturnType<typeof setTimeout> | undefined
}

interface Deps {
  registered: Registered
  host: Host
  send(message: FromFrame): void
  failed(slot: string | null, error: unknown): void
}

/** The shortest time between two drawings: no screen shows more. */
const frameMs = Math.ceil(1_000 / limits.updatesPerSecond) + 3

export function drawnMounts({ registered, host, send, failed }: Deps) {
  const places = new Map<string, Drawn>()
  let ready: { mount: string; tree: unknown }[] = []
  let lastSlot: SlotName | null = null

  const flush = (): void => {
    for (const trees of inMessages(ready)) send({ type: 'trees', trees })
    ready = []
  }
  const put = (mount: string, tree: unknown): void => {
    if (ready.push({ mount, tree }) === 1) queueMicrotask(flush)
  }
  const draw = async (place: Drawn): Promise<void> => {
    const { id, slot, props } = place.mount
    lastSlot = slot
    const turn = ++place.turn
    const given = { ...props, slot, ui, host, state: place.state, redraw: () => redraw(place) }
    try {
      const drawing = registered.slots.get(slot)?.(given as never) ?? null
      const { tree, handlers } = writtenTree(drawing instanceof Promise ? await drawing : drawing)
      if (place.turn !== turn || places.get(id) !== place) return
      requireSize(tree)
      place.handlers = handlers
      put(id, tree)
    } catch (error) {
      failed(slot, error)
    }
  }
  const redraw = (place: Drawn): void => {
    place.redrawsAt ??= setTimeout(() => {
      place.redrawsAt = undefined
      void draw(place)
    }, frameMs)
  }
  const use = async (place: Drawn, handler: number, value: unknown): Promise<void> => {
    lastSlot = place.mount.slot
    try {
      await place.handlers[handler]?.(value)
      redraw(place)
    } catch (error) {
      failed(place.mount.slot, error)
    }
  }

  return {
    /** The slot in which the plugin's code ran last: a later uncaught error most likely began there. */
    lastSlot: () => lastSlot,
    redrawAll: () => places.forEach(redraw),
    take(message: Exclude<FromPage, { type: 'ping' | 'answer' | 'refusal' | 'surroundings' }>): void {
      if (message.type === 'unmount') for (const id of message.ids) places.delete(id)
      if (message.type === 'event') {
        const place = places.get(message.mount)
        if (place !== undefined) void use(place, message.handler, message.value)
      }
      if (message.type !== 'mount') return
      for (const mount of message.mounts) {
        const place: Drawn = { mount, state: {}, handlers: [], turn: 0, redrawsAt: undefined }
        places.set(mount.id, place)
        void draw(place)
      }
    },
  }
}

/** A message also holds fields besides the drawing. */
const mostLength = limits.messageLength - 1_024

/** The page ends a frame that sends more at once, whichever slot it is for. */
function requireSize(tree: unknown): void {
  const { length } = JSON.stringify(tree) ?? ''
  if (length > mostLength) throw new Error(`The drawing has ${length} characters, where ${mostLength} are allowed.`)
}

/** Groups as many entries into each message as certainly fit. */
function inMessages<T>(entries: readonly T[]): T[][] {
  const messages: T[][] = []
  let room = 0
  for (const entry of entries) {
    const length = JSON.stringify(entry).length
    room -= length
    const last = messages.at(-1)
    if (last !== undefined && room >= 0) last.push(entry)
    else {
      messages.push([entry])
      room = limits.messageLength / 2 - length
    }
  }
  return messages
}
