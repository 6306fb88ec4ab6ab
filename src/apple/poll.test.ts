import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { keyedArchive, keyedUrl } from './fixtures/plist-writer.ts'
import { decodePoll } from './poll.ts'

const payload = (url: string) => keyedArchive({ URL: keyedUrl(url) })
const data = (item: unknown) => Buffer.from(JSON.stringify({ version: 1, item })).toString('base64')

describe('a poll', () => {
  it('has a question and options in their order', () => {
    const item = {
      title: 'Dinner?',
      creatorHandle: '+15550100',
      orderedPollOptions: [
        { optionIdentifier: 'B', text: 'Pizza 🍕', creatorHandle: '+15550100', canBeEdited: true },
        { optionIdentifier: 'A', text: 'Soup' },
      ],
    }
    expect(decodePoll(payload(`data:,${data(item)}?src=p&c=2`))).toEqual({
      ok: true,
      value: {
        kind: 'poll',
        title: 'Dinner?',
        creator: '+15550100',
        options: [
          { id: 'B', text: 'Pizza 🍕', creator: '+15550100' },
          { id: 'A', text: 'Soup', creator: null },
        ],
      },
    })
  })

  it('may have its question in a separate message', () => {
    expect(decodePoll(payload(`data:,${data({ title: '', orderedPollOptions: [] })}`))).toMatchObject({
      value: { title: null },
    })
  })

  it('has votes that name every option a person has chosen', () => {
    const votes = [
      { participantHandle: '+15550101', voteOptionIdentifier: 'A', serverVoteTime: 1 },
      { participantHandle: 'x' },
    ]
    expect(decodePoll(payload(`data:,${data({ votes })}`))).toEqual({
      ok: true,
      value: { kind: 'votes', votes: [{ optionId: 'A', voter: '+15550101' }] },
    })
  })

  it.each(['https://example.com/', 'data:,', 'data:,%%%', 'data:,bm90IEpTT04=', `data:,${data('text')}`])(
    'is refused in %s',
    (url) => {
      expect(decodePoll(payload(url)).ok).toBe(false)
    },
  )
})
