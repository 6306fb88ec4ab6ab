/** Shows whether a password is set, and from where the page can be reached. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { answers } from '../../../api/answers.ts'
import { asking } from '../../../api/ask.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import cardRow from '../../../kit/card-row.module.css'
import { Skeleton } from '../../../kit/States.tsx'
import sheet from '../../../kit/sheet.module.css'
import { paths } from '../../../routes.ts'
import { type PasswordAction, PasswordDialog } from './PasswordDialog.tsx'
import { reachOf } from './reach.ts'
import { usePassword } from './use-password.ts'
import { Warning } from './Warning.tsx'

export function Password() {
  const { isSet, change } = usePassword()
  const [action, setAction] = useState<PasswordAction>()
  if (isSet === undefined) return <Skeleton rows={2} />
  return (
    <>
      {!isSet && <Warning>{t('security.open')}</Warning>}
      <div className={sheet.sheet}>
        <div className={cardRow.row}>
          <p className={cardRow.words}>
            <span className={cardRow.title}>{t('security.password')}</span>
            <small>{t(isSet ? 'security.password_is_set' : 'security.password_none')}</small>
          </p>
          <span className={cardRow.actions}>
            {isSet ? (
              <>
                <Button onClick={() => setAction('change')}>{t('security.change')}</Button>
                <Button kind="quiet" onClick={() => setAction('remove')}>
                  {t('security.remove')}
                </Button>
              </>
            ) : (
              <Button kind="primary" onClick={() => setAction('set')}>
                {t('security.set')}
              </Button>
            )}
          </span>
        </div>
        {answers('setup_checks') && <Reach isSet={isSet} />}
      </div>
      {action !== undefined && (
        <PasswordDialog action={action} onChange={change} onClose={() => setAction(undefined)} />
      )}
    </>
  )
}

function Reach({ isSet }: { isSet: boolean }) {
  const { data: report } = useQuery(asking('setup_checks'))
  const { data: settings } = useQuery(asking('get_settings'))
  if (report === undefined || settings === undefined) return <Skeleton rows={1} />
  const { is, address, names } = reachOf(report.bound, settings.web.allowed_hosts)
  return (
    <div className={cardRow.row}>
      <p className={cardRow.words}>
        <span className={cardRow.title}>{t(`security.reach_${is}`)}</span>
        <small>
          <code dir="ltr">{address}</code>
          {names.length > 0 && ` ${t('security.reach_names', { names: names.join(', ') })}`}
        </small>
        {is === 'network' && <small>{t(isSet ? 'security.reach_plain' : 'security.reach_danger')}</small>}
      </p>
      <span className={cardRow.actions}>
        <Link href={paths.settings('web', 'web.host')}>{t('security.reach_change')}</Link>
      </span>
    </div>
  )
}
