/** Implements POST /api/v1/plugins/{name}/enable. */
import { principalOf } from '../domain/access/principal.ts'
import type { Action } from './action.ts'
import { switchPlugin } from './switch-plugin.ts'

export const enablePlugin: Action<'enable_plugin'> = ({ name }, services, { caller }) =>
  switchPlugin({ name, enabled: true, principal: principalOf(caller) }, services)
