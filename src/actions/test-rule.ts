/** Implements POST /api/v1/rules/test. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { activeTimes } from '../domain/rules/hours.ts'
import { matcher } from '../domain/rules/matches.ts'
import { parseConditions } from '../domain/rules/parse-conditions.ts'
import { requireSound } from '../domain/rules/stored-rule.ts'
import { ruleTrial } from '../domain/rules/trial.ts'
import type { IncomingMessage } from '../mac/history/incoming.ts'
import type { Action } from './action.ts'

/** Small enough that other requests wait only for milliseconds. */
const pageSize = 200
const dayMs = 86_400_000
const defaultCooldownS = 60

export const testRule: Action<'test_rule'> = async (
  { conditions, days, cooldown_s, hours, days_of_week },
  { history, mac, nowMs },
) => {
  const isFulfilledBy = matcher(parseConditions(conditions))
  requireSound({ hours: hours ?? null })
  const isActiveAt = activeTimes({ hours: hours ?? null, days: days_of_week ?? null }, mac.timeZone)
  const trial = ruleTrial(cooldown_s ?? defaultCooldownS)
  const sinceMs = nowMs() - days * dayMs
  let page: IncomingMessage[]
  for (let rowid = 0; ; rowid = page.at(-1)?.rowid ?? rowid) {
    page = history.incoming({ sinceMs, rowid, limit: pageSize })
    if (page.length === 0) return trial.result()
    for (const message of page)
      trial.consider(
        message,
        isFulfilledBy({ ...message, chatGuid: message.conversation_guid }) && isActiveAt(message.sentAtMs),
      )
    await yieldToOthers()
  }
}
