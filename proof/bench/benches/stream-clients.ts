/**
 * A process with many clients of the event stream, some of which never read: it reports when each event reached each of
 * the others.
 */
import { get } from 'node:http'

const [url = '', count = '1', deafCount = '0'] = process.argv.slice(2)
const deaf = Number(deafCount)
const clients = Number(count) + deaf
/**
 * Maps a ROWID to the number of clients that received it, and the time of the last one in milliseconds since the epoch.
 */
const arrivals = new Map<number, { clients: number; lastMs: number }>()
let connected = 0

for (let client = 0; client < clients; client++) {
  get(`${url}/api/v1/events`, { agent: false }, (response) => {
    if (++connected === clients) process.send?.({ connected: true })
    if (client < deaf) return void response.pause()
    let rest = ''
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const nowMs = performance.timeOrigin + performance.now()
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data:')) arrived(line, nowMs)
    })
    response.on('end', () => process.send?.({ ended: true }))
  })
}

function arrived(line: string, nowMs: number): void {
  const event = JSON.parse(line.slice('data:'.length)) as { type: string; rowid: number }
  if (event.type !== 'new_message') return
  const { clients: seen } = arrivals.get(event.rowid) ?? { clients: 0 }
  arrivals.set(event.rowid, { clients: seen + 1, lastMs: nowMs })
}

process.on('message', () => process.send?.({ arrivals: [...arrivals] }))
