/**
 * Makes ordinary packages work behind the wall: what they connect to goes through the door. It is compatibility and no
 * protection; a plugin that undoes it stands before the wall itself.
 */
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { patchConnections } from './connections.ts'
import { refuseDatagrams } from './datagrams.ts'
import { patchLookups } from './lookups.ts'

/** Without a door nothing can be reached, and the error says why. */
export async function installNetworkShim(door: string | undefined): Promise<void> {
  if (door === undefined) patchConnections(undefined)
  else (await import('./way-out.ts')).openWayOut(door)
  patchWhenAsked({
    dgram: () => refuseDatagrams(process.getBuiltinModule('node:dgram')),
    dns: () => patchLookups(process.getBuiltinModule('node:dns'), door !== undefined),
  })
  syncBuiltinESMExports()
}

/** A plugin that has no use for them is spared the megabyte that they take. */
function patchWhenAsked(patches: Record<string, () => void>): void {
  const open = new Map(Object.entries(patches))
  registerHooks({
    resolve(specifier, context, next) {
      const [, name = ''] = /^(?:node:)?(\w+)(?:\/promises)?$/.exec(specifier) ?? []
      const patch = open.get(name)
      if (open.delete(name)) {
        patch?.()
        syncBuiltinESMExports()
      }
      return next(specifier, context)
    },
  })
}
