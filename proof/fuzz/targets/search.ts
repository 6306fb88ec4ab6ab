/** Tries what users type into the search, parsed and searched for in a real index. */
import { chance, pick, type Random, wholeNumber } from '../../../simulator/random.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { hasCode } from '../../../src/domain/service-error.ts'
import { searchOver } from '../../../src/search/test-search.ts'
import { mutatedText, strangeText } from '../mutate.ts'
import type { Target } from '../run.ts'

const words = [
  'supper',
  '"at eight"',
  'sup*',
  '-no',
  'from:anna',
  'from:me',
  'in:group',
  'has:photo',
  'has:link',
  'is:unread',
  'before:2025-01-01',
  'after:yesterday',
  'on:2024-02',
  'OR',
  'NOT',
  'AND',
  '(',
  ')',
  '"',
  '*',
  ':',
  '-',
  'from:',
]

export const search: Target = {
  name: 'search',
  claim: 'every query is answered, or refused with what is wrong',
  async open() {
    const mac = temporaryMac({ messages: 300, chats: 10 })
    const index = searchOver(mac.home)
    index.start()
    await index.built()
    return {
      async attempt(random) {
        const limit = wholeNumber(random, 1, 50)
        await index.search({ q: query(random), limit }).catch((error: unknown) => {
          if (!hasCode(error, 'invalid_request')) throw error
        })
      },
      async close() {
        await index[Symbol.asyncDispose]()
        mac.close()
      },
    }
  },
}

function query(random: Random): string {
  const text = Array.from({ length: wholeNumber(random, 1, 8) }, () =>
    chance(random, 0.15) ? strangeText(random) : pick(random, words),
  ).join(chance(random, 0.8) ? ' ' : '')
  return chance(random, 0.3) ? mutatedText(random, text) : text
}
