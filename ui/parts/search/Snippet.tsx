/** The part of a message that a search found, with the matches marked. */
import type { SearchResult } from '../../../src/contract/search.ts'
import { partsOf } from './snippet-parts.ts'

export const Snippet = ({ text, ranges }: { text: string; ranges: SearchResult['ranges'] }) => (
  <bdi dir="auto">
    {partsOf(text, ranges).map(({ start, words, isHit }) =>
      isHit ? <mark key={start}>{words}</mark> : <span key={start}>{words}</span>,
    )}
  </bdi>
)
