/** Tells the host that a delivery is still being worked on, so that work may take longer than its usual time limit. */
import type { DeliveryContext } from '../../plugin-api/index.ts'

const everyMs = 10_000

export async function inProgress<Result>(
  { progress }: Pick<DeliveryContext, 'progress'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const going = setInterval(progress, everyMs)
  try {
    return await work()
  } finally {
    clearInterval(going)
  }
}
