import { expect, test } from 'vitest'
import { checkOf } from '../../actions/check.ts'
import { foundBy } from '../../contract/findings.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { formatDiagnosis } from './format-diagnosis.ts'

const program = '/opt/homebrew/opt/node/bin/node'
const denied = foundBy(new ServiceError('messages_unreadable', 'macOS denies access to Messages.'))

const missing = (name: 'full_disk_access' | 'full_disk_access_bridge', process: 'web' | 'bridge') =>
  checkOf(
    { name, kind: 'permission', macos: '26.1' },
    { ...denied, process, program, state: 'missing', pane: 'full_disk_access' },
  )

test('the steps for one grant are listed once, and are not part of the sentences before', () => {
  const checks = [missing('full_disk_access', 'web'), missing('full_disk_access_bridge', 'bridge')]
  const told = formatDiagnosis({
    checks,
    files: [],
    alerts: [],
    program,
    node: '26.1.0',
    tried_by: 'web',
    web_trouble: null,
  })
  expect(told.split('\n').slice(2, -3)).toEqual([
    '✗ full disk access (web)         macOS denies access to Messages.',
    '    Nothing can be shown, searched or relayed.',
    '    1. Open System Settings → Privacy & Security → Full Disk Access.',
    '    2. Press + and confirm with your password or Touch ID.',
    '    3. Press ⌘⇧G, paste the path of the program, and choose it.',
    '    4. Turn it on. The change is noticed automatically.',
    `    The program: ${program}`,
    '    System Settings shows the program as “node”.',
    '✗ full disk access (bridge)      macOS denies access to Messages.',
    '    The page shows messages, but nothing is relayed.',
    '    The same steps for the same program as above.',
    '',
  ])
})
