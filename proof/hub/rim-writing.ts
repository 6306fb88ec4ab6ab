/** Makes Macs at the rim of their uplinks write at a given rate, evenly among them. */
import { setTimeout as wait } from 'node:timers/promises'
import type { RimMac } from './rim-mac.ts'

export interface Writing extends AsyncDisposable {
  stop(): Promise<void>
}

const everyMs = 5
const editEvery = 10

/** Starts writing. One in ten events changes an earlier message. */
export function startWriting(macs: readonly RimMac[], perS: number): Writing {
  let isWriting = true
  const writing = (async () => {
    const startMs = performance.now()
    for (let count = 0; isWriting; ) {
      for (const due = ((performance.now() - startMs) / 1_000) * perS; count < due; count++) {
        const mac = macs[count % macs.length] as RimMac
        if (count % editEvery === editEvery - 1) mac.edit(1 + (count % mac.size), `edited ${count}`)
        else mac.write()
      }
      await wait(everyMs)
    }
  })()
  const stop = async () => {
    isWriting = false
    await writing
  }
  return { stop, [Symbol.asyncDispose]: stop }
}
