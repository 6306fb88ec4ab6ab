/**
 * The process of one attack: runs it where a plugin would run, without the shim that a plugin could undo, and reports
 * the outcome.
 */
import { openHostPipe } from '../../runner/pipe.ts'
import type { Prey } from './attack.ts'
import { attacks } from './attacks.ts'

const pipe = openHostPipe({
  onFrame: (frame) => {
    if (frame.type === 'init') void attempt(frame.name, frame.settings as unknown as Prey)
    if (frame.type === 'ping') pipe.send({ type: 'pong' })
  },
  onLost: () => process.exit(1),
})

async function attempt(name: string, prey: Prey): Promise<void> {
  const msg = JSON.stringify(await outcome(name, prey))
  pipe.send({ type: 'log', level: 'info', msg })
  pipe.end(() => process.exit(0))
}

async function outcome(name: string, prey: Prey): Promise<{ passed: boolean; because: string }> {
  try {
    const passed = (await attacks[name]?.run(prey)) === true
    return { passed, because: passed ? 'it got what it wanted' : 'it got nothing' }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { passed: false, because: code ?? message }
  }
}
