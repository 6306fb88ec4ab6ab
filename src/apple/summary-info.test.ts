import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { Keyed, keyedArchive, propertyList } from './fixtures/plist-writer.ts'
import { plainBody } from './fixtures/typedstream-writer.ts'
import { decodeSummaryInfo, editCount, isFullyUnsent, type SummaryInfo } from './summary-info.ts'

function infoOf(record: Record<string, unknown>): SummaryInfo {
  const info = decodeSummaryInfo(propertyList({ ust: true, ...record }))
  if (!info.ok) throw new Error(info.reason)
  return info.value
}

const version = (text: string, seconds: number) => ({ t: plainBody(text), d: seconds })

describe('an edited message', () => {
  const edited = infoOf({
    ec: { '2': [version('Secnd', 743_907_435.319), { ...version('Second', 743_907_448.5), bcg: 'PREVIEW' }] },
    ep: [2],
    otr: { '2': { lo: 18, le: 5 }, '0': { lo: 0, le: 18 } },
  })

  it('has its versions from the first to the current one', () => {
    expect(edited.editedParts).toEqual([
      {
        part: 2,
        versions: [
          { text: 'Secnd', atMs: 1_722_214_635_319, previewGuid: null },
          { text: 'Second', atMs: 1_722_214_648_500, previewGuid: 'PREVIEW' },
        ],
      },
    ])
  })

  it('counts its edits, not its versions', () => {
    expect(editCount(edited)).toBe(1)
    expect(editCount(infoOf({ ec: { '0': [version('only', 1)] } }))).toBe(0)
  })

  it('has the original ranges of its parts, in their order', () => {
    expect(edited.originalParts).toEqual([
      { part: 0, start: 0, length: 18 },
      { part: 2, start: 18, length: 5 },
    ])
  })

  it('is not unsent', () => {
    expect(isFullyUnsent(edited)).toBe(false)
  })

  it('keeps the other versions where one is damaged', () => {
    const damaged = infoOf({ ec: { '0': [{ t: Buffer.from('nonsense'), d: 1 }, version('now', 2)] } })
    expect(damaged.editedParts[0]?.versions.map(({ text }) => text)).toEqual([null, 'now'])
  })
})

describe('an unsent message', () => {
  const otr = { '0': { lo: 0, le: 3 }, '1': { lo: 3, le: 1 } }

  it('is gone entirely when every part is unsent', () => {
    expect(isFullyUnsent(infoOf({ rp: [0, 1], otr }))).toBe(true)
  })

  it('is still there while any part remains', () => {
    const partly = infoOf({ rp: [1], otr })
    expect(partly.unsentParts).toEqual([1])
    expect(isFullyUnsent(partly)).toBe(false)
  })
})

it('translations come with their languages', () => {
  const translated = new Keyed('IMTranslation', {
    translatedText: new Keyed('NSAttributedString', { NSString: 'Good day', NSAttributes: {} }),
    sourceLanguage: 'de',
    translationLanguage: 'en',
  })
  const { translations } = infoOf({ tmp: keyedArchive({ '0': [translated] }) })
  expect(translations).toEqual([{ part: 0, text: 'Good day', from: 'de', to: 'en' }])
})

it('a reaction has a summary of its target', () => {
  const { target } = infoOf({ amc: 1, ams: 'Dinner at eight?' })
  expect(target).toEqual({ text: 'Dinner at eight?', contentType: 1, appName: null, balloonId: null })
})

it('a message that never changed has an empty summary', () => {
  expect(infoOf({ amc: 0, euh: ['+15550100'] })).toEqual({
    editedParts: [],
    unsentParts: [],
    originalParts: [],
    translations: [],
    editedUnder: ['+15550100'],
    target: null,
  })
})

it('anything except a dictionary is refused', () => {
  expect(decodeSummaryInfo(propertyList(['rp'])).ok).toBe(false)
  expect(decodeSummaryInfo(new Uint8Array()).ok).toBe(false)
})
