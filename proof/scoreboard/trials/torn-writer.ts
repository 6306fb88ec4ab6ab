/**
 * `node torn-writer.ts PACKAGE FOLDER` writes state.json, config.json and the heartbeat without a pause, as the package
 * in this folder does, until it is killed.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [installed = '', folder = ''] = process.argv.slice(2)
const store = (name: string) => import(pathToFileURL(join(installed, 'dist/src/store', `${name}.js`)).href)

const { writeAtomically }: typeof import('../../../src/store/atomic-file.ts') = await store('atomic-file')
const { openHeartbeat }: typeof import('../../../src/store/heartbeat.ts') = await store('heartbeat')
const { writeState }: typeof import('../../../src/store/state-file.ts') = await store('state-file')
const heartbeat = openHeartbeat(join(folder, 'bridge_heartbeat'))
for (let count = 0; ; count++) {
  writeState(join(folder, 'state.json'), { last_rowid: count, filling: 'x'.repeat(count % 20_000) })
  writeAtomically(join(folder, 'config.json'), JSON.stringify({ version: 1, filling: 'y'.repeat(count % 9_000) }))
  heartbeat.write(Date.now())
  if (count === 0) process.stdout.write('writes\n')
}
