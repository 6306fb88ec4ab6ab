/** Validates values and reports each problem with its path and its text in the catalogue. */

import type { OutputUnit } from '@cfworker/json-schema'
import { isObject } from '../../src/base/json-object.ts'
import { isHiddenSecret, isSecretSchema } from '../../src/domain/plugin-settings.ts'
import type { TextKey, Values } from '../catalogue/texts.ts'
import { halfJsonIn, isHalfJson } from './half-json.ts'
import { listIn, numberIn, propertiesOf, requiredIn, type Schema, textIn, withoutNull } from './schema.ts'
import { type Path, placeOf, valueAt } from './values.ts'

export interface Problem {
  /** Path as `placeOf` writes it. */
  place: string
  text: TextKey
  values?: Values
  /** The value that is wrong, for the texts that repeat it; absent for secrets and for what is too long to repeat. */
  given?: string
}

/**
 * Loads the validator on first use. A property whose own schema is invalid reports nothing, and all others are
 * validated.
 */
export async function problemsOf(schema: Schema, values: unknown): Promise<readonly Problem[]> {
  // If the validator cannot be loaded, the service validates when something is saved.
  const Validator = await import('@cfworker/json-schema').then(
    (module) => module.Validator,
    () => undefined,
  )
  const narrow = narrowed(schema, values)
  const judged = (part: Schema): KeywordProblem[] | undefined => {
    if (Validator === undefined) return []
    try {
      const { errors } = new Validator(part, '2020-12', false).validate(values)
      return errors.flatMap((error) => problemIn(error, part, values))
    } catch {
      return undefined
    }
  }
  const unfinished = halfJsonIn(values).map(({ place, reason }) => ({
    place,
    text: 'forms.problem_json' as const,
    values: { reason },
  }))
  return [...worstOfEach(judged(narrow) ?? onesOf(narrow).flatMap((one) => judged(one) ?? [])), ...unfinished]
}

/** Returns the schema once for each of its properties. */
const onesOf = (schema: Schema): Schema[] =>
  Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    ...schema,
    properties: { [name]: property },
    required: requiredIn(schema).filter((needed) => needed === name),
  }))

/** The service decides which branch an object should have taken: judging all branches would report false problems. */
const branching = ['anyOf', 'oneOf', 'allOf', 'if']

/** Removes from the schema what only the service can judge. */
function narrowed(whole: Schema, value: unknown): Schema {
  if (isHiddenSecret(value) || isHalfJson(value)) return {}
  const { schema, isNullable } = withoutNull(whole)
  if (isNullable && value === null) return {}
  if (isObject(value) && branching.some((keyword) => keyword in schema)) return {}
  if (isObject(value) && isObject(schema.properties)) return narrowedObject(schema, value)
  if (isObject(value) && isObject(schema.additionalProperties)) {
    const { additionalProperties: each } = schema
    const properties = Object.entries(value).map(([name, one]) => [name, narrowed(each as Schema, one)])
    return { ...schema, properties: Object.fromEntries(properties) }
  }
  if (Array.isArray(value) && isObject(schema.items)) {
    const { items, ...rest } = schema
    return { ...rest, prefixItems: value.map((entry) => narrowed(items as Schema, entry)) }
  }
  return schema
}

function narrowedObject(schema: Schema, value: Schema): Schema {
  const properties = propertiesOf(schema)
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        name in value ? narrowed(property, value[name]) : property,
      ]),
    ),
    // A property with a default is never missing.
    required: requiredIn(schema).filter((name) => properties[name]?.default === undefined),
  }
}

interface KeywordProblem extends Problem {
  keyword: string
}

/**
 * Keywords that report a problem of something within, which is reported itself, or of keys without a field (`false`).
 */
const ofWholes = ['properties', 'items', 'prefixItems', '$ref', 'additionalProperties', 'false']

