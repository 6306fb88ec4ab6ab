/** Completes grants of requests, where every part may be left out. */
import type { GivenGrant, Grant } from '../../contract/grant.ts'
import type { Scope } from '../../contract/scopes.ts'
import { ServiceError } from '../service-error.ts'

/** The grant under which nothing is hidden and everything may be sent. */
export const everything: Grant = {
  people: 'all',
  since: null,
  fields: { text: true, attachments: true, names: true, handles: true },
  one_time_codes: 'show',
  sends: { mode: 'direct', to: null, per_hour: null, hours: null },
}

/** Null where it limits nothing: such a key is like one without a grant. */
export function completeGrant(given: GivenGrant): Grant | null {
  const { people, since, fields, one_time_codes, sends, lines, may_send_as: maySendAs } = given
  const grant: Grant = {
    people: people ?? everything.people,
    since: since ?? null,
    fields: { ...everything.fields, ...fields },
    one_time_codes: one_time_codes ?? everything.one_time_codes,
    sends: { ...everything.sends, ...sends },
    ...(lines !== undefined && { lines }),
    ...(maySendAs !== undefined && { may_send_as: maySendAs }),
  }
  return limitsNothing(grant) ? null : grant
}

function limitsNothing({ people, since, fields, one_time_codes, sends, lines, may_send_as }: Grant): boolean {
  if (lines !== undefined || may_send_as !== undefined) return false
  const seesAll =
    people === 'all' && since === null && one_time_codes === 'show' && Object.values(fields).every(Boolean)
  return seesAll && sends.mode === 'direct' && sends.to === null && sends.per_hour === null && sends.hours === null
}

const endOfDay = 'T23:59:59.999Z'

interface ReadGrant {
  grant: Grant | null
  /** The end of the key; undefined if the grant does not say. */
  expiresAt: string | null | undefined
}

/** Reads the grant of a request. Throws `invalid_request` for a key that may administer. */
export function readGrant(given: GivenGrant | null | undefined, scopes: readonly Scope[]): ReadGrant {
  if (given === null || given === undefined) return { grant: null, expiresAt: undefined }
  const grant = completeGrant(given)
  if (grant !== null) requireLimitable(scopes)
  const { expires_at: lastDay } = given
  return { grant, expiresAt: typeof lastDay === 'string' ? `${lastDay}${endOfDay}` : lastDay }
}

/** Refuses limits for a key that could remove them itself because it may administer. Throws `invalid_request`. */
export function requireLimitable(scopes: readonly Scope[]): void {
  if (!scopes.includes('admin')) return
  throw new ServiceError('invalid_request', 'A key with the scope admin cannot be limited.', {
    in: 'body',
    path: 'grant',
    reason: 'cannot limit a key with the scope `admin`',
  })
}
