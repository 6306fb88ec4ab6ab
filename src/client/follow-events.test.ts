import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { followEvents } from './follow-events.ts'

/** Opens a stream that gets the next of these bodies each time. */
function streamsOf(...bodies: string[]) {
  const opened: Record<string, string>[] = []
  const ending = new AbortController()
  const seen: string[] = []
  const stream = followEvents<{ n: number }>(
    async (headers) => {
      opened.push(headers)
      return new Response(bodies[opened.length - 1] ?? '')
    },
    { signal: ending.signal, waitMs: () => 0, onId: (id) => void seen.push(id) },
  )
  return { stream, opened, seen, signal: ending.signal, end: () => ending.abort() }
}

test('the id of the greeting counts, and the next attempt continues from it', async () => {
  const { stream, opened, seen, end } = streamsOf('id: 7\nretry: 2000\n\n', 'id: 8\ndata: {"n":1}\n\n')
  expect((await stream.next()).value).toEqual({ id: '8', value: { n: 1 } })
  expect(opened).toEqual([{}, { 'last-event-id': '7' }])
  expect(seen).toEqual(['7', '8'])
  end()
})

test('a client that reconnects again and again leaves no listener behind', async () => {
  const { stream, signal, end } = streamsOf('', '', '', '', 'id: 1\ndata: {"n":1}\n\n')
  await stream.next()
  expect(getEventListeners(signal, 'abort')).toEqual([])
  end()
})
