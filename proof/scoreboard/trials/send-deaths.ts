/**
 * Kills a web process again and again while it sends, without a bridge that would send for it, and reports the outcome
 * of the texts.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { configure } from '../../../test/harness/bridge-process.ts'
import { type Launched, launchWeb } from '../../../test/harness/web-process.ts'
import { type Balance, balanceOf } from '../../balance.ts'
import { chaosMac } from '../../chaos/chaos-mac.ts'
import { hasEnded } from '../../chaos/chaos-world.ts'
import { sendsSettled } from '../../chaos/settle.ts'
import { startSending } from '../../sender.ts'
import { dyingAt, type Step } from './strace.ts'

export interface SendDeaths {
  ordered: number
  died: number
  balance: Balance
}

/** A process that does not reach the step within this time is killed instead. */
const withinMs = 15_000

export async function sendDeaths(deaths: Iterable<(home: string) => Step>): Promise<SendDeaths> {
  using mac = chaosMac()
  const { home } = mac
  configure(home, { send: { per_minute: 10_000, confirm_timeout_s: 2 } })
  let web: Launched = launchWeb(home)
  let url = await web.ready()
  using sender = startSending(() => url, 0)
  const start = (through: readonly string[] = []) => {
    web = launchWeb(home, { through, port: Number(new URL(url).port) })
  }
  let died = 0
  for (const stepOn of deaths) {
    web.child.kill('SIGKILL')
    await web.ended
    start(dyingAt(stepOn(home)))
    const endMs = performance.now() + withinMs
    while (!hasEnded(web.child) && performance.now() < endMs) await wait(10)
    died += Number(hasEnded(web.child))
  }
  web.child.kill('SIGKILL')
  await web.ended
  start()
  url = await web.ready()
  await sender.stop()
  const { ordered } = await sendsSettled({ ordered: sender.ordered, url })
  web.child.kill('SIGTERM')
  await web.ended
  const balance = balanceOf({ said: new Map(), arrived: [], ordered, wentOut: mac.wentOut() })
  return { ordered: ordered.size, died, balance }
}
