/** The debug mirror as the settings want it: opened, moved or closed while the bridge runs. */
import { type Mirror, mirrorPath, openMirror } from '../store/mirror-file.ts'
import type { Settings } from '../store/settings.ts'

export interface DebugMirror {
  append(event: string, fields: Readonly<Record<string, unknown>>): void
  close(): void
}

export function debugMirror(base: string, settings: Pick<Settings, 'onChange'>): DebugMirror {
  let open: { path: string; mirror: Mirror } | undefined
  const close = () => {
    open?.mirror.close()
    open = undefined
  }
  settings.onChange(({ relay }) => {
    const path = mirrorPath(base, relay.mirror_file)
    if (path === open?.path) return
    close()
    if (path !== undefined) open = { path, mirror: openMirror(path) }
  })
  return {
    append: (event, fields) => void open?.mirror.append(event, fields),
    close,
  }
}
