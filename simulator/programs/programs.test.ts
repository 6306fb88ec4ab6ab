import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeManifest } from '../manifest.ts'
import { picture } from '../media/picture.ts'
import { pictureSize } from '../media/picture-size.ts'
import { encodePng } from '../media/png.ts'
import { type SampleKind, sampleFile } from '../media/sample-files.ts'
import { hasFault, setFault } from './faults.ts'
import { installPrograms } from './install.ts'

let home: string

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "a mac's home "))
  writeManifest(home, {
    macos: 15,
    seed: 1,
    self: { name: 'Robin Example', phone: '+15550100', email: 'robin@example.com' },
  })
  installPrograms(home)
})
afterAll(() => rmSync(home, { recursive: true }))

/** Runs a program as the product does: by name, with the home's bin first in PATH. */
function run(program: string, args: readonly string[], input?: string) {
  const PATH = [join(home, 'bin'), process.env.PATH].join(delimiter)
  const { status, stdout, stderr } = spawnSync(program, args, { env: { HOME: home, PATH }, encoding: 'utf8', input })
  return { status, stdout, stderr }
}

function place(kind: SampleKind, variant = 0): string {
  const path = join(home, `${variant}.${kind}`)
  writeFileSync(path, sampleFile(kind, variant).bytes)
  return path
}

it('sw_vers prints the version of the simulated macOS', () => {
  expect(run('sw_vers', ['-productVersion']).stdout).toBe('15.7.3\n')
  expect(run('sw_vers', ['--buildVersion']).stdout).toBe('24G419\n')
  expect(run('sw_vers', []).stdout).toBe('ProductName:\t\tmacOS\nProductVersion:\t\t15.7.3\nBuildVersion:\t\t24G419\n')
  expect(run('sw_vers', ['-version'])).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Usage: sw_vers /) })
})

it('sips makes a JPEG of the same size from a HEIC', () => {
  const output = join(home, 'out.jpg')
  expect(run('sips', ['-s', 'format', 'jpeg', place('heic', 1), '--out', output]).status).toBe(0)
  expect(pictureSize(readFileSync(output))).toEqual({ format: 'jpeg', width: 360, height: 480 })
})

it('sips -Z scales the longest side and keeps the proportions', () => {
  const output = join(home, 'small.jpg')
  run('sips', ['-s', 'format', 'jpeg', '-Z', '240', place('png', 2), '--out', output])
  expect(pictureSize(readFileSync(output))).toEqual({ format: 'jpeg', width: 240, height: 135 })
})

it('sips -g prints the size', () => {
  const { stdout } = run('sips', ['-g', 'pixelWidth', '-g', 'pixelHeight', place('jpeg')])
  expect(stdout).toContain('  pixelWidth: 480\n  pixelHeight: 360\n')
})

it('sips refuses a file that is not a picture', () => {
  const { status, stderr } = run('sips', ['-Z', '100', join(home, 'nothing.heic'), '--out', join(home, 'x.jpg')])
  expect(status).toBe(1)
  expect(stderr).toContain('not a valid file - skipping')
})

it('sips writes nothing for a picture that it cannot draw', () => {
  const [foreign, output] = [join(home, 'foreign.png'), join(home, 'foreign.jpg')]
  writeFileSync(foreign, encodePng(picture(3, 40, 30)))
  expect(run('sips', ['-s', 'format', 'jpeg', '-Z', '240', foreign, '--out', output]).status).toBe(13)
  expect(existsSync(output)).toBe(false)
})

it('sips makes a HEIC, and a JPEG of the same size of that', () => {
  const [heic, jpeg] = [join(home, 'made.heic'), join(home, 'again.jpg')]
  expect(run('sips', ['-s', 'format', 'heic', place('jpeg', 1), '--out', heic]).status).toBe(0)
  expect(pictureSize(readFileSync(heic))?.format).toBe('heic')
  expect(run('sips', ['-s', 'format', 'jpeg', heic, '--out', jpeg]).status).toBe(0)
  expect(pictureSize(readFileSync(jpeg))).toEqual({ format: 'jpeg', width: 360, height: 480 })
})

