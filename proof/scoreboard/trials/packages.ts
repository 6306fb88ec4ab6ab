/** Installs packages that plugins use as for a plugin, and loads them in its sandbox, beside the installed bridge. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { until } from '../../../test/harness/until.ts'
import { PluginRelay, pluginSource } from '../../plugin-relay.ts'
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

/** Returns the output of a plugin that imports them all when it starts. */
async function loaded(modules: string): Promise<string[]> {
  using mac = temporaryMac()
  const start = `for (const name of ${JSON.stringify(packages)})
    await import(name).then(() => ctx.log_info('loaded ' + name), (error) => ctx.log_error(name + ': ' + error.message))`
  const folder = join(dirOf(mac.home).integrationsDir, 'probe')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  cpSync(modules, join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  await using relay = await PluginRelay.start({ home: mac.home, plugins: { probe: pluginSource('probe', { start }) } })
  await until(() => relay.loggedBy('probe').length >= packages.length, { describe: () => 'what the plugin tells' })
  return relay.loggedBy('probe')
}
