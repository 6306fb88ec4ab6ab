/** Runs in a plugin's frame: takes the port from the page, loads the plugin's module, and has it draw one slot. */
import { createHost, HostRefused, type Surroundings } from './host.ts'
import { type FromFrame, type FromPage, type Hello, limits } from './protocol.ts'
import { registeredSlot } from './slots.ts'

/** Waits for the page's first message; `entry` is the address of the plugin's module. */
export function startFrame(entry: string): void {
  // WebRTC would lead out of the frame past the policy that covers everything else.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(globalThis, name)
  const onMessage = ({ source, data, ports }: MessageEvent): void => {
    const [port] = ports
    // Another frame of this page can also send messages to this window.
    if (source !== parent || port === undefined || (data as Hello | null)?.type !== 'hello') return
    removeEventListener('message', onMessage)
    void new SlotFrame(port, data as Hello).draw(entry)
  }
  addEventListener('message', onMessage)
}

class SlotFrame {
  readonly #port: MessagePort
  readonly #hello: Hello
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #storageListeners = new Set<(key: string) => void>()
  #surroundings: Surroundings
  #lastCall = 0

  constructor(port: MessagePort, hello: Hello) {
    this.#port = port
    this.#hello = hello
    this.#surroundings = hello.surroundings
    port.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as FromPage)
    for (const input of ['keydown', 'pointerdown'] as const) addEventListener(input, this.#onInput, { capture: true })
    addEventListener('error', ({ error, message }) => this.#reportFailure(error ?? message))
    addEventListener('unhandledrejection', ({ reason }) => this.#reportFailure(reason))
  }

  /** The plugin's module imports this same module, and registers its slots here. */
  async draw(entry: string): Promise<void> {
    const { slot, props } = this.#hello
    addStyle(slot)
    applySurroundings(this.#surroundings)
    const host = createHost({
      ask: (method, args) => this.#ask(method, args),
      surroundings: () => this.#surroundings,
      onStorageChange: (listener) => void this.#storageListeners.add(listener),
    })
    try {
      await import(/* @vite-ignore */ entry)
      const drawing = registeredSlot(slot)?.(document.body, { ...props, slot, host } as never)
      this.#send({ type: 'ready' })
      this.#sendSize()
      new ResizeObserver(() => this.#sendSize()).observe(document.body)
      await drawing
    } catch (error) {
      this.#reportFailure(error)
    }
  }

  /** Told before the plugin hears of it: should its code never end, the page knows which frame was used last. */
  readonly #onInput = ({ isTrusted }: Event): void => {
    if (isTrusted) this.#send({ type: 'used' })
  }

  #send(message: FromFrame): void {
    this.#port.postMessage(JSON.stringify(message))
  }

  #sendSize(): void {
    const { scrollHeight, offsetWidth } = document.body
    this.#send({ type: 'size', width: offsetWidth, height: scrollHeight })
  }

  #reportFailure(error: unknown): void {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    this.#send({ type: 'failed', reason: reason.slice(0, longestReason) })
  }

  #ask(method: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    const call = ++this.#lastCall
    const waiting = Promise.withResolvers<unknown>()
    this.#calls.set(call, waiting)
    this.#send({ type: 'call', call, method, args })
    return waiting.promise
  }

  #receive(message: FromPage): void {
    if (message.type === 'ping') this.#send({ type: 'pong' })
    else if (message.type === 'stored') for (const listener of this.#storageListeners) listener(message.key)
    else if (message.type === 'surroundings') {
      this.#surroundings = message.surroundings
      applySurroundings(message.surroundings)
    } else this.#settle(message)
  }

  #settle(message: Extract<FromPage, { type: 'answer' | 'refusal' }>): void {
    const waiting = this.#calls.get(message.call)
    this.#calls.delete(message.call)
    if (message.type === 'answer') waiting?.resolve(message.value)
    else waiting?.reject(new HostRefused(message.code, message.reason))
  }
}

const longestReason = 500

/** Applies the page's own values under the names that its themes use. */
function applySurroundings({ tokens, scheme, locale, dir, reducedMotion, density }: Surroundings): void {
  const root = document.documentElement
  for (const [name, value] of Object.entries(tokens)) root.style.setProperty(name, value)
  root.style.colorScheme = scheme
  Object.assign(root, { lang: locale, dir })
  Object.assign(root.dataset, { density, motion: reducedMotion ? 'reduced' : 'full' })
}

/** Makes plain elements look as they do on the page. The margins of what is drawn count towards the height. */
const style = `
html { font: var(--font-size, 15px) / 1.4 var(--font-body, system-ui); color: var(--foreground); background: transparent }
body { display: flow-root; margin: 0; overflow-x: hidden }
button, input, select, textarea {
  font: inherit; color: inherit; background: var(--card);
  padding: 2px 8px; border: 1px solid var(--border); border-radius: var(--radius)
}
:focus-visible { outline: 2px solid var(--ring); outline-offset: -2px }
html[data-slot="message.toolbar"] body { inline-size: max-content; max-inline-size: ${limits.toolbarWidth}px }
`

function addStyle(slot: string): void {
  const element = document.createElement('style')
  element.textContent = style
  document.head.prepend(element)
  document.documentElement.dataset.slot = slot
}