it('osacompile makes a file of a script, and names the place of an error', () => {
  const [script, compiled] = [join(home, 'a.applescript'), join(home, 'a.scpt')]
  writeFileSync(script, 'on run\nreturn 1\nend run\n')
  expect(run('osacompile', ['-o', compiled, script])).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(existsSync(compiled)).toBe(true)
  writeFileSync(script, 'on run\nreturn )\nend run\n')
  const { status, stderr } = run('osacompile', ['-o', compiled, script])
  expect(status).toBe(1)
  expect(stderr).toMatch(/\(-2741\)\n$/)
})

it('afconvert makes an M4A from a voice message, and refuses a missing file', () => {
  const output = join(home, 'voice.m4a')
  expect(run('afconvert', ['-f', 'm4af', '-d', 'aac', place('caf'), output]).status).toBe(0)
  expect(readFileSync(output).toString('latin1', 4, 11)).toBe('ftypM4A')
  expect(run('afconvert', ['-f', 'm4af', '-d', 'aac', join(home, 'none.caf'), output]).status).toBe(1)
})

const agent = (runAtLoad: boolean, more = '') => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>org.example.clock</string>
  <key>ProgramArguments</key>
  <array><string>/bin/sh</string><string>-c</string><string>echo "$GREETING &amp; $HOME"; exec sleep 600</string></array>
  <key>EnvironmentVariables</key><dict><key>GREETING</key><string>hello</string></dict>
  <key>RunAtLoad</key><${runAtLoad}/>${more}
  <key>StandardOutPath</key><string>${home}/clock.log</string>
