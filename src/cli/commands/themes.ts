/** `service themes`: lists themes and manages packages of them. A theme is data, and none of its code is ever run. */

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { Command } from 'commander'
import { silentLog } from '../../contract/log-entry.ts'
import { inColumns } from '../../domain/columns.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { builtIn } from '../../domain/theme/built-in/index.ts'
import { readTheme } from '../../domain/theme/read-theme.ts'
import { withPackage } from '../../plugins/install/fetch-package.ts'
import { npmWith } from '../../plugins/install/npm.ts'
import { packageSpec } from '../../plugins/install/package-spec.ts'
import { openAuditLog } from '../../store/audit-log.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { assetNames, readAsset } from '../../store/theme-assets.ts'
import { readThemeText, themeFolder } from '../../store/theme-folder.ts'
import { readEnvironment, sameEnvironment } from '../environment.ts'
import { print, printJson } from '../print.ts'

const keyword = 'service-theme'

export function themesCommand(): Command {
  const command = new Command('themes')
    .exitOverride()
    .description('Manage themes of the page')
    .addHelpText(
      'after',
      '\nExamples:\n  service themes list\n  service themes install ./ocean\n  service themes new ocean',
    )
  for (const each of [listCommand(), installCommand(), removeCommand(), newCommand()]) command.addCommand(each)
  return command
}

function open() {
  const dir = serviceDir(readEnvironment().base)
  prepareServiceDir(dir)
  return { base: dir.base, themes: themeFolder(dir.themesDir, silentLog), audit: openAuditLog({ path: dir.auditFile }) }
}

const listCommand = (): Command =>
  new Command('list')
    .exitOverride()
    .description('List themes')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service themes list --json')
    .action(({ json }: { json?: boolean }) => {
      const packages = open().themes.packages()
      const rows = [...builtIn, ...packages].map((theme) => ({
        name: theme.name,
        title: theme.title,
        origin: packages.includes(theme) ? 'package' : 'built_in',
        modes: Object.keys(theme.modes),
      }))
      if (json) printJson(rows)
      else
        for (const line of inColumns(rows.map(({ name, origin, modes }) => [name, origin, modes.join(' ')])))
          print(line)
    })

const installCommand = (): Command =>
  new Command('install')
    .exitOverride()
    .description('Install a theme; choose it on the page')
    .argument('<package>', 'npm package (optionally with @version), package file (.tgz) or folder')
    .addHelpText('after', '\nExamples:\n  service themes install service-theme-ocean\n  service themes install ./ocean')
    .action(async (given: string) => {
      const { base, themes, audit } = open()
      const spec = packageSpec(given)
      const found = isFolder(spec)
        ? themeIn(spec)
        : await withPackage(spec, { base, npm: npmWith(sameEnvironment()) }, (folder) => {
            requireKeyword(folder)
            return themeIn(folder)
          })
      themes.put(found.theme, found.files)
      audit.append({ action: 'theme_added', principal: 'command', target: found.theme.name, result: 'ok' })
      print(`Installed the theme ${found.theme.name}. Choose it on the page, under Settings, Appearance.`)
    })

const removeCommand = (): Command =>
  new Command('remove')
    .exitOverride()
    .description('Remove a theme')
    .argument('<name>')
    .addHelpText('after', '\nExamples:\n  service themes remove ocean')
    .action((name: string) => {
      const { themes, audit } = open()
      if (!themes.remove(name)) throw new ServiceError('not_found', `No theme ${name} was installed.`)
      audit.append({ action: 'theme_removed', principal: 'command', target: name, result: 'ok' })
      print(`Removed the theme ${name}.`)
    })

const newCommand = (): Command =>
  new Command('new')
    .exitOverride()
    .description('Create a new theme from a template')
    .argument('<name>', 'Name in lower-case letters, digits and hyphens, or a path that ends with one')
    .addHelpText('after', '\nExamples:\n  service themes new ocean\n  service themes install ./ocean')
    .action((given: string) => {
      const folder = resolve(given)
      const theme = { schema: 1, name: basename(folder), title: basename(folder), modes: beginning }
      const { problem } = readTheme(theme)
      if (problem !== undefined) throw new ServiceError('invalid_request', problem)
      if (existsSync(folder)) throw new ServiceError('invalid_request', `${folder} is there already.`)
      mkdirSync(folder, { recursive: true })
      const own = { name: `service-theme-${theme.name}`, version: '0.1.0', keywords: [keyword], files: ['theme.json'] }
      for (const [file, value] of Object.entries({ 'theme.json': theme, 'package.json': own }))
        writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`)
      print(`${folder}\n  theme.json  package.json\nTry it: service themes install ${given}`)
    })

/** The remaining tokens are derived from these. */
const beginning = {
  light: { background: '#f7fbfc', foreground: '#12262b', primary: '#0b6b80', muted: '#e8f1f3' },
  dark: { background: '#0d191c', foreground: '#dcebee', primary: '#2b8296', muted: '#15262a' },
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Reads theme.json and the files that it names, and nothing else. */
function themeIn(folder: string) {
  try {
    const { theme, problem } = readTheme(JSON.parse(readThemeText(join(folder, 'theme.json'))))
    if (theme === undefined) throw new Error(problem)
    const files = assetNames(theme).map((name) => [name, readAsset(join(folder, name)).bytes] as const)
    return { theme, files: Object.fromEntries(files) }
  } catch (error) {
    throw new ServiceError('invalid_request', `It is no theme: ${(error as Error).message}`)
  }
}

function requireKeyword(folder: string): void {
  const { keywords } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { keywords?: unknown }
  if (!Array.isArray(keywords) || !keywords.includes(keyword))
    throw new ServiceError('invalid_request', `It is no theme: its package.json lacks the keyword ${keyword}.`)
}
