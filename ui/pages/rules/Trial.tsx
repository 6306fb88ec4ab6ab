/** Tries conditions on the messages of the last month and on a typed message. Nothing is sent. */
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { RuleTrialResult } from '../../../src/contract/rule.ts'
import { client } from '../../api/client.ts'
import { whenOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Card, Section } from '../../kit/PageFrame.tsx'
import { ErrorState } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import { problemOf } from './condition-problem.ts'
import styles from './Rules.module.css'
import { TypedTrial } from './TypedTrial.tsx'

export function Trial({ conditions, cooldownS }: { conditions: string; cooldownS: number }) {
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => client.test_rule({ conditions, days: 30, cooldown_s: cooldownS }),
  })
  const isUnderstood = problemOf(conditions) === undefined
  return (
    <Section title={t('rules.trial')} hint={t('rules.trial_hint')}>
      {isUnderstood && <TypedTrial conditions={conditions} />}
      <div className={styles.buttons}>
        <Button disabled={!isUnderstood || isPending} onClick={() => mutate()}>
          {t('rules.trial_run')}
        </Button>
      </div>
      {error !== null && <ErrorState error={error} />}
      {data !== undefined && <Outcome result={data} />}
    </Section>
  )
}

const Outcome = ({ result: { considered, fired, held_back, matches } }: { result: RuleTrialResult }) => (
  <div role="status">
    <p>{t('rules.trial_result', { count: fired, considered })}</p>
    {held_back > 0 && <p>{t('rules.trial_held', { count: held_back })}</p>}
    {matches.length > 0 && (
      <Card>
        {matches.map(({ rowid, conversation_guid, sender, text, ts, fires }) => (
          <div key={rowid}>
            <Link href={paths.conversation(conversation_guid, { m: rowid })}>
              <bdi>{sender}</bdi>, {whenOf(ts)}
            </Link>
            <p className={styles.found} dir="auto">
              {text}
            </p>
            {!fires && <p className={styles.quiet}>{t('rules.held_back')}</p>}
          </div>
        ))}
      </Card>
    )}
  </div>
)