function problemIn(
  { keyword, keywordLocation, instanceLocation }: OutputUnit,
  root: Schema,
  values: unknown,
): KeywordProblem[] {
  if (ofWholes.includes(keyword)) return []
  const path = pathOf(instanceLocation)
  const schema = valueAt(root, pathOf(keywordLocation).slice(0, -1))
  const said = isObject(schema) ? schema : {}
  if (keyword === 'required') {
    const there = valueAt(values, path)
    const missing = requiredIn(said).filter((name) => !isObject(there) || !Object.hasOwn(there, name))
    return missing.map((name) => ({ keyword, place: placeOf([...path, name]), text: 'forms.problem_required' }))
  }
  const given = isSecretAt(keywordLocation, root) ? undefined : repeated(valueAt(values, path))
  return [{ keyword, place: placeOf(path), ...wordsFor(keyword, said), ...(given !== undefined && { given }) }]
}

const longestRepeated = 60

const repeated = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '' && value.length <= longestRepeated) || typeof value === 'number'
    ? String(value)
    : undefined

/** Whether a schema on the way to the keyword is that of a secret. */
function isSecretAt(keywordLocation: string, root: Schema): boolean {
  const steps = pathOf(keywordLocation)
  let isMap = false
  return steps.some((step, index) => {
    // What follows `properties` is a name, even if it is that word again.
    isMap = step === 'properties' && !isMap
    const schema = valueAt(root, steps.slice(0, index + 1))
    return !isMap && isObject(schema) && isSecretSchema(schema)
  })
}

function wordsFor(keyword: string, schema: Schema): Pick<Problem, 'text' | 'values'> {
  const count = numberIn(schema, keyword) ?? 0
  switch (keyword) {
    case 'minLength':
      return count === 1 ? { text: 'forms.problem_required' } : { text: 'forms.problem_min_length', values: { count } }
    case 'maxLength':
      return { text: 'forms.problem_max_length', values: { count } }
    case 'minimum':
    case 'maximum':
      return between(schema)
    case 'exclusiveMinimum':
      return { text: 'forms.problem_more_than', values: { count } }
    case 'exclusiveMaximum':
      return { text: 'forms.problem_less_than', values: { count } }
    case 'minItems':
      return { text: 'forms.problem_min_items', values: { count } }
    case 'maxItems':
      return { text: 'forms.problem_max_items', values: { count } }
    case 'uniqueItems':
      return { text: 'forms.problem_unique' }
    case 'enum':
    case 'const':
      return { text: 'forms.problem_choice' }
    case 'format':
      return { text: formats[textIn(schema, 'format') ?? ''] ?? 'forms.problem_form' }
    case 'pattern':
      return patternWords(schema)
    case 'type':
      return { text: wrongType[String([schema.type].flat()[0])] ?? 'forms.problem_type' }
    default:
      return { text: 'forms.problem_form' }
  }
}

function between(schema: Schema): Pick<Problem, 'text' | 'values'> {
  const [min, max] = [numberIn(schema, 'minimum'), numberIn(schema, 'maximum')]
  if (min !== undefined && max !== undefined) return { text: 'forms.problem_between', values: { min, max } }
  return min !== undefined
    ? { text: 'forms.problem_at_least', values: { count: min } }
    : { text: 'forms.problem_at_most', values: { count: max ?? 0 } }
}

const formats: Readonly<Record<string, TextKey>> = {
  email: 'forms.problem_email',
  uri: 'forms.problem_uri',
  url: 'forms.problem_uri',
  hostname: 'forms.problem_hostname',
}

const wrongType: Readonly<Record<string, TextKey>> = {
  number: 'forms.problem_number',
  integer: 'forms.problem_whole',
}

/** A pattern helps few people, but an example does. */
function patternWords(schema: Schema): Pick<Problem, 'text' | 'values'> {
  const [example] = listIn(schema, 'examples') ?? []
  return typeof example === 'string'
    ? { text: 'forms.problem_form_example', values: { example } }
    : { text: 'forms.problem_form' }
}

const pathOf = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))

const weight = ({ keyword }: KeywordProblem): number => ({ required: 0, type: 2, anyOf: 3, oneOf: 3 })[keyword] ?? 1

/**
 * Keeps one problem for each path: a wrong type comes last, because it often comes from a branch that was not taken.
 */
function worstOfEach(found: readonly KeywordProblem[]): readonly Problem[] {
  const places = Map.groupBy(found, ({ place }) => place)
  return [...places.values()].flatMap((each) => {
    const [worst] = each.toSorted((one, other) => weight(one) - weight(other))
    if (worst === undefined) return []
    const { keyword: _, ...problem } = worst
    return [problem]
  })
}
