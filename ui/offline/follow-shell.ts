/** Caches the page in the browser, checks for updates and keeps notifications in step, after the first render. */
import { useStatus } from '../live/status.ts'

const notBeforeMs = 2_000
/** After an update has broken the connection, the new version is there a little later. */
const soonMs = 3_000

export interface Shell {
  /** Checks soon, after a possible update. */
  lookSoon(): void
  end(): void
}

export function followShell(): Shell {
  const ends: (() => void)[] = []
  let look = () => {}
  let soon: ReturnType<typeof setTimeout> | undefined

  async function begin(): Promise<void> {
    const [{ keepShell }, { followVersions }, { followRead }] = await Promise.all([
      import('./keep-shell.ts'),
      import('./follow-versions.ts'),
      import('../notifications/follow-read.ts'),
    ])
    if (beginning === undefined) return
    void keepShell()
    ends.push(followRead())
    const versions = followVersions()
    look = versions.look
    ends.push(versions.end)
  }

  let beginning: ReturnType<typeof setTimeout> | undefined = setTimeout(
    () => void begin().catch(() => undefined),
    notBeforeMs,
  )
  const leave = useStatus.subscribe(({ observed }, { observed: before }) => {
    if (observed.failures === 0 && before.failures > 0) look()
  })
  return {
    lookSoon() {
      clearTimeout(soon)
      soon = setTimeout(() => look(), soonMs)
    },
    end() {
      clearTimeout(beginning)
      clearTimeout(soon)
      beginning = undefined
      for (const end of [leave, ...ends]) end()
    },
  }
}
