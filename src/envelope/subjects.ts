/** Names the subjects and streams by which a Mac and the hub talk. */

/** Macs and lines are named in subjects, where a dot, a star or a space has a meaning of its own. */
export const macName = /^[a-z0-9][a-z0-9-]{0,31}$/

export interface Place {
  partition: number
  mac: string
  /** The public key by which NATS knows the Mac; it stands in what is asked, and NATS lets nobody else write it. */
  nkey: string
}

export const subjects = {
  live: ({ partition, mac }: Place) => `up.${partition}.${mac}.live`,
  past: ({ partition, mac }: Place) => `past.${partition}.${mac}`,
  hello: (place: Place) => questionOf(place, 'hello'),
  mark: (place: Place) => questionOf(place, 'mark'),
  time: (place: Place) => questionOf(place, 'time'),
  /** Asks what an order says, and whether it may still be done. */
  order: (place: Place) => questionOf(place, 'order'),
  /** Tells what became of an order. */
  outcome: (place: Place) => questionOf(place, 'outcome'),
  /** Asks for a part of a file that an order sends. */
  file: (place: Place) => questionOf(place, 'file'),
  /** An order waits for a Mac. */
  command: (mac: string) => `cmd.${mac}.send`,
  /** A question to a Mac, which it answers at once or not at all. */
  question: (mac: string, endpoint: string) => `rpc.${mac}.${endpoint}`,
}

/** The questions of a Mac to whoever reads its partition. */
export type Question = 'hello' | 'mark' | 'time' | 'order' | 'outcome' | 'file'

const questionOf = ({ mac, partition, nkey }: Place, question: Question) =>
  `hub.${mac}.${partition}.${nkey}.${question}`

/** Returns the subject of a question of all Macs of a partition. */
export const everyQuestion = (partition: number, question: Question): string => `hub.*.${partition}.*.${question}`

/** Returns the subject for answers to a Mac, which may listen to no others. */
export const inboxOf = (mac: string): string => `_INBOX.${mac}`

export const streams = {
  live: (partition: number) => ({ name: `UP_${partition}`, subjects: [`up.${partition}.*.live`] }),
  past: (partition: number) => ({ name: `PAST_${partition}`, subjects: [`past.${partition}.*`] }),
}

/** Orders for all Macs; the consumer of each Mac is called as the Mac is. */
export const commandStream = { name: 'CMD', subjects: ['cmd.*.*'], of: (mac: string) => `cmd.${mac}.*` }

/** The subjects of what happened on all Macs, as the hub tells it: one for each line. */
export const feedStream = { name: 'FEED', subjects: ['feed.*'], of: (line: number) => `feed.${line}` }

/** The Mac that a subject names. */
export const macOf = (subject: string): string => /^(?:(?:up|past)\.\d+|hub|cmd|rpc)\.([^.]+)/.exec(subject)?.[1] ?? ''

/** The public key in the subject of a question. */
export const nkeyOf = (subject: string): string => subject.split('.')[3] ?? ''
