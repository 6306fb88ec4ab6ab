/** Checks that a rule can work; its form was validated before. */
import type { StoredRule } from '../../contract/rule.ts'
import { ServiceError } from '../service-error.ts'
import { parseConditions } from './parse-conditions.ts'

/** Throws `invalid_request` with the path of the fault. Missing parts are not checked. */
export function requireSound({ conditions, action }: Partial<Pick<StoredRule, 'conditions' | 'action'>>): void {
  if (conditions !== undefined) parseConditions(conditions)
  if (action?.type === 'webhook' && !URL.canParse(action.url)) {
    const reason = 'is no URL'
    throw new ServiceError('invalid_request', `action.url ${reason}.`, { path: 'action.url', reason })
  }
}
