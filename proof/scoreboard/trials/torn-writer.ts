/**
 * `node torn-writer.ts FOLDER` writes state.json, config.json and the heartbeat without a pause, as the service does,
 * until it is killed.
 */
import { join } from 'node:path'
import { writeAtomically } from '../../../src/store/atomic-file.ts'
import { openHeartbeat } from '../../../src/store/heartbeat.ts'
import { writeState } from '../../../src/store/state-file.ts'

const [folder = ''] = process.argv.slice(2)
const heartbeat = openHeartbeat(join(folder, 'bridge_heartbeat'))
for (let count = 0; ; count++) {
  writeState(join(folder, 'state.json'), { last_rowid: count, filling: 'x'.repeat(count % 20_000) })
  writeAtomically(join(folder, 'config.json'), JSON.stringify({ version: 1, filling: 'y'.repeat(count % 9_000) }))
  heartbeat.write(Date.now())
  if (count === 0) process.stdout.write('writes\n')
}
