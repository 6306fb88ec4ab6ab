/** Implements POST /api/v1/plugins/{name}/disable. */
import { principalOf } from '../domain/access/principal.ts'
import type { Action } from './action.ts'
import { switchPlugin } from './switch-plugin.ts'

export const disablePlugin: Action<'disable_plugin'> = ({ name }, services, { caller }) =>
  switchPlugin({ name, enabled: false, principal: principalOf(caller) }, services)
