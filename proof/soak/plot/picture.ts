/** Draws the picture of a soak: a panel for each quantity, in light and dark colours. */
import { isRestart, type Planned } from '../day.ts'
import { pointsOf } from '../levels.ts'
import type { Day } from '../record.ts'
import { type FileName, type ProcessSample, processNames, type Sample } from '../sample.ts'
import { type Frame, type Line, type Panel, panelSvg } from './panel.ts'

const width = 880
const columns = 2
const panel = { width: width / columns - 12, height: 204 }
const head = 66

/** A file has the colour of the process that writes it. */
const files: Readonly<Record<FileName, { name: string; colour: string }>> = {
  'chat.db-wal': { name: 'chat.db', colour: 'messages' },
  'journal.db-wal': { name: 'journal.db', colour: 'bridge' },
  'search.db-wal': { name: 'search.db', colour: 'web' },
  'echo_log.db-wal': { name: 'echo_log.db', colour: 'plugins' },
  'journal.db': { name: 'journal.db', colour: 'bridge' },
  'search.db': { name: 'search.db', colour: 'web' },
  'echo_log.db': { name: 'echo_log.db', colour: 'plugins' },
  log: { name: 'log', colour: 'bridge' },
  audit: { name: 'audit log', colour: 'web' },
  'temporary files': { name: 'temporary', colour: 'plugins' },
}

const ofProcesses = (samples: readonly Sample[], key: keyof ProcessSample): Line[] =>
  processNames.map((name) => ({ name, colour: name, points: pointsOf(samples, name, key) }))

const ofFiles = (samples: readonly Sample[], names: readonly FileName[]): Line[] =>
  names.map((name) => ({
    ...files[name],
    points: samples.map(({ atH, files: sizes }) => ({ x: atH, y: sizes[name] })),
  }))

const panelsOf = (samples: readonly Sample[]): Panel[] => [
  { title: 'Resident memory', unit: 'MB', lines: ofProcesses(samples, 'residentMb') },
  { title: 'Open files and sockets', unit: '', lines: ofProcesses(samples, 'descriptors') },
  {
    title: 'Write-ahead logs',
    unit: 'MB',
    lines: ofFiles(samples, ['chat.db-wal', 'journal.db-wal', 'search.db-wal', 'echo_log.db-wal']),
  },
  { title: 'Threads', unit: '', lines: ofProcesses(samples, 'threads') },
  {
    title: 'Databases, which grow with what is written',
    unit: 'MB',
    lines: ofFiles(samples, ['journal.db', 'search.db', 'echo_log.db']),
  },
  { title: 'Logs and temporary files', unit: 'MB', lines: ofFiles(samples, ['log', 'audit', 'temporary files']) },
]

export function pictureOf(record: Day): string {
  const { hours, minutes, samples, incidents } = record
  const restarts = incidents.filter(({ incident }) => isRestart(incident)).flatMap(marksOf)
  const panels = panelsOf(samples).map((each, place) => panelSvg(each, frameOf(place), { hours, restarts }))
  const height = head + Math.ceil(panels.length / columns) * panel.height + 8
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t">`,
    `<title id="t">${hours} hours of a busy day in ${minutes} minutes: memory, open files, threads and sizes</title>`,
    `<style>${style}</style>`,
    `<rect class="paper" width="${width}" height="${height}" rx="8"/>`,
    `<text class="headline" x="20" y="32">${hours} hours of a busy day</text>`,
    `<text class="soft" x="20" y="52">${formatOutcome(record)}</text>`,
    ...panels,
    '</svg>',
    '',
  ].join('\n')
}

const formatOutcome = ({ counts, balance }: Day): string =>
  `${amount(counts.messages ?? 0)} messages, ${balance.lost.toLocaleString('en')} lost, ${balance.duplicated} doubled. ` +
  'Upright lines: a process began anew. Shaded: the half that has to be level.'

const amount = (count: number): string => count.toLocaleString('en')

const frameOf = (place: number): Frame => ({
  x: 12 + (place % columns) * (panel.width + 12),
  y: head + Math.floor(place / columns) * panel.height,
  ...panel,
})

/** When both processes were restarted, there is a mark in the colour of each. */
function marksOf({ atH, incident }: Planned): { atH: number; colour: string }[] {
  const both = incident === 'both killed'
  return [
    ...(both || incident.startsWith('bridge') ? [{ atH, colour: 'bridge' }] : []),
    ...(both || incident.startsWith('web') ? [{ atH: both ? atH + 0.03 : atH, colour: 'web' }] : []),
  ]
}

const colours = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

const style = `
svg{${colours({ paper: '#ffffff', ink: '#1f2328', soft: '#59636e', grid: '#d8dee4', band: '#f3f5f7', bridge: '#0757ba', web: '#b54708', plugins: '#0e7a5f', messages: '#7a3fb0' })};
font-family:system-ui,-apple-system,"Segoe UI","Helvetica Neue",Arial,sans-serif;font-size:11.5px}
@media (prefers-color-scheme:dark){svg{${colours({ paper: '#0d1117', ink: '#e6edf3', soft: '#9198a1', grid: '#2a313a', band: '#151b23', bridge: '#6cb1ff', web: '#f0a35e', plugins: '#4fc3a1', messages: '#c297f5' })}}}
.paper{fill:var(--paper)}.band{fill:var(--band)}
text{fill:var(--ink)}.soft,.tick{fill:var(--soft)}.tick{font-size:10.5px;font-variant-numeric:tabular-nums}
.headline{font-size:17px;font-weight:600}.title{font-size:12.5px;font-weight:600}.title .soft{font-weight:400}
.grid{stroke:var(--grid);stroke-width:1}.restart{stroke-width:1;stroke-dasharray:2 3;opacity:.75}
.line{fill:none;stroke-width:1.6;stroke-linejoin:round}.name{font-size:11px}
${['bridge', 'web', 'plugins', 'messages'].map((name) => `.${name}{stroke:var(--${name})}text.${name}{fill:var(--${name});stroke:none}`).join('')}
`
