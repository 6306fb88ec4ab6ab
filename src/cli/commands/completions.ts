/** `service completions`: prints a completion script for a shell, made from the commands themselves. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Argument, Command } from 'commander'
import { type PluginSchemas, schemaIn, settingsSchemas } from '../../actions/settings-view.ts'
import { corePlugins } from '../../bridge/core/core-plugins.ts'
import { manifestsFile } from '../../plugins/bundled-manifests.ts'
import { readJournal } from '../../store/journal/reader.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { shapeOf } from '../command-shape.ts'
import { bashScript } from '../completions/bash.ts'
import { fishScript } from '../completions/fish.ts'
import { positionsOf } from '../completions/positions.ts'
import { zshScript } from '../completions/zsh.ts'
import { readEnvironment } from '../environment.ts'

const scripts = { zsh: zshScript, bash: bashScript, fish: fishScript } as const

const examples = `
Examples:
  service completions zsh > ~/.zfunc/_service
  service completions bash > ~/.service-completions.bash
  service completions fish > ~/.config/fish/completions/service.fish

Where to put the file. Write it again after an upgrade or after installing a plugin:
  zsh   a folder of fpath: mkdir -p ~/.zfunc, and in ~/.zshrc
        fpath=(~/.zfunc $fpath); autoload -U compinit; compinit
  bash  in ~/.bash_profile (macOS) or ~/.bashrc
        source ~/.service-completions.bash
  fish  ~/.config/fish/completions, where fish finds it by itself`

export function completionsCommand(): Command {
  return new Command('completions')
    .description('Print shell completions')
    .addArgument(new Argument('<shell>', 'Shell').choices(Object.keys(scripts)))
    .addHelpText('after', examples)
    .action((shell: keyof typeof scripts, _options: unknown, { parent }: Command) => {
      if (parent !== null) process.stdout.write(scripts[shell](positionsOf(shapeOf(parent), knownPlugins())))
    })
}

const bundledFile = join(import.meta.dirname, '..', '..', 'integrations', manifestsFile)

/** Lists plugins that are known without running any: the bundled ones, and those that the bridge has found. */
function knownPlugins(): PluginSchemas {
  const bundled = Object.values(
    JSON.parse(readFileSync(bundledFile, 'utf8')) as Record<string, Record<string, unknown>>,
  )
  const journal = readJournal(serviceDir(readEnvironment().base).journalFile)
  try {
    return new Map([
      ...bundled.map((manifest) => [String(manifest.name), schemaIn(manifest)] as const),
      ...corePlugins.map(({ NAME, SETTINGS_SCHEMA }) => [NAME, SETTINGS_SCHEMA] as const),
      ...settingsSchemas(journal),
    ])
  } finally {
    journal.close()
  }
}
