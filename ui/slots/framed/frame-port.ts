/** Creates a plugin's frame and the port into it, watches it, and removes it at the first breach. */
import { messageOf } from '../../../src/base/errors.ts'
import type { PageFailureKind, PluginSlot } from '../../../src/contract/plugin-page.ts'
import type { Host } from '../../../src/plugin-ui/host.ts'
import { type FromFrame, type FromPage, type Hello, limits, protocolVersion } from '../../../src/plugin-ui/protocol.ts'
import type { Registered } from '../../../src/plugin-ui/slots.ts'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { onSurroundings, surroundings } from '../surroundings.ts'
import { frameMessage, perSecond } from './frame-message.ts'

export interface FramePort {
  send(message: FromPage): void
  close(): void
  /** Set for a plugin that runs within the page, once it is ready. */
  trusted?: { registered: Registered; host: Host }
}

export interface Opening {
  plugin: PluginSlot
  /** The slot whose view it shows, or null for a frame that is not visible. */
  view: Hello['view']
  into: HTMLElement
  className?: string
  onMessage(message: FromFrame): void
  onFailure(kind: PageFailureKind, detail: string): void
}

const messagesPerSecond = 500
const lookMs = 500

export function openFrame({ plugin, view, into, className, onMessage, onFailure }: Opening): FramePort {
  const frame = frameOf(plugin, className)
  const { port1: port, port2: theirs } = new MessageChannel()
  const mayTell = perSecond(messagesPerSecond, () => performance.now())
  const send = (message: FromPage): void => port.postMessage(JSON.stringify(message))
  const endings: (() => void)[] = []
  let isOver = false
  const close = (): void => {
    isOver = true
    for (const end of endings.splice(0)) end()
    port.close()
    frame.remove()
  }
  const fail = (kind: PageFailureKind, detail: string): void => {
    if (isOver) return
    close()
    onFailure(kind, detail)
  }
  const watch = watchSigns(send, () => fail('not_responding', 'no answer for five seconds'))
  const boot = setTimeout(() => fail('boot_timeout', 'it was not ready within five seconds'), limits.bootMs)
  endings.push(watch.end, () => clearTimeout(boot))

  port.onmessage = ({ data }) => {
    if (isOver) return
    watch.sign()
    if (!mayTell()) return fail('too_often', `more than ${messagesPerSecond} messages in a second`)
    const read = frameMessage(data)
    if ('breach' in read) return fail(read.breach, read.detail)
    if (read.message.type === 'ready') clearTimeout(boot)
    onMessage(read.message)
  }
  let loads = 0
  frame.addEventListener('load', () => {
    if (++loads > 1) return fail('crashed', 'it left its document')
    const hello: Hello = { type: 'hello', version: protocolVersion, surroundings: surroundings(), view }
    // The frame has no origin that could be named, and the document that it loads is our own.
    frame.contentWindow?.postMessage(hello, '*', [theirs])
    endings.push(onSurroundings(() => send({ type: 'surroundings', surroundings: surroundings() })))
  })
  client.open_plugin_frame({ name: plugin.plugin }).then(
    ({ url }) => {
      if (isOver) return
      frame.src = url
      into.append(frame)
    },
    (error: unknown) => fail('crashed', messageOf(error)),
  )
  return { send, close }
}

function frameOf({ title }: PluginSlot, className = 'visually-hidden'): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('allow', '')
  frame.referrerPolicy = 'no-referrer'
  frame.title = t('slots.plugin', { name: title })
  frame.className = className
  if (className === 'visually-hidden') Object.assign(frame, { tabIndex: -1, ariaHidden: 'true' })
  return frame
}

/** Pings the frame while the page is visible, and starts again after the whole machine has paused. */
function watchSigns(send: (message: FromPage) => void, onSilence: () => void) {
  let [signAt, pingAt, lookedAt] = [performance.now(), 0, performance.now()]
  const look = (): void => {
    const now = performance.now()
    const wasAway = document.visibilityState !== 'visible' || now - lookedAt > 4 * lookMs
    lookedAt = now
    if (wasAway) signAt = now
    if (now - signAt > limits.silenceMs) onSilence()
    else if (now - pingAt >= limits.pingMs && document.visibilityState === 'visible') {
      pingAt = now
      send({ type: 'ping' })
    }
  }
  const timer = setInterval(look, lookMs)
  return {
    sign: () => {
      signAt = performance.now()
    },
    end: () => clearInterval(timer),
  }
}
