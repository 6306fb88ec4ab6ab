/**
 * The other end of the port for a plugin that runs within the page: the same requests and responses without a frame.
 */
import { pluginSlots, type SlotName } from '../../../src/contract/plugin-slots.ts'
import { asking } from '../../../src/plugin-ui/frame/asking.ts'
import { drawnMounts } from '../../../src/plugin-ui/frame/drawn-mounts.ts'
import { hostOver } from '../../../src/plugin-ui/host.ts'
import { type FromFrame, type FromPage, limits } from '../../../src/plugin-ui/protocol.ts'
import type { Registered } from '../../../src/plugin-ui/slots.ts'
import type { FramePort, Opening } from '../framed/frame-port.ts'
import { pluginFailed } from '../plugin-states.ts'
import { onSurroundings, surroundings } from '../surroundings.ts'
import { pluginIn } from './blame.ts'
import { loadTrusted } from './load-trusted.ts'

export function openInPage({ plugin, onMessage, onFailure }: Opening): FramePort {
  let isOver = false
  const endings: (() => void)[] = []
  const send = (message: FromFrame): void => {
    if (!isOver) onMessage(message)
  }
  const failed = (slot: string | null, error: unknown): void => send({ type: 'failed', slot, reason: reasonOf(error) })
  const asked = asking(send)
  const host = hostOver(asked.ask, surroundings)
  let mounts: ReturnType<typeof drawnMounts> | undefined
  const close = (): void => {
    isOver = true
    for (const end of endings.splice(0)) end()
  }
  const boot = setTimeout(() => {
    if (!isOver) onFailure('boot_timeout', 'it was not ready within five seconds')
  }, limits.bootMs)
  const port: FramePort = {
    send(message: FromPage) {
      if (message.type === 'answer' || message.type === 'refusal') asked.settle(message)
      else if (message.type !== 'ping' && message.type !== 'surroundings') mounts?.take(message)
    },
    close,
  }
  const begin = (registered: Registered): void => {
    clearTimeout(boot)
    if (isOver) return
    mounts = drawnMounts({ registered, host, send, failed })
    endings.push(onSurroundings(mounts.redrawAll))
    port.trusted = { registered, host }
    send({ type: 'ready', slots: [...registered.slots.keys()], views: [...registered.views.keys()] })
  }
  loadTrusted(plugin).then(begin, (error: unknown) => {
    clearTimeout(boot)
    failed(null, error)
  })
  return port
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

/** Where somebody last used a plugin: an uncaught failure that comes later most likely began there. */
let lastUsed: DOMStringMap = {}
const noteUse = ({ target }: Event): void => {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-plugin]') : null
  if (place !== null) lastUsed = place.dataset
}
const slotUsedOf = (plugin: string): SlotName | undefined =>
  lastUsed.plugin === plugin ? pluginSlots.find((slot) => slot === lastUsed.pluginSlot) : undefined
for (const use of ['click', 'keydown', 'input']) addEventListener(use, noteUse, { capture: true })

/** Handles what no boundary and no wrapper catches: promises, timers, and event handlers of components. */
const blame = (event: Event, error: unknown): void => {
  const plugin = error instanceof Error ? pluginIn(error.stack) : undefined
  if (plugin === undefined) return
  event.preventDefault()
  pluginFailed(plugin, { kind: 'crashed', slot: slotUsedOf(plugin), detail: reasonOf(error) })
}
addEventListener('unhandledrejection', (event) => blame(event, event.reason))
addEventListener('error', (event) => blame(event, event.error))
