/** Scenarios in which macOS no longer recognises the program to which it had granted Full Disk Access. */
import { execFile } from 'node:child_process'
import { appendFileSync, copyFileSync, renameSync } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { grantFullDiskAccess, guardMessages, isGuarded } from '../privacy/full-disk-access.ts'
import { type LoadedService, loadedServices } from '../programs/launchctl/services.ts'
import type { Scenario } from './stage.ts'

export const permissionScenarios: Record<string, Scenario> = {
  'node-replaced': {
    description:
      'the Node that launchd starts is replaced, as an upgrade does, and macOS denies it Full Disk Access for a while',
    async play(stage) {
      const { home } = stage
      stage.hear('before the upgrade')
      const services = loadedServices(home).filter(({ program: [program] }) => isOwnNode(home, program))
      const node = services[0]?.program[0]
      if (node === undefined)
        return stage.expect('nothing', 'no launch agent of this Mac starts a Node that lies on it')
      if (!isGuarded(home)) guardMessages(home)
      grantFullDiskAccess(home, node)
      replaceNode(node)
      stage.expect('nothing', `${node} was replaced`)
      stage.hear('while the old Node still runs')
      for (const service of services) await loadAnew(home, service)
      stage.hear('while the new Node may not read')
      await stage.pause(stage.outageMs)
      grantFullDiskAccess(home, node)
      stage.hear('Full Disk Access was granted again')
    },
  },
}

/** An upgrade of Node does not touch the signed copy that the service has of it, nor may anything touch a Node elsewhere. */
const isOwnNode = (home: string, program = ''): boolean =>
  program.startsWith(home + sep) && !program.includes('.app/Contents/')

/** A newer file takes the place of the program; what runs keeps the former one. */
function replaceNode(node: string): void {
  copyFileSync(node, `${node}.new`)
  appendFileSync(`${node}.new`, 'newer')
  renameSync(`${node}.new`, node)
}

/** Does what the next login does. */
async function loadAnew(home: string, { label, plist }: LoadedService): Promise<void> {
  const launchctl = (...args: string[]) => promisify(execFile)(join(home, 'bin', 'launchctl'), args)
  const domain = `gui/${process.getuid?.() ?? 0}`
  await launchctl('bootout', `${domain}/${label}`)
  await launchctl('bootstrap', domain, plist)
}
