/** The automation rules of the bridge: judged as messages are taken in, carried out beside the relay. */
import type { RelayMessage } from '../../domain/message.ts'
import type { Clock } from '../../plugins/clock.ts'
import { ruleFirings } from '../../store/journal/rule-firings.ts'
import { rulePosts } from '../../store/journal/rule-posts.ts'
import { ruleReplies } from '../../store/journal/rule-replies.ts'
import type { BridgeStore } from '../open-store.ts'
import { carryOut } from './carry-out.ts'
import { fireRules } from './fire-rules.ts'
import { rulesInForce } from './rules-in-force.ts'

export interface Rules {
  /** Within the transaction that takes the message in. */
  judge(message: RelayMessage, nowMs: number): void
  /** After it. */
  kick(): void
  stop(): Promise<void>
}

interface RulesDeps {
  store: Pick<BridgeStore, 'journal' | 'installKey' | 'settings' | 'log'>
  clock: Clock
  selfHandles(): readonly string[]
}

export function startRules({ store, clock, selfHandles }: RulesDeps): Rules {
  const { journal, installKey, settings, log } = store
  const firings = ruleFirings(journal, installKey)
  const rules = rulesInForce(log)
  const egress = () => ({ ownPort: settings.current().web.port })
  const actions = carryOut({ posts: rulePosts(journal), replies: ruleReplies(journal), firings, log, clock, egress })
  settings.onChange((config) => {
    rules.settingsAre(config.rules)
    actions.rulesAre(rules.current.map(({ id }) => id))
  })
  const judge = fireRules({ rules: () => rules.current, firings, selfHandles })
  return { judge, kick: actions.kick, stop: actions.stop }
}
