/** The form of a row of the endpoint table. */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'

export type Returns =
  | { as: 'json'; schema: TSchema; status: 200 | 201 }
  | { as: 'nothing' }
  /** Server-sent events; each `data:` line is one value. */
  | { as: 'events'; schema: TSchema }
  | { as: 'bytes'; types: readonly string[] }
  /** HTML, and below the same address the files that it loads. */
  | { as: 'page'; files?: readonly string[] }
  | { as: 'redirect'; status: 302 }

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces, as OpenAPI writes them; a trailing `*` stands for any rest. */
  path: string
  /** `open`: needs neither session nor key, even when a password is set. */
  scope: Scope | 'open'
  /** One sentence, for the reference. */
  summary: string
  /** Who answers: a file of `actions/`, or the web process itself where cookies, pages or sockets are the matter. */
  by: 'action' | 'web'
  path_params?: TObject
  query?: TObject
  body?: TSchema
  /** The part of a form that is a file; `body` is then the rest of that form. */
  upload?: string
  /** Its body may come from an HTML form, too, which is answered with a redirect or with the form once more. */
  form?: true
  /** When it leads elsewhere (303) instead; a clause that goes on after "Leads elsewhere". */
  leads_away?: string
  /** It answers with a secret beside what others wrote: packed, its length would tell of it. */
  is_secret?: true
  /** Further statuses of its answer: a part of the bytes, or that the browser's copy is still right. */
  also?: readonly (206 | 304)[]
  /** Headers that mean something to it. */
  headers?: readonly 'Idempotency-Key'[]
  returns: Returns
  /** Beyond those that follow from its scope and method, and those that any endpoint may give (openapi.ts). */
  errors?: readonly ErrorCode[]
}

export const json = <S extends TSchema>(schema: S) => ({ as: 'json', schema, status: 200 }) as const
export const created = <S extends TSchema>(schema: S) => ({ as: 'json', schema, status: 201 }) as const
export const nothing = { as: 'nothing' } as const
export const events = <S extends TSchema>(schema: S) => ({ as: 'events', schema }) as const
export const bytes = (...types: string[]) => ({ as: 'bytes', types }) as const
export const page = { as: 'page' } as const
export const pageWith = (...files: string[]) => ({ as: 'page', files }) as const
export const redirect = { as: 'redirect', status: 302 } as const

/** Unknown names in a query or a body are refused, so that a typing error is not taken for a default. */
export const fields = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

/**
 * The body of a change: what is named in `changeable` is changed. What `shown` has beside that is taken back and changes
 * nothing, so that what GET answered can be sent again as it is.
 */
export const changeOf = <T extends Record<string, TSchema>>(changeable: T, shown: TObject) => {
  const others = Object.keys(shown.properties).filter((name) => !Object.hasOwn(changeable, name))
  const ignored = Object.fromEntries(others.map((name) => [name, Type.Optional(Type.Unknown({ ...takenBack }))]))
  const written = Type.Partial(fields(changeable))
  // What a change leaves out stays as it is: nothing has a default there.
  const withoutDefaults = Object.fromEntries(
    Object.entries<TSchema>(written.properties).map(([name, { default: _, ...rest }]) => [name, rest]),
  )
  return { ...written, properties: { ...withoutDefaults, ...ignored } } as typeof written
}

const takenBack = { readOnly: true, description: 'As GET shows it; it is not changed.' }

type Part<E, P extends string> = E extends Record<P, infer S extends TSchema> ? Static<S> : unknown
/** Path, query and body as one value: their names never collide. */
export type InputOf<E> = Part<E, 'path_params'> & Part<E, 'query'> & Part<E, 'body'>
export type OutputOf<E> = E extends { returns: { as: 'json'; schema: infer S extends TSchema } } ? Static<S> : undefined
