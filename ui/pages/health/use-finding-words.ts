/** Loads the sentences for findings in the reader's language; undefined until they are there. */
import { useQuery } from '@tanstack/react-query'
import type { FindingWords } from '../../catalogue/finding-words.ts'

export const useFindingWords = (): FindingWords | undefined =>
  useQuery({
    queryKey: ['finding_words'],
    // Loaded apart, since the overview needs them only while something is wrong.
    queryFn: async () => (await import('../../catalogue/finding-words.ts')).findingWords(),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
