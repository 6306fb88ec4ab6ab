/** Edits one rule: its conditions, its action, and a trial over past messages. */

import { TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { ProposedRule, Rule } from '../../../src/contract/rule.ts'
import { isEmptyWindow } from '../../../src/domain/rules/hours.ts'
import { locale, t } from '../../catalogue/texts.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field, inputClass } from '../../kit/Field.tsx'
import { PageFrame, Section } from '../../kit/PageFrame.tsx'
import { paths } from '../../routes.ts'
import { ActionFields } from './ActionFields.tsx'
import { Comparison } from './Comparison.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { problemOf } from './condition-problem.ts'
import { cooldownsWith, spanOf } from './cooldowns.ts'
import styles from './Rules.module.css'
import { TimesFields } from './TimesFields.tsx'
import { Trial } from './Trial.tsx'
import { useDeleteRule, useSaveRule, type WrittenRule } from './use-rules.ts'
import { warningsOf } from './warnings.ts'

const blank: WrittenRule = {
  name: '',
  conditions: '',
  action: { type: 'auto_reply', body: '' },
  cooldown_s: 60,
  hours: null,
  days: null,
}

export function RuleEditor({ rule, rules }: { rule: Rule | undefined; rules: readonly Rule[] }) {
  const others = rules.filter((each) => each !== rule)
  const [written, setWritten] = useState<WrittenRule>(() => (rule === undefined ? blank : writtenOf(rule)))
  const [, navigate] = useLocation()
  const formId = useId()
  const { mutate: save, isPending } = useSaveRule()
  const change = (part: Partial<WrittenRule>) => setWritten((now) => ({ ...now, ...part }))
  const toList = { onSuccess: () => navigate(paths.rules()) }
  // The copy is saved switched off, since two identical rules would both reply.
  const duplicate = (rule: WrittenRule) =>
    save({ rule: { ...rule, name: t('rules.copy_of', { name: rule.name }), enabled: false } }, toList)
  return (
    <PageFrame title={rule === undefined ? t('rules.new') : rule.name}>
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) save({ id: rule?.id, rule: written }, toList)
        }}
      >
        <Field label={t('rules.name')}>
          {(tied) => (
            <input
              {...tied}
              className={inputClass}
              dir="auto"
              required
              maxLength={200}
              value={written.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <Section title={t('rules.when')}>
          <ConditionFields text={written.conditions} onChange={(conditions) => change({ conditions })} />
          <TimesFields times={written} onChange={change} />
        </Section>
        <Section title={t('rules.then')}>
          <ActionFields action={written.action} onChange={(action) => change({ action })} />
          <CooldownField seconds={written.cooldown_s} onChange={(cooldown_s) => change({ cooldown_s })} />
          <Warnings rule={written} others={others} />
        </Section>
      </form>
      <Trial rule={written} />
      <Comparison rules={proposedRules(rule, written, rules)} isSound={isSound(written)} />
      {/* Outside of the form, so that Enter in a field of the trial saves nothing; last, since a rule is tried first. */}
      <div className={`${styles.buttons} ${styles.end}`}>
        <Button kind="primary" type="submit" form={formId} disabled={!isSound(written)}>
          {t('kit.save')}
        </Button>
        <LinkButton href={paths.rules()}>{t('kit.cancel')}</LinkButton>
        {rule !== undefined && (
          <>
            <Button kind="quiet" onClick={() => duplicate(written)}>
              {t('rules.duplicate')}
            </Button>
            <DeleteRule rule={rule} />
          </>
        )}
      </div>
    </PageFrame>
  )
}

const isSound = ({ conditions, hours }: WrittenRule): boolean =>
  problemOf(conditions) === undefined && (hours === null || !isEmptyWindow(hours))

/** All rules as they would be once this one is saved. A new one stands last, as it is saved. */
function proposedRules(rule: Rule | undefined, written: WrittenRule, rules: readonly Rule[]): ProposedRule[] {
  // Whether a rule may be saved does not depend on its name.
  const named = { ...written, name: written.name || t('rules.new') }
  if (rule === undefined) return [...rules, named]
  return rules.map((each) => (each === rule ? { ...each, ...named } : each))
}

const writtenOf = ({ name, conditions, action, cooldown_s, hours, days }: Rule): WrittenRule => ({
  name,
  conditions,
  action,
  cooldown_s,
  hours,
  days,
})

/** The field for the shortest time between two runs of a rule. */
const CooldownField = ({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) => (
  <Field label={t('rules.cooldown')}>
    {(tied) => (
      <select
        {...tied}
        className={inputClass}
        value={seconds}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {cooldownsWith(seconds).map((each) => (
          <option key={each} value={each}>
            {spanOf(each, locale())}
          </option>
        ))}
      </select>
    )}
  </Field>
)

/** Warns of what may go wrong with a rule before it is saved. */
const Warnings = ({ rule, others }: { rule: WrittenRule; others: readonly Rule[] }) => (
  <div role="status">
    {warningsOf(rule, others).map((warning) => (
      <p key={`${warning.is}${'name' in warning ? warning.name : ''}`} className={styles.warning}>
        <TriangleAlert size={16} aria-hidden />
        {t(`rules.warning_${warning.is}`, 'name' in warning ? { name: warning.name } : {})}
      </p>
    ))}
  </div>
)

/** Deletes a rule after asking for confirmation. */
function DeleteRule({ rule: { id, name } }: { rule: Rule }) {
  const [asks, setAsks] = useState(false)
  const [, navigate] = useLocation()
  const { mutate: drop } = useDeleteRule()
  const actions = (
    <>
      <Button onClick={() => setAsks(false)}>{t('kit.cancel')}</Button>
      <Button kind="destructive" onClick={() => drop({ id }, { onSuccess: () => navigate(paths.rules()) })}>
        {t('rules.delete')}
      </Button>
    </>
  )
  return (
    <>
      <Button kind="quiet" onClick={() => setAsks(true)}>
        {t('rules.delete')}
      </Button>
      {asks && (
        <Dialog title={t('rules.delete_question', { name })} onClose={() => setAsks(false)} actions={actions}>
          <p>{t('rules.delete_hint')}</p>
        </Dialog>
      )}
    </>
  )
}
