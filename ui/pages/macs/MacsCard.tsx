/** The Macs of a hub on the overview: how they fare together, and those that fare worst. */
import { useQuery } from '@tanstack/react-query'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { MoreLink } from '../../kit/MoreLink.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import sheet from '../../kit/sheet.module.css'
import { paths } from '../../routes.ts'
import { MacRow } from './MacRow.tsx'
import { MacsSummary } from './MacsSummary.tsx'
import { worstFirst } from './macs-summary.ts'

/** A hub tells no event of its Macs. */
const againMs = 15_000
const mostShown = 4

export default function MacsCard() {
  const { data: macs = [] } = useQuery({ ...asking('list_macs'), refetchInterval: againMs })
  const there = worstFirst(macs)
  return (
    <Section title={t('shell.macs')}>
      {there.length > 0 && (
        <>
          <MacsSummary macs={macs} />
          <div className={sheet.sheet}>
            <ul aria-label={t('shell.macs')}>
              {there.slice(0, mostShown).map((mac) => (
                <MacRow key={mac.id} mac={mac} />
              ))}
            </ul>
          </div>
        </>
      )}
      <MoreLink href={paths.macs()}>{there.length === 0 ? t('macs.add') : t('macs.all')}</MoreLink>
    </Section>
  )
}
