/** `service completions`: prints a completion script for a shell, made from the commands themselves. */
import { Argument, Command } from 'commander'
import { shapeOf } from '../command-shape.ts'
import { bashScript } from '../completions/bash.ts'
import { fishScript } from '../completions/fish.ts'
import { placesOf } from '../completions/positions.ts'
import { zshScript } from '../completions/zsh.ts'
import { knownPlugins } from '../plugins/known-plugins.ts'

const scripts = { zsh: zshScript, bash: bashScript, fish: fishScript } as const

const examples = `
Examples:
  service completions zsh > ~/.zfunc/_service
  service completions bash > ~/.service-completions.bash
  service completions fish > ~/.config/fish/completions/service.fish

Where it belongs, and is written anew after an upgrade or the installation of a plugin:
  zsh   a folder of fpath: mkdir -p ~/.zfunc, and in ~/.zshrc
        fpath=(~/.zfunc $fpath); autoload -U compinit; compinit
  bash  in ~/.bash_profile (macOS) or ~/.bashrc
        source ~/.service-completions.bash
  fish  ~/.config/fish/completions, where fish finds it by itself`

export function completionsCommand(): Command {
  return new Command('completions')
    .description('print the completions of this command for a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(scripts)))
    .addHelpText('after', examples)
    .action((shell: keyof typeof scripts, _options: unknown, { parent }: Command) => {
      if (parent !== null) process.stdout.write(scripts[shell](placesOf(shapeOf(parent), knownPlugins())))
    })
}
