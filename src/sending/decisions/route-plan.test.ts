import { describe, expect, test } from 'vitest'
import type { ChatGuid } from '../../contract/ids.ts'
import { anna } from '../../domain/test-row.ts'
import { type Attempt, type Destination, firstAttempt, nextAttempt, type Verdict } from './route-plan.ts'

const chats = (...guids: string[]) => guids as ChatGuid[]
const toAnna = (changes: Partial<Destination> = {}): Destination => ({
  isGroup: false,
  handle: anna,
  chatGuid: null,
  chats: [],
  otherChats: [],
  service: null,
  ...changes,
})

const written = (way: Attempt) =>
  [way.route, ...way.others].map((route) =>
    route.by === 'chat' ? route.guid : `participant ${route.handle} by ${route.service}`,
  )
const ways = (changes: Partial<Destination>) => written(firstAttempt(toAnna(changes)))

describe('the ways to a recipient', () => {
  test('a person who was never written to is addressed by iMessage', () =>
    expect(ways({})).toEqual([`participant ${anna} by iMessage`]))

  test('known chats come first, the newest before others; then other spellings; then the person', () =>
    expect(ways({ chats: chats(`SMS;-;${anna}`, `iMessage;-;${anna}`) })).toEqual([
      `SMS;-;${anna}`,
      `iMessage;-;${anna}`,
      `any;-;${anna}`,
      `participant ${anna} by iMessage`,
    ]))

  test('the requested chat comes before newer ones', () =>
    expect(
      ways({ chatGuid: `iMessage;-;${anna}` as ChatGuid, chats: chats(`SMS;-;${anna}`, `iMessage;-;${anna}`) }).slice(
        0,
        2,
      ),
    ).toEqual([`iMessage;-;${anna}`, `SMS;-;${anna}`]))

  test('a chat that no longer exists is still tried under its old name', () =>
    expect(ways({ chatGuid: `any;-;${anna}` as ChatGuid })[0]).toBe(`any;-;${anna}`))

  test('a group goes to its chat under each spelling, and never to a person', () =>
    expect(ways({ isGroup: true, chats: chats('iMessage;+;chat12') })).toEqual([
      'iMessage;+;chat12',
      'any;+;chat12',
      'any;-;chat12',
    ]))

  test('a guessed spelling never leads to the chat of another conversation', () =>
    expect(ways({ isGroup: true, chats: chats('any;+;chat12'), otherChats: chats('any;-;chat12') })).toEqual([
      'any;+;chat12',
      'iMessage;+;chat12',
    ]))

  test('a chat that is named in lower case is the chat of that service', () => {
    const [first] = ways({ service: 'SMS', chats: chats(`iMessage;-;${anna}`, `sms;-;${anna}`) })
    expect(first).toBe(`sms;-;${anna}`)
  })

  test.each(['SMS', 'RCS', 'iMessage'] as const)('a send that requests %s goes by nothing else', (service) =>
    expect(ways({ service, chats: chats(`any;-;${anna}`) })).toEqual([`participant ${anna} by ${service}`]),
  )

  test('before macOS 26 the chat of the requested service comes first', () =>
    expect(ways({ service: 'SMS', chats: chats(`iMessage;-;${anna}`, `SMS;-;${anna}`) })).toEqual([
      `SMS;-;${anna}`,
      `participant ${anna} by SMS`,
    ]))
})

describe('after an attempt', () => {
  const way = firstAttempt(toAnna({ chats: chats(`any;-;${anna}`) }))
  const verdict = (is: Verdict['end']['is'], remedy: Verdict['remedy']): Verdict => ({ end: { is }, remedy })

  test.each(['handed_over', 'uncertain'] as const)('%s: nothing is retried, whatever the remedy', (is) => {
    for (const remedy of ['launch', 'other_route', null] as const)
      expect(nextAttempt(way, verdict(is, remedy))).toBeUndefined()
  })

  test('Messages is launched once, and the same way is tried again', () => {
    const launched = nextAttempt(way, verdict('not_sent', 'launch'))
    expect(launched && written(launched)).toEqual(written(way))
    expect(launched && nextAttempt(launched, verdict('not_sent', 'launch'))).toBeUndefined()
  })

  test('when Messages does not know a chat the next way is tried, until none is left', () => {
    const tried: string[] = []
    for (let next: Attempt | undefined = way; next; next = nextAttempt(next, verdict('not_sent', 'other_route')))
      tried.push(written(next)[0] ?? '')
    expect(tried).toEqual(written(way))
  })

  test('a failure without a remedy ends the send', () =>
    expect(nextAttempt(way, verdict('not_sent', null))).toBeUndefined())
})
