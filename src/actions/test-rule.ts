/** Implements POST /api/v1/rules/test. */
import { activeTimes } from '../domain/rules/hours.ts'
import { matcher } from '../domain/rules/matches.ts'
import { parseConditions } from '../domain/rules/parse-conditions.ts'
import { newRuleDefaults, requireSound } from '../domain/rules/stored-rule.ts'
import { ruleTrial } from '../domain/rules/trial.ts'
import type { Action } from './action.ts'
import { pastOfMac, type RulesPast } from './past-messages.ts'
import type { Services } from './services.ts'

const dayMs = 86_400_000

export const testRuleOver =
  (pastOf: (services: Services) => RulesPast): Action<'test_rule'> =>
  async ({ conditions, days, cooldown_s, hours, days_of_week }, services) => {
    const past = pastOf(services)
    const isFulfilledBy = matcher(parseConditions(conditions))
    requireSound({ hours: hours ?? null })
    const isActiveAt = activeTimes({ hours: hours ?? null, days: days_of_week ?? null }, past.timeZone)
    const trial = ruleTrial({ isFulfilledBy, isActiveAt, cooldown_s: cooldown_s ?? newRuleDefaults.cooldown_s })
    for await (const message of past.since(services.nowMs() - days * dayMs)) trial.consider(message)
    return trial.result()
  }

export const testRule = testRuleOver(pastOfMac)
