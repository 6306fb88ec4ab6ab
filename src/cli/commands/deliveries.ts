/** `service deliveries`: lists deliveries, shows every attempt of one, retries, skips and repeats them. */
import { Command, Option } from 'commander'
import { changeDelivery, sendAgain } from '../../actions/deliveries.ts'
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

The service can be running or not. A running service follows within a second.`

export function deliveriesCommand(): Command {
  const command = new Command('deliveries')
    .exitOverride()
    .description('List deliveries to plugins; retry, skip or repeat them')
    .addHelpText('after', examples)
  const own = [listCommand(), showCommand(), changeCommand('retry'), changeCommand('skip'), sendAgainCommand()]
  for (const each of own) command.addCommand(each)
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
    .description('List deliveries, newest first')
    .option('--plugin <name>', 'Only deliveries to this plugin')
    .addOption(new Option('--state <state>', 'Only deliveries in this state').choices(deliveryProgress))
    .option('-n, --limit <number>', 'Maximum number of results', numberOption('A number', 1, mostListed), 20)
    .option('--json', 'Print JSON')
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
    .description('Show a delivery, all its attempts and what the plugin was handed')
    .argument('<delivery>')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service deliveries show 0c1d2e3f-4a5b-8c6d-8e7f-8091a2b3c4d5')
    .action((id: string, { json }: { json?: boolean }) =>
      withLocalService(async (service) => {
        const delivery = deliveryDetails({ id, isAdmin: true }, service)
        if (json) printJson(delivery)
        else print(formatDelivery(delivery))
      }),
    )

const changes = {
  retry: { what: 'Retry a delivery now', done: 'is tried again.' },
  skip: { what: 'Skip a delivery', done: 'is dropped.' },
} as const

const changeCommand = (change: keyof typeof changes): Command =>
  new Command(change)
    .exitOverride()
    .description(changes[change].what)
    .argument('<delivery>')
    .option('--json', 'Print JSON')
    .addHelpText('after', `\nExamples:\n  service deliveries ${change} 0c1d2e3f-4a5b-8c6d-8e7f-8091a2b3c4d5`)
    .action((id: string, { json }: { json?: boolean }) =>
      withLocalService(async (service) => {
        const delivery = changeDelivery({ id, change, principal: 'command' }, service)
        if (json) printJson(delivery)
        else print(`${id} ${changes[change].done}`)
      }),
    )

const sendAgainCommand = (): Command =>
  new Command('send-again')
    .exitOverride()
    .description('Send a delivered, failed or filtered message to its plugin again')
    .argument('<delivery>')
    .option('--json', 'Print the new delivery as JSON')
    .addHelpText('after', '\nExamples:\n  service deliveries send-again 0c1d2e3f-4a5b-8c6d-8e7f-8091a2b3c4d5')
    .action((id: string, { json }: { json?: boolean }) =>
      withLocalService(async (service) => {
        const delivery = sendAgain({ id, principal: 'command' }, service)
        if (json) printJson(delivery)
        else print(`${delivery.id} is queued for ${delivery.plugin}.`)
      }),
    )
