/** Runs what a caller asks for, and notes what an API key is refused. */
import type { ErrorCode } from '../contract/errors.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Caller } from './action.ts'
import type { Services } from './services.ts'

const refusals: readonly ErrorCode[] = ['forbidden', 'send_not_granted', 'rate_limited', 'key_paused']

export async function notingRefusals<T>(
  { via, id }: Caller,
  { keyActivity }: Pick<Services, 'keyActivity'>,
  run: () => T | Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (via === 'key' && id !== null && isRefusal(error)) keyActivity.refused(id, error.code)
    throw error
  }
}

const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && refusals.includes(error.code)