</dict>
</plist>
`

it('a launch agent is loaded once, started, listed and stopped', async () => {
  const plist = join(home, 'clock.plist')
  writeFileSync(plist, agent(false))
  expect(run('launchctl', ['bootstrap', 'gui/501', plist]).status).toBe(0)
  expect(run('launchctl', ['bootstrap', 'gui/501', plist])).toMatchObject({
    status: 5,
    stderr: 'Bootstrap failed: 5: Input/output error\n',
  })
  expect(run('launchctl', ['print', 'gui/501/org.example.clock']).stdout).toContain('state = not running')

  run('launchctl', ['kickstart', '-k', 'gui/501/org.example.clock'])
  const { stdout } = run('launchctl', ['print', 'gui/501/org.example.clock'])
  const pid = Number(/pid = (\d+)/.exec(stdout)?.[1])
  expect(stdout).toBe(
    `gui/501/org.example.clock = {\n\tactive count = 1\n\tpath = ${plist}\n\ttype = LaunchAgent\n` +
      `\tstate = running\n\t\n\tpid = ${pid}\n\tprogram = /bin/sh\n}\n`,
  )
  expect(run('launchctl', ['list']).stdout).toContain(`${pid}\t0\torg.example.clock`)
  expect(run('launchctl', ['print', 'gui/501']).stdout).toContain(`\t\t${pid}\t-\torg.example.clock\n`)
  await expect.poll(() => readFileSync(join(home, 'clock.log'), 'utf8')).toBe(`hello & ${home}\n`)

  expect(run('launchctl', ['bootout', 'gui/501/org.example.clock']).status).toBe(0)
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(run('launchctl', ['print', 'gui/501/org.example.clock'])).toEqual({
    status: 113,
    stdout: '',
    stderr: 'Could not find service "org.example.clock" in domain for user gui: 501\n',
  })
})

it('RunAtLoad starts the program with the agent', async () => {
  const plist = join(home, 'clock.plist')
  writeFileSync(plist, agent(true))
  run('launchctl', ['bootstrap', 'gui/501', plist])
  expect(run('launchctl', ['print', 'gui/501/org.example.clock']).stdout).toContain('state = running')
  run('launchctl', ['bootout', 'gui/501', plist])
})

it('KeepAlive restarts a program that has ended, but only until it is unloaded', async () => {
  const plist = join(home, 'clock.plist')
  writeFileSync(plist, agent(true, '<key>KeepAlive</key><true/><key>ThrottleInterval</key><integer>1</integer>'))
  run('launchctl', ['bootstrap', 'gui/501', plist])
  const pid = () => Number(/pid = (\d+)/.exec(run('launchctl', ['print', 'gui/501/org.example.clock']).stdout)?.[1])
  const first = pid()
  process.kill(first, 'SIGKILL')
  await expect.poll(pid).not.toBe(first)
  await expect.poll(pid).toBeGreaterThan(0)
  const second = pid()
  run('launchctl', ['bootout', 'gui/501', plist])
  expect([isAlive(first), isAlive(second)]).toEqual([false, false])
})

it('KeepAlive after failures alone leaves a program alone that ended well', async () => {
  const plist = join(home, 'clock.plist')
  const keep =
    '<key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict><key>ThrottleInterval</key><integer>1</integer>'
  writeFileSync(
    plist,
    agent(false, keep).replace('exec sleep 600', 'test -f ended-well || { touch ended-well; exit 1; }'),
  )
  const log = join(home, 'clock.log')
  rmSync(log, { force: true })
  run('launchctl', ['bootstrap', 'gui/501', plist])
  await expect.poll(() => readFileSync(log, 'utf8').split('\n').length).toBe(3)
  await expect.poll(() => run('launchctl', ['print', 'gui/501/org.example.clock']).stdout).toContain('not running')
  run('launchctl', ['bootout', 'gui/501', plist])
  expect(readFileSync(log, 'utf8').split('\n')).toHaveLength(3)
})

function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return state !== '' && !state.startsWith('Z')
}

it('bootout of an agent that is not loaded is error 3', () => {
  expect(run('launchctl', ['bootout', 'gui/501/org.example.none'])).toMatchObject({
    status: 3,
    stderr: 'Boot-out failed: 3: No such process\n',
  })
})

it('plutil checks, converts and extracts values', () => {
  const plist = join(home, 'agent.plist')
  writeFileSync(plist, agent(true))
  expect(run('plutil', ['-lint', plist])).toMatchObject({ status: 0, stdout: `${plist}: OK\n` })
  expect(JSON.parse(run('plutil', ['-convert', 'json', '-o', '-', plist]).stdout)).toMatchObject({ RunAtLoad: true })
  expect(run('plutil', ['-extract', 'ProgramArguments.0', 'raw', '-o', '-', plist]).stdout).toBe('/bin/sh\n')
})

it('plutil converts to binary and back without loss', () => {
  const plist = join(home, 'round.plist')
  writeFileSync(plist, agent(true))
  const before = run('plutil', ['-convert', 'json', '-o', '-', plist]).stdout
  expect(run('plutil', ['-convert', 'binary1', plist]).status).toBe(0)
  expect(readFileSync(plist).toString('latin1', 0, 8)).toBe('bplist00')
  expect(JSON.parse(run('plutil', ['-convert', 'json', '-o', '-', plist]).stdout)).toEqual(JSON.parse(before))
})

it('plutil prints the name of a broken file', () => {
  const plist = join(home, 'broken.plist')
  writeFileSync(plist, agent(true).replace('</array>', ''))
  expect(run('plutil', ['-lint', plist])).toMatchObject({ status: 1, stderr: expect.stringContaining(plist) })
})

it('open knows Messages and refuses what is not installed', () => {
  expect(run('open', ['-gja', 'Messages']).status).toBe(0)
  expect(run('open', ['-a', 'Nonesuch'])).toMatchObject({
    status: 1,
    stderr: "Unable to find application named 'Nonesuch'\n",
  })
})

it('Messages responds again a moment after it was opened', async () => {
  setFault(home, { name: 'not-running', times: null })
  expect(run('open', ['-gja', 'Messages']).status).toBe(0)
  await expect.poll(() => hasFault(home, 'not-running')).toBe(false)
})
