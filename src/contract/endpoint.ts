/** Declares the form of a row of the endpoint table. */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'

export type Returns =
  | { as: 'json'; schema: TSchema; status: 200 | 201 }
  | { as: 'nothing' }
  /** Server-sent events; each `data:` line is one value. */
  | { as: 'events'; schema: TSchema }
  | { as: 'bytes'; types: readonly string[] }
  /** HTML, and the files that it loads from below the same path. */
  | { as: 'page'; files?: readonly string[] }
  | { as: 'redirect'; status: 302 }

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are in braces, as in OpenAPI; a trailing `*` matches any rest. */
  path: string
  /** `open` needs neither a session nor a key, even when a password is set. */
  scope: Scope | 'open'
  /**
   * The result for a key with a grant: the part that its grant opens, an answer that is the same for everybody since it
   * says nothing about people, or a refusal.
   */
  limited: 'narrowed' | 'nothing_of_people' | 'refused'
  /** A sentence for the reference. */
  summary: string
  /**
   * The handler of the request: a file of `actions/`, the web process itself where cookies, pages or sockets are
   * involved, or only a hub.
   */
  by: 'action' | 'web' | 'hub'
  path_params?: TObject
  query?: TObject
  body?: TSchema
  /** The name of the form field with the file; `body` describes the other fields of that form. */
  upload?: string
  /** Whether the body may also come from an HTML form, to which the response is a redirect or the form again. */
  form?: true
  /** When it redirects (303) instead; a clause that continues "Leads elsewhere". */
  leads_away?: string
  /** Whether the response contains a secret beside text from others: compressed, its length would reveal the secret. */
  is_secret?: true
  /** Further statuses: a send that waits for its owner, a part of the bytes, or that the browser's copy is current. */
  also?: readonly (202 | 206 | 304)[]
  /** Request headers that have a meaning for this endpoint. */
  headers?: readonly 'Idempotency-Key'[]
  returns: Returns
  /** Errors beyond those that follow from scope and method, and those of every endpoint (openapi.ts). */
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

/** Refuses unknown names in a query or a body, so that a typing error does not result in a default. */
export const fields = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

/**
 * The body of a change: the named fields of `changeable` are changed. Other fields of `shown` are accepted and ignored,
 * so that the response of GET can be sent back as it is.
 */
export const changeOf = <T extends Record<string, TSchema>>(changeable: T, shown: TObject) => {
  const others = Object.keys(shown.properties).filter((name) => !Object.hasOwn(changeable, name))
  const ignored = Object.fromEntries(others.map((name) => [name, Type.Optional(Type.Unknown({ ...takenBack }))]))
  const written = Type.Partial(fields(changeable))
  // A change has no defaults, because what it leaves out stays as it is.
  const withoutDefaults = Object.fromEntries(
    Object.entries<TSchema>(written.properties).map(([name, { default: _, ...rest }]) => [name, rest]),
  )
  return { ...written, properties: { ...withoutDefaults, ...ignored } } as typeof written
}

const takenBack = { readOnly: true, description: 'As GET shows it; it is not changed.' }

type Part<E, P extends string> = E extends Record<P, infer S extends TSchema> ? Static<S> : unknown
/** Path, query and body as one value; their names never collide. */
export type InputOf<E> = Part<E, 'path_params'> & Part<E, 'query'> & Part<E, 'body'>
export type OutputOf<E> = E extends { returns: { as: 'json'; schema: infer S extends TSchema } } ? Static<S> : undefined
