/** The sentence at the top of the overview, with what can be done about it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect } from 'react'
import type { Destination, Overview } from '../../../src/contract/overview.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { reasonSentence } from '../../catalogue/reason-words.ts'
import { t } from '../../catalogue/texts.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { useAlertCount } from '../../live/alert-count.ts'
import { isWarning, useCondition } from '../../live/warning.ts'
import { sentenceOf, worksIn } from '../../parts/status/sentences.ts'
import { paths } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import { type Headline, headlineOf } from './headline.ts'
import styles from './Relay.module.css'

const icons = { good: CircleCheck, bad: CircleAlert, idle: CircleDashed } as const

export function HeadlineCard({ overview }: { overview: Overview }) {
  const headline = useHeadline(overview)
  const { look, title, detail, reason, plugin } = headline
  useToldPlugin(overview.plugins.filter(isBroken).length === 1 ? plugin?.name : undefined)
  const Icon = icons[look]
  return (
    <div className={styles.headline} data-look={look}>
      <Icon size={26} aria-hidden className={styles.mark} />
      <div>
        <p className={styles.title} role="status">
          {title}
        </p>
        {(detail !== '' || reason) && (
          <p className={styles.detail}>
            {reason && <bdi>{`${reasonSentence(reason).replace(/\.$/, '')}. `}</bdi>}
            {detail}
          </p>
        )}
      </div>
      <Actions {...headline} />
    </div>
  )
}

const isBroken = ({ state }: Destination): boolean => state === 'failing' || state === 'stopped'

/** The banner across all pages does not repeat what the sentence says of the only plugin that fails. */
function useToldPlugin(toldPlugin: string | undefined): void {
  useEffect(() => {
    useAlertCount.setState({ toldPlugin })
    return () => useAlertCount.setState({ toldPlugin: undefined })
  }, [toldPlugin])
}

/** Returns the headline. If nothing is relayed at all, it says only that. */
function useHeadline(overview: Overview): Headline {
  const condition = useCondition()
  if (!isWarning(condition)) return headlineOf(overview)
  return { look: 'bad', title: sentenceOf(condition), detail: worksIn(condition) }
}

function Actions({ plugin, missing }: Headline) {
  const retry = useRetry()
  const mayChange = useMay('admin')
  if (missing !== undefined)
    return (
      <LinkButton kind="primary" href={missing === 'plugin' ? paths.plugins() : paths.settings('people')}>
        {t(missing === 'plugin' ? 'relay.choose_plugin' : 'relay.choose_people')}
      </LinkButton>
    )
  if (plugin === undefined) return null
  const { name, display_name: title, state } = plugin
  return (
    <div className={styles.actions}>
      {mayChange && state === 'failing' && (
        <Button kind="primary" onClick={() => retry.isPending || retry.mutate(name)}>
          {t('relay.retry')}
        </Button>
      )}
      <LinkButton href={paths.plugins(name)} aria-label={t('relay.open_name', { name: title })}>
        {t('relay.open')}
      </LinkButton>
    </div>
  )
}

function useRetry() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => client.retry_plugin({ name }),
    onSuccess({ changed: count }) {
      notify(count === 0 ? t('relay.retried_none') : t('relay.retried', { count }))
      for (const name of ['overview', 'list_deliveries', 'list_plugins'])
        void queries.invalidateQueries({ queryKey: [name] })
    },
    onError: complain,
  })
}
