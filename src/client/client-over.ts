/** The typed client over any form of the endpoint table: with its schemas, or reduced to the routes for a browser. */
import type { Static } from '@sinclair/typebox'
import type { EndpointName, Endpoints, Output } from '../contract/endpoints.ts'
import { type Surface, surfaceHeader } from '../contract/surfaces.ts'
import { ClientError, failureOf, unreachable } from './client-error.ts'
import { CsrfToken } from './csrf-token.ts'
import { type Followed, type FollowOptions, followEvents } from './follow-events.ts'
import { httpRequestOf } from './request.ts'
import type { Route } from './route.ts'

export interface ClientOptions {
  /** An origin, such as `http://127.0.0.1:8723`, and in a browser `location.origin`. */
  baseUrl: string
  /** An API key. A browser that is signed in needs none, nor does a service without a password. */
  key?: string
  /** The surface where errors are read, if that is not a program. */
  surface?: Surface
  fetch?: typeof globalThis.fetch
}

type SingleResponse = 'json' | 'nothing' | 'bytes'
/** Endpoints with one request and one response, except pages. */
export type CallName = {
  [K in EndpointName]: Endpoints[K]['returns']['as'] extends SingleResponse ? K : never
}[EndpointName]
export type StreamName = {
  [K in EndpointName]: Endpoints[K]['returns']['as'] extends 'events' ? K : never
}[EndpointName]

type DefaultedKey<P> = {
  [N in keyof P]: Record<never, never> extends Pick<P[N], 'default' & keyof P[N]> ? never : N
}[keyof P]
/** Makes fields with a default optional. */
type Given<S> = S extends { properties: infer P; static: infer T }
  ? Omit<T, DefaultedKey<P>> & Partial<Pick<T, DefaultedKey<P> & keyof T>>
  : S extends { static: infer T }
    ? T
    : unknown
type Part<E, N extends string> = E extends Record<N, infer S> ? Given<S> : unknown
/** A `File` also carries its name. */
type Upload<E> = E extends { upload: infer N extends string } ? Record<N, Blob> : unknown
export type Params<K extends EndpointName> = Part<Endpoints[K], 'path_params'> &
  Part<Endpoints[K], 'query'> &
  Part<Endpoints[K], 'body'> &
  Upload<Endpoints[K]>
export type Result<K extends EndpointName> = Endpoints[K]['returns']['as'] extends 'bytes' ? Response : Output<K>

export interface SendOptions {
  /** A repeated key returns the same response and sends nothing again. */
  idempotencyKey?: string
}

export interface BytesOptions {
  /** The part of the bytes that is wanted, in the form of the header Range. */
  range?: string
}

type Arguments<K extends EndpointName> = Endpoints[K]['returns']['as'] extends 'bytes'
  ? [input: Params<K>, options?: BytesOptions]
  : PlainArguments<K>
type PlainArguments<K extends EndpointName> =
  Record<never, never> extends Params<K>
    ? [input?: Params<K>]
    : Endpoints[K] extends { headers: readonly 'Idempotency-Key'[] }
      ? [input: Params<K>, options?: SendOptions]
      : [input: Params<K>]
type StreamValue<K extends StreamName> = Static<Endpoints[K]['returns']['schema']>

export type Client = { [K in CallName]: (...params: Arguments<K>) => Promise<Result<K>> } & {
  [K in StreamName]: (input?: Params<K>, options?: FollowOptions) => AsyncGenerator<Followed<StreamValue<K>>, void>
}

/** The methods throw `ClientError`. */
export function clientOver(
  table: Readonly<Record<EndpointName, Route>>,
  { baseUrl, key, surface = 'api', fetch = globalThis.fetch }: ClientOptions,
): Client {
  const own: Record<string, string> = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(surface !== 'api' && { [surfaceHeader]: surface }),
  }

  async function send(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(new URL(path, baseUrl), init).catch((error: unknown) => {
      throw error instanceof ClientError ? error : unreachable(baseUrl, surface, error)
    })
    if (response.ok) return response
    throw await failureOf(response)
  }

  const readToken = async () => {
    const response = await send(table.page_session.path, { headers: own })
    return ((await response.json()) as Output<'page_session'>).csrf_token
  }
  // A key is sent by no browser on its own, so it needs no token beside it.
  const csrfToken = key === undefined ? new CsrfToken(readToken) : undefined

  async function ask(
    endpoint: Route,
    input: Record<string, unknown> = {},
    { idempotencyKey, range }: SendOptions & BytesOptions = {},
  ): Promise<unknown> {
    const { method, path, headers, body } = httpRequestOf(endpoint, input)
    const asked = {
      ...headers,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(range !== undefined && { range }),
    }
    const attempt = async () =>
      send(path, { method, headers: { ...own, ...asked, ...(await csrfToken?.header(method)) }, body })
    const response = await attempt().catch(async (error: unknown) => {
      if (await csrfToken?.hasChanged(error, method)) return attempt()
      throw error
    })
    // Changing the password begins another session.
    if (endpoint.path === table.change_password.path) csrfToken?.forget()
    switch (endpoint.returns.as) {
      case 'bytes':
        return response
      case 'json':
        return response.json()
      default:
        return undefined
    }
  }

  const follow = (endpoint: Route, input: Record<string, unknown> = {}, options: FollowOptions = {}) =>
    followEvents((headers, signal) => {
      const { path } = httpRequestOf(endpoint, input)
      return send(path, { headers: { ...own, ...headers }, signal: signal ?? null })
    }, options)

  const methodOf = (endpoint: Route) =>
    endpoint.returns.as === 'events' ? follow.bind(undefined, endpoint) : ask.bind(undefined, endpoint)
  return Object.fromEntries(
    Object.entries(table).map(([name, endpoint]) => [name, methodOf(endpoint)]),
  ) as unknown as Client
}
