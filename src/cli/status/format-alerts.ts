/** Formats alerts for the terminal, as status and doctor show them: what is so, and what to type. */
import type { Alert } from '../../contract/alert.ts'
import { names } from '../../contract/names.ts'

export const formatAlerts = (alerts: readonly Alert[], { isHub = false } = {}): string[] =>
  alerts.flatMap((alert) => [`✗ ${alert.summary}`, `    ${remedyOf(alert, isHub)}`])

function remedyOf({ kind, plugin, webhook, key, mac }: Alert, isHub: boolean): string {
  const command = (words: string) => `Type: ${names.command} ${words}`
  switch (kind) {
    case 'deliveries_failing':
      return command(webhook === null ? `deliveries list --plugin ${plugin}` : 'compat bluebubbles webhooks')
    case 'plugin_stopped':
      return command(`logs --source ${plugin}`)
    case 'relay_stopped':
      return isHub ? `Start it: ${names.command} hub up, or ${names.command} hub relay` : command('start')
    case 'permission_lost':
      return command('doctor')
    case 'mac_quiet':
      return `Open Messages, and check that it is signed in. ${command('doctor --wake')}`
    case 'disk_nearly_full':
      return 'Make room on the disk of your home folder.'
    case 'reader_stopped':
      return 'Check that PostgreSQL and nats-server run and have room on their disks, and that `service hub ingest` or `hub up` runs.'
    case 'mac_copied':
      return `Give one of them a name and a code of its own: ${names.command} hub macs add. If you copied nothing: ${names.command} hub macs revoke ${mac?.id}`
    case 'mac_behind':
      return `See the log of the hub for the reason, and ${names.command} uplink status on the Mac.`
    case 'mac_silent':
      return `On the Mac: ${names.command} uplink status`
    case 'key_hidden_person':
    case 'key_unusual_rate':
    case 'key_first_send':
      return `${command(`keys show ${key?.id} --seen`)}; to stop the key: ${names.command} keys pause ${key?.id}`
  }
}
