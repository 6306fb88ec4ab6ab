/** Makes the pages of the documentation that say what came of the proofs, from their records. */
import { writeFileSync } from 'node:fs'
import { performancePage } from './bench/performance-page.ts'
import { benchRecord } from './bench/record.ts'
import { compatRecord } from './compat/client.ts'
import { clients } from './compat/clients.ts'
import { compatPage } from './compat/page.ts'
import { hubPage } from './hub/page.ts'
import { hubRecord } from './hub/trial.ts'
import { trials as hubTrials } from './hub/trials.ts'
import { journeysPage } from './journeys/page.ts'
import { journeysRecord } from './journeys/record.ts'
import { judgesRecord } from './judges/judge.ts'
import { judges } from './judges/judges.ts'
import { judgesPage } from './judges/page.ts'
import { reliabilityPage } from './scoreboard/page.ts'
import { subjects, triedRows } from './scoreboard/subjects.ts'
import { pictureOf } from './soak/plot/picture.ts'
import { lastDay } from './soak/record.ts'
import { soakPage } from './soak/report.ts'

/** Contents by name below docs/. */
export function provenPages(): Readonly<Record<string, string>> {
  const day = lastDay()
  return {
    'compat.md': compatPage(clients, compatRecord.entries()),
    'hub-reliability.md': hubPage(hubTrials, hubRecord.entries()),
    'journeys.md': journeysPage(journeysRecord.entries()),
    'judges.md': judgesPage(judges, judgesRecord.entries()),
    'performance.md': performancePage(benchRecord.entries()),
    'reliability.md': reliabilityPage(subjects, triedRows()),
    ...(day && { 'soak.md': soakPage(day), 'soak.svg': pictureOf(day.outcome) }),
  }
}

export function writePages(): void {
  for (const [name, text] of Object.entries(provenPages()))
    writeFileSync(new URL(`../docs/${name}`, import.meta.url), text)
}
