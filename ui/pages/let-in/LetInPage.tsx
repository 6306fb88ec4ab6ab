/** Asks the owner whether a program is let in, and what it may do: by the form of an API key, which it becomes. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AccessRequest } from '../../../src/contract/oauth-paths.ts'
import { errorText } from '../../api/error-text.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { problemClass } from '../../kit/Field.tsx'
import fixed from '../../kit/Fixed.module.css'
import { PageFrame } from '../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { useRested } from '../../kit/use-rested.ts'
import grantStyles from '../../parts/grant/grant.module.css'
import { KeyFields } from '../../parts/grant/KeyFields.tsx'
import { type KeyDraft, missingIn, programDraft, requestOf, saidOf } from '../../parts/grant/key-draft.ts'
import { keySentence } from '../../parts/grant/key-sentence.ts'
import { decide, describeProgram } from './access-request.ts'
import styles from './LetIn.module.css'

export default function LetInPage() {
  const { search } = location
  const { data, error, refetch } = useQuery({
    queryKey: ['access_request', search],
    queryFn: () => describeProgram(search),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <main id="main" tabIndex={-1} data-region className={`${styles.main} ${fixed.fixed}`}>
      {data !== undefined && <LetIn program={data} search={search} />}
      {data === undefined &&
        (error === null ? <Skeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />)}
    </main>
  )
}

function LetIn({ program, search }: { program: AccessRequest; search: string }) {
  const { name, host, is_this_machine: isHere, mac, wants_to_send: wantsToSend } = program
  const [before] = useState(() => programDraft(name, new Date()))
  const [draft, setDraft] = useState(before)
  const [problem, setProblem] = useState<string>()
  const [isLeaving, setLeaving] = useState(false)
  const mayPress = useRested() && !isLeaving
  const change = (after: KeyDraft) => {
    setProblem(undefined)
    setDraft(after)
  }
  const leave = async (decision: Parameters<typeof decide>[1]) => {
    setLeaving(true)
    try {
      location.assign(await decide(search, decision))
    } catch (error) {
      setProblem(errorText(error))
      setLeaving(false)
    }
  }
  const allow = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn(draft)
    if (missing !== undefined) return setProblem(t(`grant.missing_${missing}`))
    void leave({ decision: 'allow', key: requestOf(draft) })
  }
  return (
    <PageFrame title={t('let_in.title', { name })} lead={t('let_in.of', { mac })}>
      <div className={styles.column}>
        <p>
          {t('let_in.leads_to')}{' '}
          <strong>
            <bdi>{host}</bdi>
          </strong>
          {isHere && `, ${t('let_in.this_machine')}`}.
        </p>
        <p className={styles.note}>{t('let_in.warning')}</p>
        <form className={grantStyles.form} onSubmit={allow}>
          <KeyFields
            draft={draft}
            before={before}
            offered={wantsToSend ? ['read', 'ask', 'direct'] : ['read']}
            onChange={change}
          />
          <p className={styles.sentence} aria-live="polite">
            {keySentence(saidOf(draft))}
          </p>
          {problem !== undefined && (
            <p role="alert" className={problemClass}>
              {problem}
            </p>
          )}
          <div className={styles.actions}>
            <Button kind="primary" type="submit" disabled={!mayPress}>
              {t('let_in.allow')}
            </Button>
            <Button disabled={!mayPress} onClick={() => void leave({ decision: 'refuse' })}>
              {t('let_in.refuse')}
            </Button>
          </div>
        </form>
        <p className={styles.note}>{t('let_in.revocable')}</p>
      </div>
    </PageFrame>
  )
}
