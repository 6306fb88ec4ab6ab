import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Value } from '@sinclair/typebox/value'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addressBookFolder } from '../simulator/paths.ts'
import { grantFullDiskAccess, guardMessages } from '../simulator/privacy/full-disk-access.ts'
import { setFault } from '../simulator/programs/faults.ts'
import { guardedEnvironment, loadedServices } from '../simulator/programs/launchctl/services.ts'
import { type MacosVersion, macosVersions } from '../simulator/schema/macos-version.ts'
import { type TemporaryMac, temporaryMac } from '../simulator/temporary-mac.ts'
import { decodeText } from '../src/apple/message-body.ts'
import { runHere } from '../src/cli/test-run-here.ts'
import { runService, startService } from '../src/cli/test-service.ts'
import { exitCodes } from '../src/contract/errors.ts'
import {
  SelftestReport,
  type SelftestResult,
  selftestCheckIds,
  selftestChecks,
  selftestGroups,
} from '../src/contract/selftest.ts'
import { type OwnMessageCheckId, ownMessageSteps } from '../src/contract/selftest-own-messages.ts'
import { formatReport } from '../src/selftest/format-report.ts'
import { testFolders } from '../src/store/test-folder.ts'
import { sitting } from './harness/own-messages.ts'
import { isWhole } from './harness/told.ts'
import { until } from './harness/until.ts'

const folderOfTest = testFolders(onTestFinished)
const ofTheMachine: readonly string[] = ['identity', 'isolation']
const groups = Object.keys(selftestGroups).filter((group) => ![...ofTheMachine, 'own_messages'].includes(group))

function macOfTest(options: Parameters<typeof temporaryMac>[0] = {}): TemporaryMac {
  const mac = temporaryMac({ messages: 300, chats: 12, ...options })
  onTestFinished(() => mac.close())
  return mac
}

async function selftest({ home, bin }: Pick<TemporaryMac, 'home' | 'bin'>, ...args: readonly string[]) {
  const PATH = [bin, process.env.PATH].join(delimiter)
  const { status, stdout, stderr } = await runHere(home, ['selftest', '--json', ...args], { PATH })
  expect(stderr).toBe('')
  const report = reportIn(stdout)
  return { status, report, words: formatReport(report) }
}

function reportIn(json: string): SelftestReport {
  const report: unknown = JSON.parse(json)
  expect([...Value.Errors(SelftestReport, report)]).toEqual([])
  return report as SelftestReport
}

const endsOf = ({ results }: SelftestReport) =>
  Object.fromEntries(results.map(({ check, state, reason }) => [check, reason ?? state]))
const resultOf = ({ results }: SelftestReport, wanted: string) => results.find(({ check }) => check === wanted)

