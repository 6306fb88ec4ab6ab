/**
 * Runs as the egress process: opens egress sockets for plugins on the host's orders, and survives the host for a
 * moment.
 */
import { flushCompileCache } from 'node:module'
import type { Server } from 'node:net'
import { openEgressSocket } from './egress-socket.ts'
import type { FromEgress, ToEgress } from './messages.ts'

/** A little more than the time for which a runner without its bridge may work on what is in flight. */
const orphanGraceMs = 3_000

const sockets = new Map<string, Server>()
let ownPort = 0

const tell = (message: FromEgress): void => {
  if (process.connected) process.send?.(message)
}

process.on('message', (message: ToEgress) => {
  if (message.type === 'open') void open(message)
  if (message.type === 'close') close(message.path)
  if (message.type === 'own_port') ownPort = message.port
})
process.on('disconnect', () => setTimeout(() => process.exit(0), orphanGraceMs))

function close(path: string): void {
  sockets.get(path)?.close()
  sockets.delete(path)
}

async function open({ path, plugin, hosts }: Extract<ToEgress, { type: 'open' }>): Promise<void> {
  try {
    const server = await openEgressSocket({
      path,
      hosts,
      ownPort: () => ownPort,
      onDenied: (target, reason) => tell({ type: 'denied', plugin, ...target, reason }),
      onCarried: (target, bytes) => tell({ type: 'carried', plugin, ...target, ...bytes }),
    })
    sockets.set(path, server)
    // Writes the cache now: this process is killed rather than ended, and the next one should start from compiled code.
    flushCompileCache()
    tell({ type: 'opened', path, problem: null })
  } catch (error) {
    tell({ type: 'opened', path, problem: (error as Error).message })
  }
}
