/** Turns a message into a document of the index: its facets and all of its words. */
import type { FacetName } from '../domain/search/facets.ts'
import { facetWord, wordOfFacet } from '../domain/search/facets.ts'
import { documentAt } from '../domain/search/match.ts'
import { foldedWords } from '../domain/search/words.ts'
import type { SearchableFile, SearchableRow } from '../mac/searchable.ts'
import type { IndexedDocument, IndexWriter } from '../store/search-index/writer.ts'

export function documentOf(row: SearchableRow, numberOf: IndexWriter['numberOf']): IndexedDocument {
  const handle = row.handle === null ? null : numberOf('person', row.handle)
  const conversation = row.conversation === null ? null : numberOf('conversation', row.conversation)
  const parties = [row.isFromMe ? null : handle, conversation].filter((number) => number !== null)
  const facets = [...facetsOf(row).map(wordOfFacet), ...parties.map(facetWord)]
  return {
    source: row.rowid,
    id: documentAt(row.sentAtMs),
    fingerprint: row.fingerprint,
    isFromMe: row.isFromMe,
    handle,
    conversation,
    words: [...facets, ...contentOf(row)].join(' '),
  }
}

/** A sign that is never a word of a text, so that no phrase matches across two fields. */
const between = '¶'
/** Nobody types more than this; a longer text is a file that was pasted. */
const longestText = 100_000

function contentOf({ text, subject, attachments, links, transcripts, earlier }: SearchableRow): string[] {
  const fields = [text, subject, ...attachments.map(({ name }) => name), ...links, ...transcripts, ...earlier]
  const words = fields.map((field) => foldedWords(field.slice(0, longestText))).filter((field) => field.length > 0)
  return words.flatMap((field, n) => (n === 0 ? field : [between, ...field]))
}

function facetsOf(row: SearchableRow): FacetName[] {
  const facets: [FacetName, boolean][] = [
    ['sent', row.isFromMe],
    ['received', !row.isFromMe],
    ['group', row.isGroup],
    ['edited', row.isEdited],
    ['unsent', row.isUnsent],
    ['reply', row.isReply],
    ['attachment', row.attachments.length > 0],
    ['link', row.links.length > 0 || link.test(row.text)],
    ['poll', row.isPoll],
    ['app', row.kind === 'app'],
  ]
  const own = facets.filter(([, has]) => has).map(([name]) => name)
  return row.attachments.length === 0 ? own : [...own, ...new Set(row.attachments.map(kindOfFile))]
}

const link = /https?:\/\/|\bwww\./i

function kindOfFile({ name, mime, isSticker }: SearchableFile): FacetName {
  if (isSticker) return 'sticker'
  if (name.toLowerCase().endsWith('.loc.vcf')) return 'location'
  if (mime === 'text/vcard' || mime === 'text/x-vcard') return 'contact'
  const [type] = mime?.split('/') ?? []
  return type === 'image' || type === 'video' || type === 'audio' ? type : 'file'
}