const stores = ({ home }: TemporaryMac): DatabaseSync[] =>
  readdirSync(addressBookFolder(home), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.abcddb'))
    .map((name) => new DatabaseSync(join(addressBookFolder(home), name)))

function rowsOf(db: DatabaseSync): Record<string, unknown>[] {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_sequence'").all()
  return tables.flatMap(({ name }) => {
    const rows = db.prepare(`SELECT * FROM "${name}"`)
    rows.setReadBigInts(true)
    return rows.all()
  })
}

/** Columns whose words Apple has chosen, and not the owner of the Mac. */
const vocabulary =
  /^(service|service_name|domain|balloon_bundle_id|uti|mime_type|Z_NAME|key|country|ZLABEL|ZCOUNTRYCODE)$/

/** Every text of this Mac that its owner or others have written or chosen: names, addresses, GUIDs, messages, files. */
function textsOf(mac: TemporaryMac): string[] {
  const contacts = stores(mac)
  const texts = [mac.messages.db, ...contacts].flatMap(rowsOf).flatMap((row) =>
    Object.entries(row).flatMap(([column, value]) => {
      if (typeof value === 'string') return vocabulary.test(column) ? [] : [value]
      const body = column === 'attributedBody' && value instanceof Uint8Array ? decodeText(value) : undefined
      return body?.ok ? [body.value] : []
    }),
  )
  for (const store of contacts) store.close()
  const { name, phone, email } = mac.self
  const all = [name, phone, email, mac.home, hostname(), userInfo().username, ...texts]
  // Text of one or two letters, or of digits such as 26, stands in every report.
  return [...new Set(all.map((text) => text.trim()))].filter((text) => text.length > 2 && !/^\d{1,3}$/.test(text))
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const standsIn = (text: string, report: string): boolean =>
  report.includes(text) && new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'u').test(report)

function expectNothingOf(mac: TemporaryMac, printed: readonly string[]): void {
  const texts = textsOf(mac)
  expect(texts.length).toBeGreaterThan(300)
  const report = printed.join('\n')
  expect(texts.filter((text) => standsIn(text, report))).toEqual([])
}

/** Returns the report without what changes from run to run and from machine to machine. */
function pageOf(macos: number, report: SelftestReport): string {
  const lasting = formatReport({ ...report, results: report.results.map(withoutTimes) })
    .replaceAll('(ms): 0', '(ms): …')
    .replaceAll('States: delivered', 'States: … delivered')
    .replace(/^Self-test of .*$/m, 'Self-test of …')
    .replace(/ · Architecture: .*?\n\n/s, ' · …\n\n')
    .replace(/Events: \d+/, 'Events: …')
  return `# Self-test on the simulated macOS ${macos}\n\n[What it does](../selftest.md). The plugin sandbox and the signature depend on the machine and are left out.\n\n\`\`\`\n${lasting}\`\`\`\n`
}

/** Which states of a row are seen before the last one depends on the machine, as times do, so both are left out. */
function withoutTimes({ findings, ...result }: SelftestResult): SelftestResult {
  const lasting = Object.entries(findings).map(([name, value]) => {
    if (name.endsWith('_ms')) return [name, 0]
    return [name, name === 'states' && Array.isArray(value) ? value.slice(-1) : value]
  })
  return { ...result, findings: Object.fromEntries(lasting) }
}

/** The changes that the window of Messages is known not to offer on each macOS. */
const notOffered: Partial<Record<MacosVersion, readonly OwnMessageCheckId[]>> = {
  12: ['own_tapback', 'own_edit', 'own_unsend'],
  13: ['own_tapback', 'own_edit'],
  14: ['own_tapback', 'own_edit'],
}

/** The suite tries those that differ in what their window offers; `npm run proof -- whole` tries every one. */
const tried = macosVersions.filter((macos) => isWhole || [12, 14, macosVersions.at(-1)].includes(macos))

test.each(tried)(
  'on a simulated macOS %i every result is as expected, and the report reveals nothing about its owner',
  async (macos) => {
    const mac = macOfTest({ macos, nowMs: Date.UTC(2026, 4, 17) })
    const { status, report: alone } = await selftest(mac, '--only', ...groups)
    expect(status).toBe(exitCodes.done)
    // Nothing waits for it at this terminal longer than a busy machine may take.
    const { report: sent } = await sitting(mac, { agreed: ownMessageSteps })
    const report = { ...alone, results: [...alone.results, ...sent.results] }
    const unexpected = report.results.filter(({ state }) => state !== 'as_expected')
    expect(unexpected.map(({ check, state, reason }) => [check, state, reason])).toEqual(
      (notOffered[macos] ?? []).map((check) => [check, 'left_out', 'not_offered']),
    )
    expect(report.results.map(({ check }) => check)).toEqual(
      selftestCheckIds.filter((id) => !ofTheMachine.includes(selftestChecks[id].group)),
    )
    expect(resultOf(report, 'chat_db_schema')?.schema?.compared_with).toBe(macos)
    expectNothingOf(mac, [JSON.stringify(report), formatReport(report)])
    expect(loadedServices(mac.home)).toEqual([])
    // `vitest -u` writes the pages anew.
    await expect(pageOf(macos, report)).toMatchFileSnapshot(`../docs/selftest/macos-${macos}.md`)
  },
)

test('one command runs all checks: none fails, each line is printed as its check ends, and neither the lines nor the report reveal anything about the owner', async () => {
  const mac = macOfTest()
  const PATH = [mac.bin, process.env.PATH].join(delimiter)
  const out = join(folderOfTest(), 'report.json')
  const agreed = ['--send', '--to', mac.self.email, '--agree', ownMessageSteps.join()]
  const { stdout } = await runHere(mac.home, ['selftest', '--out', out, ...agreed], { PATH })
  const written = readFileSync(out, 'utf8')
  const report = reportIn(written)
  expect(report.results.map(({ check }) => check)).toEqual(selftestCheckIds)
  expect(report.results.filter(({ state, findings }) => state === 'failed' || findings.withheld)).toEqual([])
  expect(report.results.filter(({ state }) => state === 'left_out')).toEqual([])
  expect(stdout).toBe(formatReport(report))
  expectNothingOf(mac, [written, stdout])
  expect(stdout).toMatch(/^Self-test of \d/)
  expect(stdout).toMatch(/This Mac\n {2}✓ macOS/)
  expect(stdout).toMatch(/Plugin sandbox\n {2}[✓!] Attack the plugin sandbox\n(.*\n)?.*Attacks: \d+ · Held: \d+/)
})

/** Changes that a macOS which nobody has seen yet could bring. */
function makeStrange({ messages: { db } }: TemporaryMac): void {
  db.exec(`ALTER TABLE message ADD COLUMN future_state INTEGER DEFAULT 7;
    ALTER TABLE chat ADD COLUMN future_note TEXT NOT NULL DEFAULT '';
    ALTER TABLE message ADD COLUMN sr_ck_record_id TEXT;
    CREATE TABLE future_thing (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, "order" INTEGER DEFAULT 3);
    CREATE INDEX future_index ON message(future_state, date DESC) WHERE future_state > 0;
    DROP INDEX chat_idx_group_id;
    DROP TRIGGER after_insert_on_message_attachment_join;
    CREATE TRIGGER future_trigger AFTER INSERT ON future_thing BEGIN SELECT 1; END;
    DROP TABLE persistent_tasks;
    ALTER TABLE message DROP COLUMN was_detonated`)
}

describe('a Mac that is unlike every simulated one', () => {
  test('is described by the names in its schema, and a simulated Mac can be made like it', async () => {
    const mac = macOfTest()
    makeStrange(mac)
    const first = await selftest(mac, '--only', 'schema')
    expect(first.status).toBe(exitCodes.needsAttention)
    const { state, reason, findings, schema } = resultOf(first.report, 'chat_db_schema') ?? {}
    expect({ state, reason }).toEqual({ state: 'differs', reason: 'schema_differs' })
    expect(findings).toMatchObject({
      tables_unknown: ['future_thing'],
      tables_missing: ['persistent_tasks'],
      columns_unknown: ['chat.future_note', 'message.future_state'],
      columns_missing: ['message.was_detonated'],
      columns_old: 1,
      triggers_unknown: ['future_trigger'],
    })
    expect(first.words).toContain('      Unknown columns: chat.future_note, message.future_state\n')

    const file = join(folderOfTest(), 'report.json')
    writeFileSync(file, JSON.stringify(first.report))
    const home = join(folderOfTest(), 'mac')
    const made = await runHere(folderOfTest(), ['sim', 'create', home, '--like', file, '--messages', '200'])
    expect(made).toMatchObject({ status: exitCodes.done, stderr: '' })
    const second = await selftest({ home, bin: join(home, 'bin') }, '--only', 'schema')
    expect(resultOf(second.report, 'chat_db_schema')?.schema).toEqual(schema)
    expect(second.report.results).toEqual(first.report.results)
  })

  test('has values, services, balloons and bodies that are reported only as numbers and identifiers', async () => {
    const mac = macOfTest()
    mac.messages.db.exec(`UPDATE message SET item_type = 9, service = 'Anna Keller' WHERE ROWID = 3;
      UPDATE message SET service = 'SatelliteSMS' WHERE ROWID = 4;
      UPDATE message SET balloon_bundle_id = 'com.apple.messages.Future' WHERE ROWID IN (4, 5);
      UPDATE message SET balloon_bundle_id = 'Anna Keller, 5 High Street' WHERE ROWID = 6;
      UPDATE message SET attributedBody = CAST('04 Anna Keller' AS BLOB) WHERE ROWID = (SELECT max(ROWID) FROM message WHERE attributedBody IS NOT NULL);
      UPDATE message SET error = 22 WHERE ROWID = 7;
      UPDATE message SET error = 25 WHERE ROWID = 8;
      UPDATE message SET error = 34 WHERE ROWID IN (9, 10);
      UPDATE chat SET is_filtered = 9 WHERE ROWID = 1`)
    const { status, report, words } = await selftest(mac, '--only', 'contents')
    expect(status).toBe(exitCodes.needsAttention)
    expect(resultOf(report, 'message_values')?.findings).toMatchObject({
      values_unknown: [
        { column: 'message.item_type', value: 9, about: 1 },
        // Of the values of `error` the service knows 22 and 25, so 34 is reported.
        { column: 'message.error', value: 34, about: 1 },
        { column: 'chat.is_filtered', value: 9, about: 1 },
      ],
      services_unknown: [
        { column: 'message.service', value: 'other', about: 1 },
        { column: 'message.service', value: 'SatelliteSMS', about: 1 },
      ],
    })
    expect(resultOf(report, 'balloons')?.findings.balloons_unknown).toEqual([
      { value: 'com.apple.messages.Future', about: 1 },
    ])
    expect(resultOf(report, 'balloons')?.findings.balloons_unreadable).toBe(1)
    expect(resultOf(report, 'bodies')?.findings.damaged_bodies).toEqual([{ format: 'other', bytes: 14 }])
    expect(words).toMatch(/values: message.item_type 9 \(few\), message.error 34 \(few\),\s+chat.is_filtered 9 \(few\)/)
    expect(JSON.stringify(report) + words).not.toMatch(/Anna|Keller|High/)
  })

  test('fails if it lacks a column that the service needs', async () => {
    const mac = macOfTest({ messages: 0, chats: 0 })
    mac.messages.db.exec('ALTER TABLE message RENAME COLUMN is_empty TO is_hollow')
    const { status, report } = await selftest(mac, '--only', 'permissions', 'schema')
    expect(resultOf(report, 'full_disk_access')?.state).toBe('as_expected')
    expect(resultOf(report, 'chat_db_schema')).toMatchObject({
      state: 'failed',
      reason: 'messages_schema_unknown',
      findings: { columns_missing: ['message.is_empty'], columns_unknown: ['message.is_hollow'] },
    })
    expect(status).toBe(exitCodes.needsAttention)
  })
})

test('a refused permission is reported with its number, and determines the exit code', async () => {
  const mac = macOfTest({ messages: 0, chats: 0 })
  setFault(mac.home, { name: 'automation-denied', times: null })
  const { status, report } = await selftest(mac, '--only', 'permissions', 'scripts')
  expect(resultOf(report, 'automation')).toMatchObject({
    state: 'failed',
    reason: 'permission_missing',
    findings: { errors: [-1743] },
  })
  // A check that sends nothing needs no permission.
  expect(resultOf(report, 'script_dry_run')?.state).toBe('as_expected')
  expect(status).toBe(exitCodes.permission)
})

test('without Accessibility the steps in the window are left out, and nothing else fails', async () => {
  const mac = macOfTest({ messages: 0, chats: 0 })
  setFault(mac.home, { name: 'accessibility-denied', times: null })
  const denied = await selftest(mac, '--only', 'permissions')
  expect(resultOf(denied.report, 'accessibility')).toMatchObject({ state: 'left_out', reason: 'permission_missing' })
  expect(resultOf(denied.report, 'automation')?.state).toBe('as_expected')
  expect(denied.status).toBe(exitCodes.done)
  setFault(mac.home, { name: 'automation-denied', times: null })
  const { report } = await selftest(mac, '--check', 'accessibility')
  expect(report.results).toMatchObject([{ reason: 'permission_missing', findings: { errors: [-1743] } }])
})

test('missing Full Disk Access is reported for the program of this command and for that of launchd', async () => {
  const mac = macOfTest({ messages: 0, chats: 0 })
  guardMessages(mac.home)
  const PATH = [mac.bin, process.env.PATH].join(delimiter)
  const checks = ['full_disk_access', 'contacts', 'message_values', 'chat_db_schema', 'launchd_access']
  const out = join(folderOfTest(), 'report.json')
  const guarded = runService(mac.home, ['selftest', '--check', ...checks, '--out', out], {
    ...guardedEnvironment(mac.home),
    PATH,
  })
  expect(guarded.status).toBe(exitCodes.permission)
  const denied = JSON.parse(readFileSync(out, 'utf8')) as SelftestReport
  expect(endsOf(denied)).toEqual({
    full_disk_access: 'messages_unreadable',
    contacts: 'contacts_denied',
    message_values: 'permission_missing',
    chat_db_schema: 'permission_missing',
    launchd_access: 'permission_missing',
  })
  expect(JSON.stringify(denied)).not.toContain(mac.home)

  // A Terminal with a grant of its own reads all the same, and so says nothing of the service.
  const terminal = await selftest(mac, '--check', 'full_disk_access', 'launchd_access')
  expect(endsOf(terminal.report)).toEqual({ full_disk_access: 'as_expected', launchd_access: 'permission_missing' })
  expect(resultOf(terminal.report, 'launchd_access')?.findings).toMatchObject({ can_read: false })
  grantFullDiskAccess(mac.home, process.execPath)
  const granted = await selftest(mac, '--check', 'launchd_access')
  expect(granted.report.results).toMatchObject([{ state: 'as_expected', findings: { can_read: true } }])
})

test('a script that Messages’ dictionary refuses is named with its number', async () => {
  const mac = macOfTest({ messages: 0, chats: 0 })
  setFault(mac.home, { name: 'no-rcs', times: null })
  const { report } = await selftest(mac, '--check', 'script_compile')
  expect(report.results).toEqual([
    {
      check: 'script_compile',
      state: 'failed',
      reason: 'not_compiled',
      findings: { scripts: 6, scripts_failed: ['by-rcs'], errors: [-2741] },
    },
  ])
})

test.each([
  ['only at its end', 'sleep 1; echo begun >&2', 'differs', 'output_late'],
  ['not at all', 'exit 0', 'failed', 'wrong_result'],
] as const)('a script whose output arrives %s is reported', async (_, does, state, reason) => {
  const bin = folderOfTest()
  writeFileSync(join(bin, 'osascript'), `#!/bin/sh\n${does}\n`, { mode: 0o755 })
  const { report } = await selftest({ home: folderOfTest(), bin }, '--check', 'script_log')
  expect(report.results).toMatchObject([{ state, reason }])
})

test('without a Mac each check says so, and checks that need none do not fail', async () => {
  const home = folderOfTest()
  const { status, report } = await selftest(
    { home, bin: '/nowhere' },
    '--only',
    'machine',
    'permissions',
    'contents',
    'files',
    'programs',
    'launchd',
  )
  const states = Object.fromEntries(report.results.map(({ check, state, reason }) => [check, reason ?? state]))
  expect(states).toMatchObject({
    system: 'not_macos',
    full_disk_access: 'not_macos',
    contacts: 'contacts_absent',
    message_values: 'permission_missing',
    file_events: 'as_expected',
    pictures: 'program_missing',
    launchd_round_trip: 'program_missing',
  })
  expect(status).toBe(exitCodes.done)
})

test('Ctrl-C unloads the agent, removes the scratch folder and keeps the report so far', async () => {
  const mac = macOfTest({ messages: 0, chats: 0 })
  const temporary = folderOfTest()
  const out = join(temporary, 'report.json')
  const PATH = [mac.bin, process.env.PATH].join(delimiter)
  const running = startService(mac.home, ['selftest', '--only', 'machine', 'launchd', '--out', out], {
    PATH,
    TMPDIR: temporary,
  })
  await until(() => loadedServices(mac.home).length > 0)
  expect(await running.end('SIGINT')).toBe(exitCodes.unexpected)
  expect(loadedServices(mac.home)).toEqual([])
  expect(readdirSync(temporary)).toEqual(['report.json'])
  const report = JSON.parse(readFileSync(out, 'utf8')) as SelftestReport
  expect(report.ended).toBe('stopped')
  expect(resultOf(report, 'system')?.state).toBe('as_expected')
  expect(resultOf(report, 'launchd_access')?.reason).toBe('stopped')
})

test('a report replaces an earlier report, and no other file', async () => {
  const mac = macOfTest({ messages: 0, chats: 0 })
  const out = join(folderOfTest(), 'report.json')
  writeFileSync(out, 'mine')
  const run = () => runHere(mac.home, ['selftest', '--only', 'machine', '--out', out])
  expect(await run()).toMatchObject({ status: exitCodes.refused })
  expect(readFileSync(out, 'utf8')).toBe('mine')
  rmSync(out)
  await run()
  expect((await run()).stderr).toBe('')
  expect(Value.Check(SelftestReport, JSON.parse(readFileSync(out, 'utf8')))).toBe(true)
})
