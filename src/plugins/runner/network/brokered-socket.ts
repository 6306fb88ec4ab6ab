/**
 * Replaces `connect` of node:net: the bytes of the socket go through a connection to the egress socket. Everything that
 * connects (http, tls, fetch, packages) ends up here, because all of it builds on this one method.
 */
import { type IpcSocketConnectOpts, Socket, type TcpNetConnectOpts } from 'node:net'
import { firstLine, longestLine, parseReply, requestLine } from '../../egress/request-line.ts'

const connectNatively = Socket.prototype.connect as (options: IpcSocketConnectOpts) => Socket
const destroyNatively = Socket.prototype._destroy

export type Target = Pick<TcpNetConnectOpts, 'port'> & { host: string }

/** Internal members of a node:net socket that its type does not declare. */
interface Inside {
  connecting: boolean
  _peername?: object
  _unrefTimer(): void
  _undestroy(): void
  _writev?: unknown
}

export function connectThrough(egressSocket: string, socket: Socket, { host, port }: Target): Socket {
  const inside = socket as unknown as Inside
  const line = new Socket({ allowHalfOpen: true })
  const established = Promise.withResolvers<void>()
  established.promise.catch(() => undefined)
  const whenThere = (then: () => void): void => void established.promise.then(then, () => undefined)
  const fail = (code: string, reason: string): void => {
    const error = Object.assign(new Error(`${reason}: ${host}:${port} (${code})`), { code, syscall: 'connect' })
    socket.destroy(Object.assign(error, { address: host, port }))
  }

  if (socket.destroyed) inside._undestroy()
  inside.connecting = true
  inside._writev = undefined
  Object.assign(socket, {
    _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void) {
      inside._unrefTimer()
      whenThere(() => line.write(chunk, encoding, done))
    },
    _final: (done: () => void) => whenThere(() => line.end(done)),
    _read: () => whenThere(() => line.resume()),
    _destroy(error: Error | null, done: (error?: Error | null) => void) {
      established.reject(error)
      line.destroy()
      destroyNatively.call(socket, error, done)
    },
    ref() {
      line.ref()
      return socket
    },
    unref() {
      line.unref()
      return socket
    },
  })

  line.on('error', () => (inside.connecting ? fail('ECONNREFUSED', 'the way out is closed') : socket.destroy()))
  line.on('connect', () => line.write(requestLine({ host, port: Number(port) })))
  connectNatively.call(line, { path: egressSocket })
  firstLine(line, longestLine, (answer) => {
    if (socket.destroyed) return
    const reply = parseReply(answer ?? '')
    if ('code' in reply) fail(reply.code, reply.reason)
    else begin(reply.address)
  })

  const begin = (address: string): void => {
    inside.connecting = false
    inside._peername = { address, port, family: address.includes(':') ? 'IPv6' : 'IPv4' }
    carry()
    established.resolve()
    socket.emit('connect')
    socket.emit('ready')
    if (!socket.isPaused()) socket.read(0)
  }
  const carry = (): void => {
    line.on('data', (chunk) => {
      inside._unrefTimer()
      if (!socket.push(chunk)) line.pause()
    })
    line.on('end', () => {
      socket.push(null)
      if (socket.readableLength === 0) socket.read(0)
    })
    line.on('close', () => {
      if (!line.readableEnded) socket.destroy()
    })
  }
  return socket
}
