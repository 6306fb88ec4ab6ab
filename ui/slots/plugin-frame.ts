/** Runs a plugin's frame once: creates it with a port into it, answers its calls, and ends it at the first breach. */
import { messageOf } from '../../src/base/errors.ts'
import type { PageFailureKind, PluginSlot } from '../../src/contract/plugin-page.ts'
import { type FromFrame, type FromPage, type Hello, limits, protocolVersion } from '../../src/plugin-ui/protocol.ts'
import { client } from '../api/client.ts'
import { t } from '../catalogue/texts.ts'
import { frameMessage, perSecond } from './frame-message.ts'
import { answerCall } from './page-calls.ts'
import { piecesOfFile } from './pieces.ts'
import { onSurroundings, surroundings } from './surroundings.ts'

export interface FrameOptions extends Pick<Hello, 'slot' | 'props'> {
  plugin: PluginSlot
  into: HTMLElement
  className: string
  onSize(size: { width: number; height: number }): void
  onFailure(kind: PageFailureKind, detail: string): void
  /** Called after the plugin has set a key of its storage. */
  onStored(key: string): void
}

/** Actions of the plugin count as requested for this long after somebody used the frame. */
const askedForMs = 10_000

const tooOften = { breach: 'too_often', detail: `more than ${limits.messagesPerSecond} messages in a second` } as const

export class PluginFrame {
  /** `loading` until the frame's document is there, `starting` until the plugin's module has drawn. */
  state: 'loading' | 'starting' | 'running' | 'ended' = 'loading'
  startedAtMs = performance.now()
  /** When the frame last gave a sign of life. */
  signAtMs = this.startedAtMs
  /** When the frame last sent something besides answers to pings. */
  busyAtMs = this.startedAtMs
  /** Resolves when the frame has drawn or ended. */
  readonly settled: Promise<void>
  readonly #options: FrameOptions
  readonly #iframe: HTMLIFrameElement
  readonly #channel = new MessageChannel()
  readonly #mayTell = perSecond(limits.messagesPerSecond, () => performance.now())
  readonly #pieces = piecesOfFile()
  readonly #settle: () => void
  #pingAtMs = 0
  #usedAtMs = Number.NEGATIVE_INFINITY
  #stopObserving = () => {}

  constructor(options: FrameOptions) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.settled = promise
    this.#settle = resolve
    this.#options = options
    this.#iframe = createIframe(options)
    this.#iframe.addEventListener('load', () => this.#greet())
    this.#channel.port1.onmessage = ({ data }) => this.#receive(data)
    client.open_plugin_frame({ name: options.plugin.plugin }).then(
      ({ url }) => {
        if (this.state === 'ended') return
        this.#iframe.src = url
        options.into.append(this.#iframe)
      },
      (error: unknown) => this.fail('crashed', messageOf(error)),
    )
  }

  /** The name of its plugin. */
  get plugin(): string {
    return this.#options.plugin.plugin
  }

  get isFocused(): boolean {
    return document.activeElement === this.#iframe
  }

  send(message: FromPage): void {
    this.#channel.port1.postMessage(JSON.stringify(message))
  }

  pingIfDue(nowMs: number): void {
    if (nowMs - this.#pingAtMs < limits.pingMs) return
    this.#pingAtMs = nowMs
    this.send({ type: 'ping' })
  }

  fail(kind: PageFailureKind, detail: string): void {
    if (this.state === 'ended') return
    this.close()
    this.#options.onFailure(kind, detail)
  }

  close(): void {
    this.state = 'ended'
    this.#stopObserving()
    this.#channel.port1.close()
    this.#iframe.remove()
    this.#settle()
  }

  #greet(): void {
    if (this.state !== 'loading') {
      this.fail('crashed', 'it left its document')
      return
    }
    const { slot, props } = this.#options
    this.state = 'starting'
    const hello: Hello = { type: 'hello', version: protocolVersion, surroundings: surroundings(), slot, props }
    // The frame has no origin that could be named, and the document that it loads is our own.
    this.#iframe.contentWindow?.postMessage(hello, '*', [this.#channel.port2])
    this.#stopObserving = onSurroundings(() => this.send({ type: 'surroundings', surroundings: surroundings() }))
  }

  #receive(data: unknown): void {
    if (this.state === 'ended') return
    this.signAtMs = performance.now()
    // Input within the frame also counts as activation of the page, which the plugin cannot pretend.
    if (this.isFocused && navigator.userActivation.isActive) this.#usedAtMs = this.signAtMs
    const read = this.#mayTell() ? frameMessage(data) : tooOften
    if ('breach' in read) this.fail(read.breach, read.detail)
    else this.#handle(read.message)
  }

  #handle(message: FromFrame): void {
    if (message.type === 'pong') return
    this.busyAtMs = this.signAtMs
    if (message.type === 'failed') this.fail('crashed', message.reason)
    if (message.type === 'size') this.#options.onSize(message)
    if (message.type === 'call') this.#answer(message)
    if (message.type !== 'ready') return
    this.state = 'running'
    this.#settle()
  }

  #answer({ call, method, args }: Extract<FromFrame, { type: 'call' }>): void {
    const { plugin, props, onStored } = this.#options
    const isAsked = performance.now() - this.#usedAtMs < askedForMs
    const sees = (rowid: unknown) => rowid !== undefined && rowid === props.msgRowid
    answerCall({ plugin, method, args, isAsked, sees, pieces: this.#pieces }).then(
      (value) => {
        this.send({ type: 'answer', call, value: value ?? null })
        if (method === 'keep') onStored(String(args.key))
      },
      ({ code = 'internal', message: reason }: { code?: string; message: string }) =>
        this.send({ type: 'refusal', call, code, reason }),
    )
  }
}

function createIframe({ plugin: { title }, className }: FrameOptions): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  iframe.setAttribute('sandbox', 'allow-scripts')
  iframe.setAttribute('allow', '')
  iframe.referrerPolicy = 'no-referrer'
  iframe.title = t('slots.plugin', { name: title })
  iframe.className = className
  return iframe
}
