/**
 * Starts the automation rules of the bridge: they are judged as messages are ingested, and carried out beside the
 * relay.
 */

import type { AnySending } from '../../actions/services.ts'
import type { Clock } from '../../base/clock.ts'
import { isSwitchedOn } from '../../domain/plugin-configuration.ts'
import type { RuleInForce } from '../../domain/rules/matches.ts'
import { ruleFirings } from '../../store/journal/rule-firings.ts'
import { rulePosts } from '../../store/journal/rule-posts.ts'
import { ruleReplies } from '../../store/journal/rule-replies.ts'
import { webPort } from '../../store/web-address.ts'
import type { RelayStore } from '../open-store.ts'
import { AutoReplies } from './auto-replies.ts'
import { RuleActions } from './rule-actions.ts'
import { rulesInForce } from './rules-in-force.ts'

export interface Rules {
  /** The enabled rules, in their order. */
  inForce(): readonly RuleInForce[]
  /** Carries out what was committed; never runs inside a transaction. */
  kick(): void
  stop(): Promise<void>
}

interface RulesDeps {
  store: Pick<RelayStore, 'dir' | 'journal' | 'installKey' | 'settings' | 'log'>
  clock: Clock
  sending: Pick<AnySending, 'send' | 'get' | 'list'>
}

export function startRules({ store, clock, sending }: RulesDeps): Rules {
  const { dir, journal, installKey, settings, log } = store
  const firings = ruleFirings(journal, installKey)
  const rules = rulesInForce(log)
  const egress = () => ({ ownPort: webPort(dir, settings.current().web.port) })
  const replies = ruleReplies(journal)
  const answers = new AutoReplies({ replies, sending, log, clock })
  const actions = new RuleActions({ posts: rulePosts(journal), replies, answers, firings, log, clock, egress })
  settings.onChange((config) => {
    rules.apply(isSwitchedOn(config.integrations, 'rules') ? config.rules : [])
    actions.keepOnly(rules.current.map(({ id }) => id))
  })
  return { inForce: () => rules.current, kick: () => actions.kick(), stop: () => actions.stop() }
}
