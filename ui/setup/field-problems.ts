/** Finds what is wrong with typed values by the schema of a plugin, in the words of its form. Loaded when first needed. */
import type { DestinationField } from '../../src/domain/setup/destination-fields.ts'
import { textsIn } from '../catalogue/language.ts'
import { learn } from '../catalogue/texts.ts'
import { problemWords } from '../forms/problem-words.ts'
import { problemsOf } from '../forms/problems.ts'
import { isWithin } from '../forms/values.ts'

interface Judged {
  schema: Readonly<Record<string, unknown>>
  fields: readonly DestinationField[]
  values: Readonly<Record<string, unknown>>
}

/** Returns a problem for each field that has one, by its key. */
export async function fieldProblems({ schema, fields, values }: Judged): Promise<ReadonlyMap<string, string>> {
  const [texts, problems] = await Promise.all([formTexts(), problemsOf(schema, values)])
  learn(texts)
  return new Map(
    fields.flatMap(({ key }) => {
      const problem = problems.find(({ place }) => isWithin(place, key))
      return problem === undefined ? [] : [[key, problemWords(problem)] as const]
    }),
  )
}

const formTexts = () =>
  textsIn(document.documentElement.lang, {
    en: async () => (await import('../catalogue/en/forms.ts')).forms,
    de: async () => (await import('../catalogue/de/forms.ts')).forms,
  })
