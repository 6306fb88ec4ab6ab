/** Implements POST /api/v1/rules/test. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { matcher } from '../domain/rules/matches.ts'
import { parseConditions } from '../domain/rules/parse-conditions.ts'
import { ruleTrial } from '../domain/rules/trial.ts'
import type { IncomingMessage } from '../mac/history/incoming.ts'
import type { Action } from './action.ts'

/** Small enough that other requests wait only for milliseconds. */
const pageSize = 200
const dayMs = 86_400_000
const defaultCooldownS = 60

export const testRule: Action<'test_rule'> = async ({ conditions, days, cooldown_s }, { history, nowMs }) => {
  const isFulfilledBy = matcher(parseConditions(conditions))
  const trial = ruleTrial(cooldown_s ?? defaultCooldownS)
  const sinceMs = nowMs() - days * dayMs
  let page: IncomingMessage[]
  for (let rowid = 0; ; rowid = page.at(-1)?.rowid ?? rowid) {
    page = history.incoming({ sinceMs, rowid, limit: pageSize })
    if (page.length === 0) return trial.result()
    for (const message of page)
      trial.consider(message, isFulfilledBy({ ...message, chatGuid: message.conversation_guid }))
    await yieldToOthers()
  }
}
