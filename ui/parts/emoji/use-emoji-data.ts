/** Fetches all emoji with their names in the reader's language once, from a file beside the page. */
import { useQuery } from '@tanstack/react-query'
import type { EmojiData } from 'frimousse'
import { locale } from '../../catalogue/texts.ts'
import { base } from '../../routes.ts'
import { drawnOf } from './drawn.ts'
import { languageFor } from './languages.ts'

export function useEmojiData() {
  const language = languageFor(locale())
  return useQuery({
    queryKey: ['emoji', language],
    queryFn: () => load(language),
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

async function load(language: string): Promise<EmojiData> {
  const response = await fetch(`${base}/emoji/${language}.json`)
  if (!response.ok) throw new Error(`emoji/${language}.json: ${response.status}`)
  return drawnOf(await response.json())
}
