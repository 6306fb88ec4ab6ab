/** Refuses keys with a grant what a hub cannot limit to a part of the messages. */
import type { ActionRequest } from '../../actions/action.ts'
import { ServiceError } from '../../domain/service-error.ts'

/** Throws `forbidden`. */
export function requireWhole({ caller }: ActionRequest): void {
  if (caller.grant === null) return
  throw new ServiceError('forbidden', 'On a hub this needs a key that is not limited to a part of the messages.', {
    missing: 'a key without a grant',
  })
}
