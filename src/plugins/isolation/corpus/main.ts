/**
 * Runs as the process of one attack: tries it where a plugin would run, without the shim that a plugin could undo, and
 * reports the outcome.
 */
import { HostPipe } from '../../runner/host-pipe.ts'
import type { Targets } from './attack.ts'
import { attacks } from './attacks.ts'

const pipe = new HostPipe({
  onFrame: (frame) => {
    if (frame.type === 'init') void attempt(frame.name, frame.settings as unknown as Targets)
    if (frame.type === 'ping') pipe.send({ type: 'pong' })
  },
  onLost: () => process.exit(1),
})

async function attempt(name: string, targets: Targets): Promise<void> {
  const msg = JSON.stringify(await outcome(name, targets))
  pipe.send({ type: 'log', level: 'info', msg })
  pipe.end(() => process.exit(0))
}

async function outcome(name: string, targets: Targets): Promise<{ passed: boolean; because: string }> {
  try {
    const passed = (await attacks[name]?.run(targets)) === true
    return { passed, because: passed ? 'it got what it wanted' : 'it got nothing' }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { passed: false, because: code ?? message }
  }
}
