/** `service setup`: asks at the terminal what the setup page asks. */
import { Command } from 'commander'
import { realTerminal } from '../ask.ts'
import { readEnvironment } from '../environment.ts'
import { withLocalService } from '../local-service.ts'
import { interview, requireTerminal } from '../setup/interview.ts'

export const setupCommand = (): Command =>
  new Command('setup')
    .exitOverride()
    .description('Set up permissions, people, a destination and a password, step by step')
    .addHelpText(
      'after',
      '\nExamples:\n  service setup\n\n' +
        'The service can be running or not. Run it again at any time: only what you answer changes.\n' +
        'Asks at a terminal only. Scripts use service config, service plugins and service password.',
    )
    .action(() => {
      requireTerminal(realTerminal)
      return withLocalService((service) =>
        interview({ service, environment: readEnvironment(), terminal: realTerminal }),
      )
    })
