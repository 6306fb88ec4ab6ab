/** Installs packages that plugins use as for a plugin, and loads them in its sandbox. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pluginSource, testFolder, testHost, until, writePlugin } from '../../../src/plugins/test-host.ts'
import { run } from '../../program.ts'
import type { Outcome } from '../row.ts'

const packages = ['axios', 'ws', 'undici', '@slack/web-api', 'grammy', 'nodemailer', 'mqtt', 'discord.js']

export async function commonPackages(): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'))
  try {
    const install = ['npm', 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages]
    const { status, stderr } = await run(install)
    if (status !== 0) throw new Error(stderr)
    const said = await loaded(join(folder, 'node_modules'))
    const missing = packages.filter((name) => !said.includes(`loaded ${name}`))
    const versions = packages.map((name) => `${name} ${versionOf(folder, name)}`)
    return {
      figure: `${packages.length - missing.length} of ${packages.length} load (${versions.join(', ')})${missing.length > 0 ? `; not ${missing.join(', ')}` : ''}`,
      reached: missing.length === 0,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const versionOf = (folder: string, name: string): string =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version

/** Returns the output of a plugin that imports them all. */
async function loaded(modules: string): Promise<string[]> {
  const serviceDir = testFolder()
  const start = `for (const name of ${JSON.stringify(packages)})
    await import(name).then(() => ctx.log_info('loaded ' + name), (error) => ctx.log_error(name + ': ' + error.message))`
  const code = writePlugin(join(serviceDir, 'integrations'), 'probe', pluginSource('probe', { start }))
  cpSync(modules, join(code, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  const host = await testHost({ serviceDir, settings: { probe: { enabled: true } } })
  try {
    await until(() => host.record()?.status === 'running')
    return host.logged.filter(({ source }) => source === 'probe').map(({ msg }) => msg)
  } finally {
    await host.stop()
  }
}
