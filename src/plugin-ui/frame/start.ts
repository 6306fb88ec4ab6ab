/**
 * Starts in a plugin's frame, with the port from the page. Code that draws trees gets a thread of its own, since
 * browsers run the frames of all plugins in one: there, an endless loop blocks no other plugin. Code that draws a view
 * needs the document.
 */
import type { Hello } from '../protocol.ts'
import { type Beginning, begin } from './begin.ts'

export function startInFrame(entry: string): void {
  const onMessage = ({ source, data, ports }: MessageEvent): void => {
    const [port] = ports
    // Another frame of this page can also send messages to this window.
    if (source !== parent || port === undefined || (data as Hello | null)?.type !== 'hello') return
    removeEventListener('message', onMessage)
    const beginning = { port, hello: data as Hello, entry }
    if (beginning.hello.view !== null) beginHere(beginning)
    else beginApart(beginning)
  }
  addEventListener('message', onMessage)
}

function beginHere(beginning: Beginning): void {
  // WebRTC would lead out of the frame past the policy that covers everything else.
  for (const way of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(globalThis, way)
  void begin(beginning)
}

const thereWithinMs = 2_000

/** Starts in a thread; where a browser denies the thread, it starts in the document. */
function beginApart(beginning: Beginning): void {
  const source = `import(${JSON.stringify(import.meta.url)}).catch(() => postMessage('lost'))`
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
  let isDecided = false
  const decide = (isThere: boolean): void => {
    if (isDecided) return
    isDecided = true
    clearTimeout(timer)
    if (isThere) worker.postMessage(beginning, [beginning.port])
    else {
      worker.terminate()
      beginHere(beginning)
    }
  }
  const timer = setTimeout(decide, thereWithinMs, false)
  worker.onmessage = ({ data }) => decide(data === 'here')
  worker.onerror = () => decide(false)
}

/** Starts in the thread that a frame has created. */
export function startInThread(): void {
  const thread = globalThis as unknown as Worker
  thread.addEventListener('message', ({ data }) => void begin(data as Beginning), { once: true })
  thread.postMessage('here')
}
