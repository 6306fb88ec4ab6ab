/** Declares an automation rule: when a received message fulfils its conditions, its action is carried out. */
import { type Static, Type } from '@sinclair/typebox'
import { changeOf, fields } from './endpoint.ts'
import { CalendarDate, Defaulted, Limit, Nullable, OneOf, Timestamp } from './fields.ts'
import { longestConditions } from './limits.ts'
import { weekdays } from './weekdays.ts'

export const RuleAction = Type.Union([
  fields({
    type: Type.Literal('auto_reply'),
    body: Type.String({ minLength: 1, maxLength: 4_000, description: 'What is answered in the same conversation.' }),
    // biome-ignore lint/suspicious/noThenProperty: a word of the rule, which nobody awaits
    then: Type.Optional(
      OneOf(
        ['send', 'hold'],
        '`send`, also when absent: the reply goes by itself; `hold`: it waits in the outbox until you release it.',
      ),
    ),
  }),
  fields({
    type: Type.Literal('webhook'),
    body: Type.Optional(Type.String({ maxLength: 4_000, description: 'Handed on in the payload as `note`.' })),
    url: Type.String({
      minLength: 1,
      maxLength: 2_048,
      pattern: '^https?://',
      description: 'Gets a POST with the message as JSON.',
    }),
  }),
])
export type RuleAction = Static<typeof RuleAction>

const oneTime = '([01]\\d|2[0-3]):[0-5]\\d'
/** When a rule is active. */
const active = {
  hours: Defaulted(
    Nullable(
      Type.String({ pattern: `^${oneTime}-(${oneTime}|24:00)$` }),
      'Hours of the day in which the rule is active, in the time zone of the Mac: `09:00-17:30`, or past midnight `22:00-07:00`. Null: all day.',
    ),
    null,
  ),
  days: Defaulted(
    Nullable(
      Type.Array(OneOf(weekdays), { minItems: 1, maxItems: 7, uniqueItems: true }),
      'Days of the week on which the rule is active; hours past midnight belong to the day on which they begin. Null: every day.',
    ),
    null,
  ),
}

const written = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  enabled: Type.Boolean({ default: true }),
  trigger: Type.Literal('on_inbound', { default: 'on_inbound' }),
  conditions: Type.String({
    minLength: 1,
    maxLength: longestConditions,
    description:
      'Terms `from:` `contains:` `exact:` `in:group` `in:direct` `group:` `category:`, and `line:` on a hub, joined with AND, OR, NOT and parentheses.',
  }),
  action: RuleAction,
  cooldown_s: Type.Integer({
    default: 60,
    minimum: 60,
    maximum: 86_400,
    description: 'Once in so many seconds for each conversation.',
  }),
  ...active,
}

export const Rule = Type.Object({
  id: Type.String(),
  ...written,
  last_fired_at: Nullable(Timestamp()),
  fired_count: Type.Integer({ minimum: 0 }),
})
export type Rule = Static<typeof Rule>

/** A rule as it is stored in config.json. */
export const StoredRule = Type.Object({ id: Type.String({ minLength: 1 }), ...written })
export type StoredRule = Static<typeof StoredRule>

export const NewRule = fields({
  ...written,
  enabled: Type.Optional(written.enabled),
  trigger: Type.Optional(written.trigger),
  cooldown_s: Type.Optional(written.cooldown_s),
  hours: Type.Optional(written.hours),
  days: Type.Optional(written.days),
})
export const RuleChange = changeOf(written, Rule)

export const RuleTrial = fields({
  conditions: written.conditions,
  days: Type.Integer({ default: 30, minimum: 1, maximum: 365 }),
  cooldown_s: Type.Optional(written.cooldown_s),
  hours: Type.Optional(written.hours),
  days_of_week: Type.Optional(written.days),
})

/** A message of the past, as trials show it. */
const found = {
  rowid: Type.Integer(),
  conversation_guid: Type.String(),
  conversation_name: Type.String(),
  sender: Type.String(),
  text: Type.String(),
  ts: Timestamp(),
}

export const RuleTrialResult = Type.Object({
  considered: Type.Integer({ minimum: 0, description: 'Messages that came in during these days.' }),
  fired: Type.Integer({ minimum: 0, description: 'How often the rule would have fired.' }),
  held_back: Type.Integer({ minimum: 0, description: 'Matches that its cooldown would have silenced.' }),
  matches: Type.Array(Type.Object({ ...found, fires: Type.Boolean() }), {
    description: 'Newest first, 200 at most.',
  }),
})
export type RuleTrialResult = Static<typeof RuleTrialResult>

const ignored = Type.Optional(Type.Unknown({ description: 'As GET shows it; it makes no difference.' }))
/** A rule as it would be: a new one without an id, or one of today with it, also just as `list_rules` shows it. */
const ProposedRule = fields({
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  ...NewRule.properties,
  last_fired_at: ignored,
  fired_count: ignored,
})
export type ProposedRule = Static<typeof ProposedRule>

export const RulesComparison = fields({
  rules: Type.Optional(
    Type.Array(ProposedRule, {
      maxItems: 200,
      description: 'All rules as they would be, in their order. Begins a comparison; not with a cursor.',
    }),
  ),
  since: Type.Optional(CalendarDate('From which day on, in UTC; 30 days when absent.')),
  cursor: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{32}\\.[0-9]{1,6}$', description: 'Continues one, in place of everything else.' }),
  ),
  limit: Limit(50, 200),
})

export const ComparedRule = Type.Object({
  id: Type.String({ description: 'Of a new rule `new-1`, `new-2` and so on.' }),
  name: Type.String(),
  today: Type.Integer({ minimum: 0, description: 'How often the rule would have acted as it is.' }),
  proposed: Type.Integer({ minimum: 0, description: 'How often as it would be.' }),
  gained: Type.Integer({ minimum: 0, description: 'Messages on which it acts only as it would be.' }),
  lost: Type.Integer({ minimum: 0, description: 'Messages on which it acts only as it is.' }),
  changed: Type.Integer({ minimum: 0, description: 'Messages on which it would do something else.' }),
})
export type ComparedRule = Static<typeof ComparedRule>

const Effects = Type.Array(
  Type.Object({ rule: Type.Object({ id: Type.String(), name: Type.String() }), action: RuleAction }),
)

export const RulesComparisonResult = Type.Object({
  state: OneOf(
    ['running', 'done'],
    '`running`: the counts are those of the messages so far, and no message is listed yet; ask again with the cursor.',
  ),
  since: Timestamp(),
  considered: Type.Integer({ minimum: 0, description: 'Messages of relayed people that came in since.' }),
  elsewhere: Type.Integer({ minimum: 0, description: 'How many of them would have gone elsewhere.' }),
  rules: Type.Array(ComparedRule),
  messages: Type.Array(Type.Object({ ...found, today: Effects, proposed: Effects }), {
    description: 'Those that would have gone elsewhere, newest first, 20,000 at most.',
  }),
  cursor: Nullable(Type.String(), 'Asks again, or for the next messages, within ten minutes; null at the end.'),
})
export type RulesComparisonResult = Static<typeof RulesComparisonResult>
