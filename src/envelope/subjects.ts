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
}

/** What a Mac asks of whoever reads its partition. */
export type Question = 'hello' | 'mark' | 'time'

const questionOf = ({ mac, partition, nkey }: Place, question: Question) =>
  `hub.${mac}.${partition}.${nkey}.${question}`

/** What all Macs of a partition ask. */
export const everyQuestion = (partition: number, question: Question): string => `hub.*.${partition}.*.${question}`

/** Where answers to a Mac go: it may listen to no others. */
export const inboxOf = (mac: string): string => `_INBOX.${mac}`

export const streams = {
  live: (partition: number) => ({ name: `UP_${partition}`, subjects: [`up.${partition}.*.live`] }),
  past: (partition: number) => ({ name: `PAST_${partition}`, subjects: [`past.${partition}.*`] }),
}

/** What happened on all Macs, as the hub tells it: a subject for each line. */
export const feedStream = { name: 'FEED', subjects: ['feed.*'], of: (line: number) => `feed.${line}` }

/** The Mac that a subject names. */
export const macOf = (subject: string): string => /^(?:(?:up|past)\.\d+|hub)\.([^.]+)/.exec(subject)?.[1] ?? ''

/** The public key in the subject of a question. */
export const nkeyOf = (subject: string): string => subject.split('.')[3] ?? ''
