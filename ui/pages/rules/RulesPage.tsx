/** The rules page: the list of rules, or the rule that the address names. */
import { useParams } from 'wouter'
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { PageFrame } from '../../kit/PageFrame.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import { RuleEditor } from './RuleEditor.tsx'
import { RuleList } from './RuleList.tsx'
import { useRules } from './use-rules.ts'

const unwritten = 'new'

export default function RulesPage() {
  const { id } = useParams<{ id?: string }>()
  const { data: rules, error, refetch } = useRules({ isEditing: id !== undefined })
  const rule = rules?.find((each) => each.id === id)
  if (id !== undefined && rules !== undefined) {
    if (rule === undefined && id !== unwritten) return <NoSuchRule />
    return <RuleEditor key={id} rule={rule} rules={rules} />
  }
  const add = (
    <LinkButton kind="primary" href={paths.rules(unwritten)}>
      {t('rules.new')}
    </LinkButton>
  )
  return (
    <PageFrame title={t('shell.rules')} lead={t('rules.lead')} actions={add}>
      {error !== null && rules === undefined && <ErrorState error={error} onRetry={refetch} />}
      {error === null && rules === undefined && <Skeleton />}
      {rules?.length === 0 && <EmptyState title={t('rules.none')} hint={t('rules.none_hint')} />}
      {rules !== undefined && rules.length > 0 && <RuleList rules={rules} />}
    </PageFrame>
  )
}

const NoSuchRule = () => (
  <PageFrame title={t('missing.title')}>
    <LinkButton href={paths.rules()}>{t('shell.rules')}</LinkButton>
  </PageFrame>
)
