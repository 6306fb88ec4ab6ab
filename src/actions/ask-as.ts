/** Asks the actions in this process for a caller, under the same names, defaults and scopes as over HTTP. */
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Endpoint } from '../contract/endpoint.ts'
import { type ActionName, endpoints, type Output } from '../contract/endpoints.ts'
import { requireOpenTo } from '../domain/grant/open-to.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { UploadedFile } from '../sending/sending.ts'
import type { ActionRequest, Actions, Bytes, Caller } from './action.ts'
import { servicesFor } from './narrowed/services-for.ts'
import { notingRefusals } from './note-refusals.ts'
import type { Services } from './services.ts'

export interface AskAs {
  actions: Actions
  services: Services
  caller: Caller
}

export interface AskOptions {
  /** A repeated key returns the same response and sends nothing again. */
  idempotencyKey?: string
  /** Present for endpoints with an upload. */
  file?: UploadedFile
}

type Answered<K extends ActionName> = (typeof endpoints)[K]['returns'] extends { as: 'bytes' } ? Bytes : Output<K>
export type Ask = <K extends ActionName>(name: K, input?: object, options?: AskOptions) => Promise<Answered<K>>

/** The function that it returns throws `ServiceError`: `forbidden` where the caller lacks the scope, and those of the action. */
export function askAs({ actions, services, caller }: AskAs): Ask {
  return async (name, given = {}, { idempotencyKey, file } = {}) => {
    const endpoint: Endpoint = endpoints[name]
    const { scope, limited } = endpoint
    if (scope !== 'open' && !caller.scopes.includes(scope))
      throw new ServiceError('forbidden', `This needs a key with the scope \`${scope}\`.`, { reason: 'scope' })
    await notingRefusals(caller, services, () => requireOpenTo(caller, limited))
    const input: Record<string, unknown> = { ...given }
    for (const schema of [endpoint.path_params, endpoint.query, endpoint.body]) if (schema) complete(schema, input)
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    const request: ActionRequest = { caller, headers, isHere: false, ...(file && { file }) }
    // Input and action belong to the same row of the table, which the types cannot follow.
    const action = actions[name] as ((...asked: unknown[]) => unknown) | undefined
    if (action === undefined) throw new ServiceError('not_on_hub', 'The hub does not answer this.')
    const run = () => action(input, servicesFor(services, caller, limited), request)
    return (await notingRefusals(caller, services, run)) as Answered<typeof name>
  }
}

/** Fills in the defaults of the schema's fields, and throws `invalid_request` where a field is wrong. */
function complete(schema: TSchema, input: Record<string, unknown>): void {
  for (const [field, declared] of Object.entries<TSchema>(schema.properties ?? {})) {
    const value = input[field] ?? (declared.default as unknown)
    if (value === undefined) {
      if (schema.required?.includes(field)) throw refused(field, 'it is missing')
      continue
    }
    if (!Value.Check(declared, value)) throw refused(field, 'it does not fit')
    input[field] = value
  }
}

const refused = (path: string, reason: string) =>
  new ServiceError('invalid_request', `${path} is wrong: ${reason}.`, { in: 'query', path, reason })
