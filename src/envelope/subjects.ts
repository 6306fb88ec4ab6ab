/** Names the subjects and streams through which a Mac and the hub talk. */

/** The form of the names of Macs and lines in subjects, where dots, stars and spaces have a meaning. */
export const macName = /^[a-z0-9][a-z0-9-]{0,31}$/

export interface Place {
  partition: number
  mac: string
  /**
   * The public key by which NATS knows the Mac. It is part of the subject of each request, and NATS lets nobody else
   * write it.
   */
  nkey: string
}

export const subjects = {
  live: ({ partition, mac }: Place) => `up.${partition}.${mac}.live`,
  past: ({ partition, mac }: Place) => `past.${partition}.${mac}`,
  hello: (place: Place) => questionOf(place, 'hello'),
  mark: (place: Place) => questionOf(place, 'mark'),
  time: (place: Place) => questionOf(place, 'time'),
  /** Asks for the content of an order, and whether it may still be executed. */
  order: (place: Place) => questionOf(place, 'order'),
  /** Reports the outcome of an order. */
  outcome: (place: Place) => questionOf(place, 'outcome'),
  /** Asks for a part of a file that an order sends. */
  file: (place: Place) => questionOf(place, 'file'),
  /** Announces an order for a Mac. */
  command: (mac: string) => `cmd.${mac}.send`,
  /** A request to a Mac, which it answers at once or not at all. */
  question: (mac: string, endpoint: string) => `rpc.${mac}.${endpoint}`,
}

/** The requests of a Mac to the reader of its partition. */
export type Question = 'hello' | 'mark' | 'time' | 'order' | 'outcome' | 'file'

const questionOf = ({ mac, partition, nkey }: Place, question: Question) =>
  `hub.${mac}.${partition}.${nkey}.${question}`

/** Returns the subject for a request of all Macs of a partition. */
export const everyQuestion = (partition: number, question: Question): string => `hub.*.${partition}.*.${question}`

/** Returns the subject for answers to a Mac, which may listen to no others. */
export const inboxOf = (mac: string): string => `_INBOX.${mac}`

export const streams = {
  live: (partition: number) => ({ name: `UP_${partition}`, subjects: [`up.${partition}.*.live`] }),
  past: (partition: number) => ({ name: `PAST_${partition}`, subjects: [`past.${partition}.*`] }),
}

/** Orders for all Macs; the consumer of each Mac has the name of the Mac. */
export const commandStream = { name: 'CMD', subjects: ['cmd.*.*'], of: (mac: string) => `cmd.${mac}.*` }

/** The news of all Macs as the hub tells them, with one subject for each line. */
export const feedStream = { name: 'FEED', subjects: ['feed.*'], of: (line: number) => `feed.${line}` }

/** Returns the Mac that a subject names. */
export const macOf = (subject: string): string => /^(?:(?:up|past)\.\d+|hub|cmd|rpc)\.([^.]+)/.exec(subject)?.[1] ?? ''

/** Returns the public key in the subject of a request. */
export const nkeyOf = (subject: string): string => subject.split('.')[3] ?? ''
