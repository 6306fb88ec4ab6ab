import { expect, it, onTestFinished } from 'vitest'
import { listMessages } from './list-messages.ts'
import { conversationOf, historyOf, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const guid = 'any;-;+15550100'

function servicesThatNote() {
  const anchors: object[] = []
  const messages = (wanted: string, anchor: object) => {
    anchors.push(anchor)
    return wanted === guid ? [] : undefined
  }
  const { services } = servicesOf({ history: historyOf([conversationOf(guid)], { messages }) })
  return { services, anchors }
}

it.each([{}, { before_rowid: 7 }, { after_rowid: 7 }, { around_rowid: 7 }, { from_ts: '2026-03-01T00:00:00Z' }])(
  'passes on the anchor %j',
  (place) => {
    const { services, anchors } = servicesThatNote()
    expect(listMessages({ guid, limit: 5, ...place }, services, request)).toEqual([])
    expect(anchors).toEqual([{ limit: 5, ...place }])
  },
)

it.each([
  [{ before_rowid: 1, after_rowid: 2 }, 'after_rowid'],
  [{ before_rowid: 1, around_rowid: 2 }, 'around_rowid'],
])('refuses two anchors at once: %j', (places, path) => {
  const { services } = servicesThatNote()
  expect(() => listMessages({ guid, limit: 5, ...places }, services, request)).toThrowError(
    expect.objectContaining({ code: 'invalid_request', details: expect.objectContaining({ path }) }),
  )
})

it('reports an unknown conversation', () => {
  const { services } = servicesThatNote()
  expect(() => listMessages({ guid: 'any;-;nobody', limit: 5 }, services, request)).toThrowError(
    expect.objectContaining({ code: 'conversation_not_found' }),
  )
})
