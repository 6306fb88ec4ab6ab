/** The fields of a rule's action. */
import type { RuleAction } from '../../../src/contract/rule.ts'
import { t } from '../../catalogue/texts.ts'
import { Field, inputClass } from '../../kit/Field.tsx'

export function ActionFields({ action, onChange }: { action: RuleAction; onChange: (action: RuleAction) => void }) {
  const choose = (type: string) =>
    onChange(type === 'webhook' ? { type, url: '' } : { type: 'auto_reply', body: action.body ?? '' })
  return (
    <>
      <Field label={t('rules.action')}>
        {(tied) => (
          <select {...tied} className={inputClass} value={action.type} onChange={({ target }) => choose(target.value)}>
            <option value="auto_reply">{t('rules.reply')}</option>
            <option value="webhook">{t('rules.webhook')}</option>
          </select>
        )}
      </Field>
      {action.type === 'webhook' && (
        <Field label={t('rules.url')}>
          {(tied) => (
            <input
              {...tied}
              className={inputClass}
              type="url"
              required
              maxLength={2_048}
              placeholder="https://"
              value={action.url}
              onChange={({ target }) => onChange({ ...action, url: target.value })}
            />
          )}
        </Field>
      )}
      <Field label={t(action.type === 'webhook' ? 'rules.note' : 'rules.reply_text')}>
        {(tied) => (
          <textarea
            {...tied}
            className={inputClass}
            dir="auto"
            rows={2}
            maxLength={4_000}
            required={action.type === 'auto_reply'}
            value={action.body ?? ''}
            onChange={({ target }) => onChange({ ...action, body: target.value })}
          />
        )}
      </Field>
      {action.type === 'auto_reply' && (
        <Field label={t('rules.sending')} {...(action.then === 'hold' && { hint: t('rules.sending_hint') })}>
          {(tied) => (
            <select
              {...tied}
              className={inputClass}
              value={action.then ?? 'send'}
              // biome-ignore lint/suspicious/noThenProperty: a word of the rule, which nobody awaits
              onChange={({ target }) => onChange({ ...action, then: target.value === 'hold' ? 'hold' : 'send' })}
            >
              <option value="send">{t('rules.sending_send')}</option>
              <option value="hold">{t('rules.sending_hold')}</option>
            </select>
          )}
        </Field>
      )}
    </>
  )
}
