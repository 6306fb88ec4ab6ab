/** Lists the plugins on the disk, for commands while no bridge runs. */
import { join } from 'node:path'
import { systemClock } from '../../base/clock.ts'
import { corePlugins } from '../../bridge/core/core-plugins.ts'
import { Catalog } from '../../plugins/catalog.ts'
import { CorePlugins } from '../../plugins/core/core-plugins.ts'
import { findWall } from '../../plugins/isolation/wall.ts'
import { misfitRecord, pluginRecord } from '../../plugins/plugin-record.ts'
import { rowOf } from '../../plugins/status-board.ts'
import type { IntegrationRow } from '../../store/journal/integrations.ts'
import { silent } from './silent.ts'

const bundledDir = join(import.meta.dirname, '..', '..', 'integrations')

const off = { enabled: false, status: 'off', lastError: null, counts: undefined } as const

export async function rowsOnDisk(base: string): Promise<IntegrationRow[]> {
  const parts = new CorePlugins({ classes: corePlugins, log: silent, mirror() {}, dataDirOf: () => base })
  const catalog = new Catalog(
    { bundledDir, serviceDir: base },
    { log: silent, clock: systemClock, wall: findWall(), reserved: parts.names },
  )
  await catalog.refresh()
  const found = catalog.plugins.map((plugin) => {
    const { violation } = plugin
    return pluginRecord(plugin, violation === null ? off : { ...off, status: 'invalid', lastError: violation })
  })
  return [...parts.records(), ...found, ...catalog.misfits.map(misfitRecord)].map(rowOf)
}
