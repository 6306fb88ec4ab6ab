/** The settings of other apps: whether clients of BlueBubbles may connect, with which address and password, and their webhooks. */
import type { BlueBubblesState } from '../../../../src/contract/compat.ts'
import { isLoopback } from '../../../../src/domain/access/address.ts'
import { type TextKey, t } from '../../../catalogue/texts.ts'
import { Card, Section } from '../../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import { SwitchRow } from '../../../kit/SwitchRow.tsx'
import { groups } from '../relay/groups.ts'
import { SettingsForm } from '../relay/SettingsForm.tsx'
import { Warning } from '../security/Warning.tsx'
import { Connection } from './Connection.tsx'
import { NewPassword } from './NewPassword.tsx'
import { useCompat } from './use-compat.ts'
import { Webhooks } from './Webhooks.tsx'

export default function AppsSection() {
  const compat = useCompat()
  const { bluebubbles, error, retry, isBusy, made, turn } = compat
  if (bluebubbles === undefined)
    return error === null ? <Skeleton rows={3} /> : <ErrorState error={error} onRetry={retry} />
  const isOn = bluebubbles.state !== 'off'
  return (
    <>
      <Section title={t('apps.title')} hint={t('apps.hint')}>
        <Trouble of={bluebubbles} />
        <Card>
          <SwitchRow
            label={t('apps.on')}
            hint={isOn ? t(`apps.state_${bluebubbles.state}`) : t('apps.on_hint')}
            checked={isOn}
            disabled={isBusy}
            onChange={(wanted) => void turn(wanted)}
          />
        </Card>
      </Section>
      {(isOn || made !== undefined) && (
        <Section title={t('apps.connect')} hint={t('apps.connect_hint')}>
          {made !== undefined && (
            <NewPassword key={made.password} made={made} url={bluebubbles.url} onSaved={compat.forget} />
          )}
          <Connection of={bluebubbles} isBusy={isBusy} onNewPassword={compat.newPassword} />
        </Section>
      )}
      <SettingsForm groups={groups.apps} />
      {(isOn || bluebubbles.webhooks.length > 0) && <Webhooks webhooks={bluebubbles.webhooks} />}
    </>
  )
}

const problemTexts: Readonly<Record<string, TextKey>> = {
  address_in_use: 'apps.problem_address_in_use',
  address_forbidden: 'apps.problem_address_forbidden',
  address_unavailable: 'apps.problem_address_unavailable',
}

/** Warns of what keeps apps from connecting, or lets others read along. */
function Trouble({ of: { state, host, port, problem, key } }: { of: BlueBubblesState }) {
  if (state === 'off') return null
  return (
    <>
      {problem !== null && (
        <Warning>
          {t(problemTexts[problem.code] ?? 'apps.problem_other', {
            host,
            // Formatted as text, since a port is not grouped by thousands.
            port: String(port),
            reason: problem.message,
          })}
        </Warning>
      )}
      {key === null && <Warning>{t('apps.no_key')}</Warning>}
      {!isLoopback(host) && <Warning>{t('apps.open', { host })}</Warning>}
    </>
  )
}
