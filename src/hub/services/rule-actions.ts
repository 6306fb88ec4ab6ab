/**
 * Answers requests about the rules of a hub, which judge the messages of all lines. They are kept in its settings and
 * tried on the messages in PostgreSQL.
 */
import type { Actions } from '../../actions/action.ts'
import { addRule } from '../../actions/add-rule.ts'
import { changeRule } from '../../actions/change-rule.ts'
import { compareRulesOver } from '../../actions/compare-rules.ts'
import { deleteRule } from '../../actions/delete-rule.ts'
import { listRules } from '../../actions/list-rules.ts'
import type { RulesPast } from '../../actions/past-messages.ts'
import type { Services } from '../../actions/services.ts'
import { testRuleOver } from '../../actions/test-rule.ts'
import { type PastMessageOfHub, receivedMessage, receivedSince } from '../rules/past.ts'
import { outOfHubScope } from '../rules/plugin-scope.ts'
import type { Sql } from '../store/database.ts'

export function ruleActions(sql: Sql) {
  const pastOf = ({ settings, mac }: Services): RulesPast<PastMessageOfHub> => ({
    since: (sinceMs) => receivedSince(sql, sinceMs),
    find: (rowid) => receivedMessage(sql, rowid),
    isRelayed: ({ conversation_guid: guid, chatHandle, isGroup, category, handle, sender }) =>
      outOfHubScope(
        {
          conversation: { guid, handle: chatHandle, is_group: isGroup, category },
          isFromMe: false,
          handle,
          sender,
        },
        settings.current(),
      ) === undefined,
    selfHandles: () => settings.current().self_handles,
    timeZone: mac.timeZone,
  })
  return {
    list_rules: listRules,
    add_rule: addRule,
    change_rule: changeRule,
    delete_rule: deleteRule,
    test_rule: testRuleOver(pastOf),
    compare_rules: compareRulesOver(pastOf),
  } satisfies Partial<Actions>
}
