/** Attacks on other processes. */
import fs from 'node:fs'
import net from 'node:net'
import { constants, setPriority } from 'node:os'
import { type Attack, answered } from './attack.ts'

/** This signal is harmless: it resumes a stopped process. A process that may send it may send the others. */
const harmless = 'SIGCONT'

export const signals: Readonly<Record<string, Attack>> = {
  signal_bridge: {
    what: 'signal the bridge',
    needsWall: true,
    run: ({ bridgePid }) => process.kill(bridgePid, harmless),
  },
  signal_bridge_group: {
    what: 'signal the bridge and all that belongs to it',
    needsWall: true,
    run: ({ bridgePid }) => process.kill(-bridgePid, harmless),
  },
  signal_everyone: { what: 'signal every process of the user', needsWall: true, run: () => process.kill(-1, 0) },
  slow_bridge: {
    what: 'give the bridge less of the processor',
    needsWall: true,
    run: ({ bridgePid }) => {
      setPriority(bridgePid, constants.priority.PRIORITY_LOW)
      return true
    },
  },
  debug_bridge: {
    what: 'make the bridge open itself to a debugger',
    wantsOwnBridge: true,
    run: ({ bridgePid, inspectorPort }) => {
      process.kill(bridgePid, 'SIGUSR1')
      return answered<boolean>((done, fail) => {
        const knock = () => {
          const socket = net.connect(inspectorPort, '127.0.0.1')
          socket.on('connect', () => done(true)).on('error', () => setTimeout(knock, 50))
        }
        knock()
        setTimeout(() => fail(new Error('nobody there')), 900)
      })
    },
  },
  write_bridge_memory: {
    what: "open the bridge's memory",
    run: ({ bridgePid }) => fs.openSync(`/proc/${bridgePid}/mem`, 'r+') >= 0,
  },
}
