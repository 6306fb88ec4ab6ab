/**
 * Provides the floor of event streams: a bare HTTP server that keeps every response open, and writes the events that a
 * journal has after an id to all of them as soon as it is told to, as many at once as the web process does.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as soon } from 'node:timers/promises'
import { readEvents } from '../../../src/store/journal/events-reader.ts'

const [journalFile = ''] = process.argv.slice(2)
const chunkBytes = 48 * 1024
const open = new Set<ServerResponse>()
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('\n')
  open.add(response)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

process.on('message', async (after: number) => {
  const chunks = [...chunksAfter(after)]
  process.send?.(performance.timeOrigin + performance.now())
  for (const chunk of chunks) {
    for (const response of open) response.write(chunk)
    await soon()
  }
})

function* chunksAfter(after: number): Generator<Buffer> {
  const reader = readEvents(journalFile)
  const events = reader.after(after, Number.MAX_SAFE_INTEGER)
  reader.close()
  let waiting = ''
  for (const { id, payload } of events) {
    waiting += `id: ${id}\ndata: ${payload}\n\n`
    if (waiting.length < chunkBytes) continue
    yield Buffer.from(waiting)
    waiting = ''
  }
  yield Buffer.from(waiting)
}
