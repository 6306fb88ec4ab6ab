/** Highlights the words of a search in the rendered messages without changing the document; few conversations are opened with one. */
import { type RefObject, useEffect, useMemo } from 'react'
import { placesOf, wordsOf } from './highlighted-words.ts'

const name = 'found'

interface Props {
  container: RefObject<HTMLElement | null>
  query: string
}

export default function FoundWords({ container, query }: Props) {
  const words = useMemo(() => wordsOf(query), [query])
  // Runs after every render of the list, because scrolling changes what is rendered.
  useEffect(() => {
    if (words.length === 0 || container.current === null || !('highlights' in CSS)) return
    CSS.highlights.set(name, new Highlight(...rangesIn(container.current, words)))
    return () => void CSS.highlights.delete(name)
  })
  return null
}

function rangesIn(container: HTMLElement, words: readonly string[]): Range[] {
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.parentElement?.closest('[dir="auto"]') === null) continue
    for (const { start, end } of placesOf(node.nodeValue ?? '', words)) {
      const range = new Range()
      range.setStart(node, start)
      range.setEnd(node, end)
      ranges.push(range)
    }
  }
  return ranges
}
