/** Says of a held send who asks, as its owner is shown it. */
import type { HeldSend } from '../../contract/outbox.ts'

/** `by` as sending names requesters, `name` as its owner knows it. */
export function askerShown(by: string, name: string): HeldSend['asker'] {
  const [, kind, id = by] = /^(key|rule):(.*)$/.exec(by) ?? []
  return { is: kind === 'rule' ? 'rule' : 'key', id, name }
}
