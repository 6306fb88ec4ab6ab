/** Says what a rule does with a message, and with which words or which address. */
import type { Rule } from '../../../src/contract/rule.ts'
import { t } from '../../catalogue/texts.ts'

export const ActionWords = ({ action }: Pick<Rule, 'action'>) => (
  <>
    {t(action.type === 'webhook' ? 'rules.webhook' : action.then === 'hold' ? 'rules.reply_held' : 'rules.reply')}{' '}
    <q dir="auto">{action.type === 'webhook' ? action.url : action.body}</q>
  </>
)
