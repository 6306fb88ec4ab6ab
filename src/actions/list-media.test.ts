import { expect, it, onTestFinished } from 'vitest'
import type { MediaItem } from '../contract/media.ts'
import type { GalleryAsked } from '../mac/history/gallery.ts'
import { conversationDetails } from './conversation-details.ts'
import { listMedia } from './list-media.ts'
import { conversationOf, historyOf, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const guid = 'any;-;+15550100'
const item = (rowid: number) => ({ message: { rowid } }) as MediaItem

it('reads on while a part holds little, and no further than was asked for', async () => {
  const asked: GalleryAsked[] = []
  const parts = [
    { items: [], next: { date: 5n, rowid: 50n, given: 0 } },
    { items: [item(9)], next: { date: -4n, rowid: 40n, given: 0 } },
    { items: [item(8)], next: { date: 3n, rowid: 31n, given: 2 } },
  ]
  const gallery = (_: string, one: GalleryAsked) => {
    asked.push(one)
    return parts[asked.length - 1]
  }
  const { services } = servicesOf({ history: historyOf([conversationOf(guid)], { gallery }) })
  const first = await listMedia({ guid, kind: 'links', limit: 2 }, services, request)
  expect(first).toEqual({ items: [item(9), item(8)], cursor: '3.31.2' })
  expect(asked.map(({ limit, from }) => [limit, from?.date])).toEqual([
    [2, undefined],
    [2, 5n],
    [1, -4n],
  ])
  await expect(listMedia({ guid, kind: 'links', limit: 2, cursor: '3.31.2' }, services, request)).rejects.toThrowError(
    expect.objectContaining({ code: 'conversation_not_found' }),
  )
  expect(asked.at(-1)?.from).toEqual({ date: 3n, rowid: 31n, given: 2 })
})

it('adds the counts of all parts', async () => {
  const parts = [
    { sent: 2, received: 3, next: { date: 5n, rowid: 50n } },
    { sent: 1, received: 0, next: undefined },
  ]
  const tally = () => parts.shift()
  const { services } = servicesOf({ history: historyOf([conversationOf(guid)], { tally }) })
  expect(await conversationDetails({ guid }, services, request)).toMatchObject({ sent: 3, received: 3, first: null })
})

it('reports an unknown conversation', async () => {
  const { services } = servicesOf({ history: historyOf([conversationOf(guid)]) })
  const unknown = { guid: 'any;-;nobody' }
  const refusal = expect.objectContaining({ code: 'conversation_not_found' })
  await expect(listMedia({ ...unknown, kind: 'media', limit: 2 }, services, request)).rejects.toThrowError(refusal)
  await expect(conversationDetails(unknown, services, request)).rejects.toThrowError(refusal)
})
