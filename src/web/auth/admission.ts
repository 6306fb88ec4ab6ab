/** Decides whether a caller has the scope that an endpoint needs, and whether our own page sent an unsafe request. */
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Scope } from '../../contract/scopes.ts'
import { isUnsafe } from '../../domain/access/refusal.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { type Askable, type Asking, nobody, whoAsks } from './who-asks.ts'

const csrfHeader = 'x-csrf-token'

/** Throws `unauthenticated` and `forbidden`. */
export function admitted(request: FastifyRequest, { scope }: Pick<Endpoint, 'scope'>, parts: Askable): Asking {
  const asking = whoAsks(request, parts)
  if (scope === 'open') return asking ?? { caller: nobody }
  if (asking === undefined) throw new ServiceError('unauthenticated', 'Nobody is signed in here.')
  if (!asking.caller.scopes.includes(scope)) throw lacksScope(scope)
  if (asking.signed !== undefined && isUnsafe(request.method))
    requireCsrfToken(request, asking.signed.session.id, parts)
  return asking
}

/** A browser sends the cookie with every request to this address; only our page can know the token. */
function requireCsrfToken({ headers }: FastifyRequest, id: string, { browsers }: Askable): void {
  const given = headers[csrfHeader]
  if (browsers.isCsrfToken(id, typeof given === 'string' ? given : undefined)) return
  throw new ServiceError('forbidden', 'With the cookie alone nothing can be changed.', {
    missing: 'the header X-CSRF-Token, from /api/ui/session',
  })
}

const lacksScope = (scope: Scope): ServiceError =>
  new ServiceError('forbidden', `This key lacks the scope ${scope}.`, { missing: `scope ${scope}` })
