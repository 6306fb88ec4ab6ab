/** `service deliveries`: lists deliveries, shows every attempt of one, retries and skips them. */
import { Command, Option } from 'commander'
import { changeDelivery } from '../../actions/deliveries.ts'
import { deliveryDetails, deliveryPage } from '../../actions/delivery-records.ts'
import { type DeliveryProgress, deliveryProgress } from '../../contract/delivery.ts'
import { withLocalService } from '../local-service.ts'
import { numberOption } from '../number-option.ts'
import { formatDeliveries, formatDelivery } from '../plugins/format-deliveries.ts'
import { print, printJson } from '../print.ts'

const mostListed = 500

const examples = `
Examples:
  service deliveries list
  service deliveries list --state failed --plugin webhook
  service deliveries show 0c1d2e3f-4a5b-8c6d-8e7f-8091a2b3c4d5
  service deliveries retry 0c1d2e3f-4a5b-8c6d-8e7f-8091a2b3c4d5

They work with and without a running service, which follows within a second.`

export function deliveriesCommand(): Command {
  const command = new Command('deliveries')
    .exitOverride()
    .description('show what was delivered to plugins and what failed; retry or skip deliveries')
    .addHelpText('after', examples)
  for (const each of [listCommand(), showCommand(), changeCommand('retry'), changeCommand('skip')])
    command.addCommand(each)
  return command
}

interface ListOptions {
  plugin?: string
  state?: DeliveryProgress
  limit: number
  json?: boolean
}

const listCommand = (): Command =>
  new Command('list')
    .exitOverride()
    .description('list deliveries, newest first')
    .option('--plugin <name>', 'only those to this plugin')
    .addOption(new Option('--state <state>', 'only those in this state').choices(deliveryProgress))
    .option('-n, --limit <number>', 'how many at most', numberOption('A number', 1, mostListed), 20)
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  service deliveries list --state retrying\n  service deliveries list -n 100 --json',
    )
    .action(({ plugin, state, limit, json }: ListOptions) =>
      withLocalService(async ({ journal }) => {
        const page = deliveryPage({ limit, ...(plugin && { plugin }), ...(state && { state }) }, { journal })
        if (json) printJson(page)
        else print(page.deliveries.length === 0 ? 'No deliveries.' : formatDeliveries(page.deliveries))
      }),
    )

const showCommand = (): Command =>
  new Command('show')
    .exitOverride()
    .description('show a delivery with every attempt')
    .argument('<delivery>')
    .option('--json', 'as JSON, for programs')
    .addHelpText('after', '\nExamples:\n  service deliveries show 0c1d2e3f-4a5b-8c6d-8e7f-8091a2b3c4d5')
    .action((id: string, { json }: { json?: boolean }) =>
      withLocalService(async ({ journal }) => {
        const delivery = deliveryDetails(id, { journal })
        if (json) printJson(delivery)
        else print(formatDelivery(delivery))
      }),
    )

const changes = {
  retry: { what: 'retry a queued, retrying or failed delivery now', done: 'is tried again.' },
  skip: { what: 'drop a queued, retrying or failed delivery', done: 'is dropped.' },
} as const

const changeCommand = (change: keyof typeof changes): Command =>
  new Command(change)
    .exitOverride()
    .description(changes[change].what)
    .argument('<delivery>')
    .option('--json', 'as JSON, for programs')
    .addHelpText('after', `\nExamples:\n  service deliveries ${change} 0c1d2e3f-4a5b-8c6d-8e7f-8091a2b3c4d5`)
    .action((id: string, { json }: { json?: boolean }) =>
      withLocalService(async ({ journal, deliveryChanges, audit }) => {
        const delivery = changeDelivery({ id, change, principal: 'command' }, { journal, deliveryChanges, audit })
        if (json) printJson(delivery)
        else print(`${id} ${changes[change].done}`)
      }),
    )
