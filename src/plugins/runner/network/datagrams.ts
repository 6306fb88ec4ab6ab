/** Patches node:dgram so that nothing goes out or comes in. */
import type { Socket } from 'node:dgram'
import { noWay } from './no-way.ts'

export function refuseDatagrams(dgram: typeof import('node:dgram')): void {
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
