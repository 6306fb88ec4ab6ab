/**
 * Makes actions of a hub refuse with `hub_unavailable` while PostgreSQL does not answer, instead of failing for an
 * unknown reason.
 */
import { ServiceError } from '../../domain/service-error.ts'
import { isAway } from '../store/database.ts'

/** Uplinks, clients and the page try again after this time. */
const retryAfterS = 5

type AnyAction = (...asked: never[]) => unknown

export const refusingWhileAway = <A extends Readonly<Record<string, AnyAction>>>(actions: A): A =>
  Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, refusing(action)])) as unknown as A

const refusing =
  (action: AnyAction): AnyAction =>
  async (...asked) => {
    try {
      return await action(...asked)
    } catch (error) {
      throw isAway(error) ? databaseAway(error) : error
    }
  }

const databaseAway = (cause: unknown): ServiceError =>
  new ServiceError('hub_unavailable', 'PostgreSQL does not answer.', { retry_after_s: retryAfterS }, { cause })
