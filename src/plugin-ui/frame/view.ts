/** Shows a frame that draws a view: styles it as the page is, and reports its height. */
import type { Host, Surroundings } from '../host.ts'
import type { FromFrame } from '../protocol.ts'
import type { DrawView } from '../slots.ts'

/** Applies the page's own values under the names that its themes use. A thread has no document to style. */
export function dress({ tokens, scheme, locale, dir, reducedMotion, density }: Surroundings): void {
  if (!('document' in globalThis)) return
  const root = document.documentElement
  for (const [name, value] of Object.entries(tokens)) root.style.setProperty(name, value)
  root.style.colorScheme = scheme
  Object.assign(root, { lang: locale, dir })
  Object.assign(root.dataset, { density, motion: reducedMotion ? 'reduced' : 'full' })
}

const plainLooks = `
html { font: var(--font-size, 15px) / 1.4 var(--font-body, system-ui); color: var(--foreground); background: transparent }
body { margin: 0; overflow-x: hidden }
`

interface Shown {
  draw: DrawView | undefined
  slot: string
  host: Host
  send(message: FromFrame): void
  failed(slot: string, error: unknown): void
}

export function showView({ draw, slot, host, send, failed }: Shown): void {
  const style = document.createElement('style')
  style.textContent = plainLooks
  document.head.prepend(style)
  new ResizeObserver(() => send({ type: 'height', pixels: Math.ceil(document.body.scrollHeight) })).observe(
    document.body,
  )
  try {
    draw?.(document.body, { host })
  } catch (error) {
    failed(slot, error)
  }
}
