import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { agentDefinition } from './definition.ts'

const program = {
  program: '/opt/homebrew/opt/node/bin/node',
  args: ['--disable-sigusr1', '/Users/a & <b>/lib/main.js'],
  baseDirectory: undefined,
  logsFolder: '/Users/a & <b>/Library/Logs/service',
}

/** Parses the definition with a parser that is not ours. */
function read(definition: string): Record<string, unknown> {
  const script = 'import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'
  const { stdout, stderr } = spawnSync('python3', ['-c', script], { input: definition, encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

it('the property list starts the program and keeps it running', () => {
  expect(read(agentDefinition('bridge', program))).toEqual({
    Label: 'dev.service.bridge',
    ProgramArguments: [program.program, ...program.args, 'bridge'],
    RunAtLoad: true,
    KeepAlive: true,
    ThrottleInterval: 10,
    ExitTimeOut: 20,
    LimitLoadToSessionType: 'Aqua',
    ProcessType: 'Interactive',
    Umask: 0o077,
    StandardOutPath: `${program.logsFolder}/bridge.log`,
    StandardErrorPath: `${program.logsFolder}/bridge.log`,
  })
})

it('passes on a custom base directory, and nothing else of the environment', () => {
  const { EnvironmentVariables } = read(agentDefinition('web', { ...program, baseDirectory: '/Volumes/x' }))
  expect(EnvironmentVariables).toEqual({ SERVICE_DIR: '/Volumes/x' })
})
