/**
 * Makes ordinary packages work in the OS sandbox by sending their connections through the egress socket. It provides
 * compatibility and no protection; a plugin that undoes it still faces the sandbox.
 */
import type { Socket } from 'node:dgram'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { noWay, patchConnections } from './connections.ts'
import { patchLookups } from './lookups.ts'

/** Installs the patches. Without an egress socket nothing can be reached, and the error explains why. */
export async function installNetworkShim(egressSocket: string | undefined): Promise<void> {
  if (egressSocket === undefined) patchConnections(undefined)
  else (await import('./way-out.ts')).openWayOut(egressSocket)
  patchWhenAsked({
    dgram: () => refuseDatagrams(process.getBuiltinModule('node:dgram')),
    dns: () => patchLookups(process.getBuiltinModule('node:dns'), egressSocket !== undefined),
  })
  syncBuiltinESMExports()
}

/** Patches a module only when it is imported, which saves a plugin that does not use it the megabyte that it takes. */
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

/** Patches node:dgram so that nothing goes out or comes in. */
function refuseDatagrams(dgram: typeof import('node:dgram')): void {
  const bind = function (this: Socket): Socket {
    process.nextTick(() => this.emit('error', noWay('UDP')))
    return this
  }
  const send = function (this: Socket, ...args: unknown[]): void {
    const done = args.findLast((one) => typeof one === 'function') as ((error: Error) => void) | undefined
    process.nextTick(() => (done === undefined ? this.emit('error', noWay('UDP')) : done(noWay('UDP'))))
  }
  Object.assign(dgram.Socket.prototype, { bind, send, connect: send })
}
