/** Reads the manifest of a plugin in a short-lived process of its own: foreign code is never loaded into the bridge. */

import type { Clock } from '../base/clock.ts'
import type { Logger } from '../contract/log-entry.ts'
import { writtenManifest } from './bundled-manifests.ts'
import { preparePluginCache } from './cache-folders.ts'
import { type Candidate, linkLeadingOut } from './discover.ts'
import type { Wall } from './isolation/wall.ts'
import type { Manifest } from './plugin-contract.ts'
import { PluginLog } from './plugin-log.ts'
import { RunnerProcess } from './runner-process.ts'

/** A violation that is not lasting may pass on its own, for example a slow disk or a lack of free processes. */
export type Description = { manifest: Manifest } | { violation: string; lasting: boolean }

export interface DescribeDeps {
  log: Logger
  clock: Clock
  wall: Promise<Wall>
}

const limitMs = 5_000

export async function describe(candidate: Candidate, cacheDir: string, deps: DescribeDeps): Promise<Description> {
  const written = writtenManifest(candidate)
  if (written !== undefined) return { manifest: written }
  const link = candidate.origin === 'bundled' ? undefined : await linkLeadingOut(candidate.folder)
  if (link !== undefined) return { violation: `the link ${link} leads out of the plugin's folder`, lasting: true }
  preparePluginCache(cacheDir)
  const { log, clock } = deps
  const wall = await deps.wall
  return new Promise((resolve) => {
    const runner = new RunnerProcess({
      sandbox: { readable: candidate.readable, dataDir: cacheDir, cacheDir },
      wall,
      log: new PluginLog(log.as(candidate.label), clock.monotonicMs),
      clock,
      onFrame(frame) {
        if (frame.type === 'described') resolve(accepted(frame))
        if (frame.type === 'failed') resolve({ violation: frame.reason, lasting: true })
      },
      // Only matters when no answer came: after one, resolving again has no effect.
      onExit(reason) {
        clearTimeout(timer)
        resolve({ violation: reason, lasting: false })
      },
    })
    const timer = setTimeout(() => runner.kill(`could not be loaded within ${limitMs / 1_000} s`), limitMs)
    runner.send({ type: 'describe', entry: candidate.entry })
  })
}

function accepted({ type: _, ...manifest }: Manifest & { type: 'described' }): Description {
  if (manifest.tier !== 'core') return { manifest }
  return {
    violation: 'the tier core is kept for what comes with the product and runs inside the bridge',
    lasting: true,
  }
}
