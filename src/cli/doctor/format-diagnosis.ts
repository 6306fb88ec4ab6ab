/** Formats a diagnosis for the terminal: a line for each finding, with the remedy below what is missing. */
import { errors } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import type { SetupCheck } from '../../contract/setup.ts'
import { shownName } from '../../domain/program-identity/bundle.ts'
import { severityOf } from '../../domain/setup/severity.ts'
import { formatAlerts } from '../status/format-alerts.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { FileCheck } from './file-checks.ts'

export function formatDiagnosis({ checks, files, alerts, program, node, tried_by, web_trouble }: Diagnosis): string {
  const lines = [
    `Program       ${program} (Node ${node}): macOS gives its permissions to this file`,
    ...(tried_by === 'web' ? [] : [`Web process   ${web_trouble}`, ...ofTerminal]),
    '',
    ...(alerts.length === 0 ? [] : [...formatAlerts(alerts), '']),
    ...checks.flatMap((check, index) => checkLines(check, checks.slice(0, index))),
    '',
    ...files.flatMap(fileLines),
    '',
    conclusion({ checks, files, alerts }),
  ]
  return `${lines.join('\n')}\n`
}

const ofTerminal = [
  '              So Messages was tried by this command: in a Terminal window macOS asks for the',
  `              Terminal's permission. Start the service and repeat it to hear of the program's: ${names.command} start`,
]

function checkLines(check: SetupCheck, before: readonly SetupCheck[]): string[] {
  const { name, kind, process, state, program, command, without } = check
  const whose = process === null ? '' : ` (${process})`
  const line = `${markOf(check)} ${`${titleOf(name)}${whose}`.padEnd(30)} ${withoutSteps(check.message)}`
  if (state === 'granted') return [line]
  const isAbove = before.some((other) => other.state === 'missing' && isSameGrant(other, check))
  const todo = [
    ...(without === null || state !== 'missing' ? [] : [without]),
    ...(state === 'missing' && kind === 'permission' ? grantLines(check, isAbove) : []),
    ...(state === 'missing' && program !== null && !isAbove ? [`The program: ${program}`, shownAs(program)] : []),
    ...(command === null ? [] : [`Type: ${command}`]),
  ]
  return [line, ...todo.map((each) => `    ${each}`)]
}

const shownAs = (program: string): string => `System Settings shows the program as “${shownName(program)}”.`

/** Removes the general remedy, because the steps below give it for this program. */
const withoutSteps = (message: string): string => message.replace(` ${errors.messages_unreadable.remedy}`, '')

const isSameGrant = (one: SetupCheck, other: SetupCheck): boolean =>
  one.kind === 'permission' && one.pane === other.pane && one.program === other.program

const grantLines = ({ steps }: SetupCheck, isAbove: boolean): string[] =>
  isAbove ? ['The same steps for the same program as above.'] : steps.map((step, index) => `${index + 1}. ${step}`)

const titleOf = (name: string): string => name.replace(/_bridge$|_web$/, '').replaceAll('_', ' ')

export const fileLines = ({ file, ok, message, command }: FileCheck): string[] => [
  `${ok ? marks.granted : marks.missing} ${file}`,
  `    ${message}`,
  ...(command === null ? [] : [`    Type: ${command}`]),
]

function conclusion({ checks, files, alerts }: Pick<Diagnosis, 'checks' | 'files' | 'alerts'>): string {
  const marked = checks.map(markOf)
  const wrong = marked.filter((mark) => mark === marks.missing).length + files.filter(({ ok }) => !ok).length
  const missing = wrong + alerts.length
  const open = marked.includes(openChoice) ? ` What is marked ${openChoice} is for you to decide.` : ''
  if (missing > 0) return `${missing} ${missing === 1 ? 'issue' : 'issues'} found.${open}`
  const isKnown = !marked.includes(marks.unknown) && !marked.includes(marks.checking)
  return `${isKnown ? 'No issues found.' : 'No issues found. What is marked ? or … could not be told now.'}${open}`
}

/** The mark before each line of a diagnosis. */
export const marks: Record<SetupCheck['state'], string> = { granted: '✓', missing: '✗', checking: '…', unknown: '?' }

/** The mark of whatever is missing by the owner's decision. */
export const openChoice = '!'

export const markOf = (check: Pick<SetupCheck, 'kind' | 'state'>): string =>
  severityOf(check) === 'warning' ? openChoice : marks[check.state]
