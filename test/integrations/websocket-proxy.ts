/**
 * Puts a WebSocket (RFC 6455, binary frames) in front of a server that speaks plain TCP, as a broker's own WebSocket
 * listener does.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface WebSocketProxy extends AsyncDisposable {
  port: number
}

export async function webSocketProxy(target: number, path: string): Promise<WebSocketProxy> {
  const server = createServer((_, response) => response.writeHead(426).end())
  const sockets = new Set<Socket>()
  server.on('upgrade', (request, client: Socket) => {
    if (request.url !== path || request.headers['sec-websocket-protocol'] !== 'mqtt') return client.destroy()
    client.write(accepted(String(request.headers['sec-websocket-key'])))
    const far = connect(target, '127.0.0.1')
    for (const socket of [client, far]) sockets.add(socket.on('error', () => undefined))
    const read = frameReader()
    client.on('data', (bytes: Buffer) => {
      for (const payload of read(bytes)) far.write(payload)
    })
    far.on('data', (bytes: Buffer) => void client.write(frameOf(bytes)))
    client.on('close', () => far.destroy())
    far.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

const accepted = (key: string): string =>
  [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${createHash('sha1')
      .update(key + magic)
      .digest('base64')}`,
    'Sec-WebSocket-Protocol: mqtt',
    '\r\n',
  ].join('\r\n')

const binary = 0x82

function frameOf(payload: Buffer): Buffer {
  const head = payload.length < 126 ? Buffer.from([binary, payload.length]) : Buffer.from([binary, 126, 0, 0])
  if (head.length === 4) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

/** Frames of a client are masked; none in these tests is longer than 64 KB. */
function frameReader(): (bytes: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const payloads: Buffer[] = []
    for (let frame = firstFrame(rest); frame !== undefined; frame = firstFrame(rest)) {
      rest = rest.subarray(frame.end)
      if (frame.isBinary) payloads.push(frame.payload)
    }
    return payloads
  }
}

function firstFrame(bytes: Buffer) {
  if (bytes.length < 2) return undefined
  const short = bytes.readUInt8(1) & 0x7f
  const maskAt = short === 126 ? 4 : 2
  if (bytes.length < maskAt + 4) return undefined
  const length = short === 126 ? bytes.readUInt16BE(2) : short
  const start = maskAt + 4
  const end = start + length
  if (bytes.length < end) return undefined
  const payload = Buffer.from(bytes.subarray(start, end).map((byte, n) => byte ^ bytes.readUInt8(maskAt + (n % 4))))
  return { end, payload, isBinary: (bytes.readUInt8(0) & 0x0f) === 2 }
}
