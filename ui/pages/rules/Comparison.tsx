/** Shows, before a rule is saved, which past messages would go elsewhere with it than with the rules of today. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ComparedRule, ProposedRule, RulesComparisonResult } from '../../../src/contract/rule.ts'
import { client } from '../../api/client.ts'
import { whenOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Card, Section } from '../../kit/PageFrame.tsx'
import { ErrorState } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import { ActionWords } from './ActionWords.tsx'
import styles from './Rules.module.css'

type Messages = RulesComparisonResult['messages']

export function Comparison({ rules, isSound }: { rules: readonly ProposedRule[]; isSound: boolean }) {
  // The compared rules, so that a result is not shown for rules edited since.
  const [asked, setAsked] = useState<string>()
  const [earlier, setEarlier] = useState<Messages>([])
  const { data, error, mutate, isPending } = useMutation({ mutationFn: (cursor: string | null) => ask(cursor, rules) })
  const isCurrent = asked === JSON.stringify(rules)
  const begin = () => {
    setAsked(JSON.stringify(rules))
    setEarlier([])
    mutate(null)
  }
  const more = (cursor: string, shown: Messages) => {
    setEarlier(shown)
    mutate(cursor)
  }
  const shown = [...earlier, ...(data?.messages ?? [])]
  return (
    <Section title={t('rules.compare')} hint={t('rules.compare_hint')}>
      <div className={styles.buttons}>
        {/* A button that is disabled while it works would lose the focus. */}
        <Button disabled={!isSound} onClick={() => isPending || begin()}>
          {t('rules.compare_run')}
        </Button>
      </div>
      {error !== null && isCurrent && <ErrorState error={error} />}
      {data !== undefined && isCurrent && (
        <div role="status" className={styles.outcome}>
          <p>{t('rules.compare_result', { count: data.elsewhere, considered: data.considered })}</p>
          <Counts rules={data.rules.filter(({ today, proposed }) => today !== 0 || proposed !== 0)} />
          {shown.length > 0 && <Elsewhere messages={shown} />}
        </div>
      )}
      {data?.cursor && isCurrent && (
        <div className={styles.buttons}>
          <Button onClick={() => isPending || more(data.cursor ?? '', shown)}>{t('rules.compare_more')}</Button>
        </div>
      )}
    </Section>
  )
}

/** A comparison over many messages takes several requests. */
async function ask(cursor: string | null, rules: readonly ProposedRule[]): Promise<RulesComparisonResult> {
  const result = await client.compare_rules(cursor === null ? { rules: [...rules] } : { cursor })
  return result.state === 'running' ? ask(result.cursor, rules) : result
}

const Counts = ({ rules }: { rules: readonly ComparedRule[] }) =>
  rules.length > 0 && (
    <table className={styles.truth}>
      <thead>
        <tr>
          <th scope="col">{t('rules.compare_rule')}</th>
          <th scope="col">{t('rules.compare_today')}</th>
          <th scope="col">{t('rules.compare_proposed')}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map(({ id, name, today, proposed }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>{t('rules.compare_runs', { count: today })}</td>
            <td>{t('rules.compare_runs', { count: proposed })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )

const Elsewhere = ({ messages }: { messages: Messages }) => (
  <Card>
    {messages.map(({ rowid, conversation_guid, sender, text, ts, today, proposed }) => (
      <div key={rowid}>
        <Link href={paths.conversation(conversation_guid, { m: rowid })}>
          <bdi>{sender}</bdi>, {whenOf(ts)}
        </Link>
        <p className={styles.found} dir="auto">
          {text}
        </p>
        <p className={styles.quiet}>
          {t('rules.compare_today')}: <Effects of={today} />. {t('rules.compare_proposed')}: <Effects of={proposed} />
        </p>
      </div>
    ))}
  </Card>
)

/** Shows what the rules do with a message: a reply, a webhook, or nothing. */
const Effects = ({ of }: { of: Messages[number]['today'] }) =>
  of.length === 0
    ? t('rules.compare_nothing')
    : of.map(({ rule, action }, at) => (
        <span key={rule.id}>
          {at > 0 && ', '}
          <ActionWords action={action} />
        </span>
      ))
