/** Shows how many messages there are, and when the first and the last came; each leads to its message. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { asking } from '../../api/ask.ts'
import { dateAndTimeOf, whenOf } from '../../catalogue/dates.ts'
import { countOf } from '../../catalogue/numbers.ts'
import { t } from '../../catalogue/texts.ts'
import { paths } from '../../routes.ts'
import styles from './ContactPanel.module.css'
import { Section } from './Section.tsx'

export function FactsSection({ conversation }: { conversation: Conversation }) {
  const { guid, last_message_rowid, last_message_ts } = conversation
  const { data } = useQuery(asking('conversation_details', { guid }))
  const first = data?.first
  return (
    <Section title={t('details.facts')}>
      <dl className={styles.facts}>
        <dt>{t('details.sent')}</dt>
        <dd>{data && countOf(data.sent)}</dd>
        <dt>{t('details.received')}</dt>
        <dd>{data && countOf(data.received)}</dd>
        <dt>{t('details.first')}</dt>
        <dd>{first && <Moment guid={guid} rowid={first.rowid} ts={first.ts} />}</dd>
        <dt>{t('details.last')}</dt>
        <dd>
          <Moment guid={guid} rowid={last_message_rowid} ts={last_message_ts} />
        </dd>
      </dl>
    </Section>
  )
}

const Moment = ({ guid, rowid, ts }: { guid: string; rowid: number; ts: string }) => (
  <Link href={paths.conversation(guid, { m: rowid })}>
    <time dateTime={ts} title={dateAndTimeOf(ts)}>
      {whenOf(ts)}
    </time>
  </Link>
)
