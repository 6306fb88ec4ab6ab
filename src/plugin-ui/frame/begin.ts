/** Loads a plugin's module, connects it to the page through the port, and serves it until its thread ends. */
import { hostOver, type Surroundings } from '../host.ts'
import type { FromFrame, FromPage, Hello } from '../protocol.ts'
import { type Registered, registeredBy } from '../slots.ts'
import { asking } from './asking.ts'
import { drawnMounts } from './drawn-mounts.ts'
import { dress, showView } from './view.ts'

export interface Beginning {
  port: MessagePort
  hello: Hello
  /** The address of the plugin's module. */
  entry: string
}

export async function begin({ port, hello, entry }: Beginning): Promise<void> {
  let surroundings: Surroundings = hello.surroundings
  const send = (message: FromFrame): void => port.postMessage(JSON.stringify(message))
  const failed = (slot: string | null, error: unknown): void => send({ type: 'failed', slot, reason: reasonOf(error) })
  const asked = asking(send)
  const host = hostOver(asked.ask, () => surroundings)
  let mounts: ReturnType<typeof drawnMounts> | undefined
  const waiting: FromPage[] = []

  const take = (message: FromPage): void => {
    if (message.type === 'ping') send({ type: 'pong' })
    else if (message.type === 'answer' || message.type === 'refusal') asked.settle(message)
    else if (message.type !== 'surroundings') mounts === undefined ? waiting.push(message) : mounts.take(message)
    else {
      surroundings = message.surroundings
      dress(surroundings)
      mounts?.redrawAll()
    }
  }
  const lastSlot = () => mounts?.lastSlot() ?? null
  addEventListener('error', ({ error, message }) => failed(lastSlot(), error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => failed(lastSlot(), reason))
  port.onmessage = ({ data }) => take(JSON.parse(String(data)) as FromPage)
  dress(surroundings)

  const registered = await loaded(entry).catch((error: unknown) => failed(null, error))
  if (registered === undefined) return
  mounts = drawnMounts({ registered, host, send, failed })
  send({ type: 'ready', slots: [...registered.slots.keys()], views: [...registered.views.keys()] })
  for (const message of waiting) take(message)
  if (hello.view !== null) showView({ draw: registered.views.get(hello.view), slot: hello.view, host, send, failed })
}

/** The plugin's module imports this same module, and registers its slots here. */
const loaded = (entry: string): Promise<Registered> => registeredBy(() => import(/* @vite-ignore */ entry))

const longestReason = 500

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, longestReason)
