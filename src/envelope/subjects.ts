/** Names the subjects and streams by which a Mac and the hub talk. */

/** Macs and lines are named in subjects, where a dot, a star or a space has a meaning of its own. */
export const macName = /^[a-z0-9][a-z0-9-]{0,31}$/

export interface Place {
  partition: number
  mac: string
}

export const subjects = {
  live: ({ partition, mac }: Place) => `up.${partition}.${mac}.live`,
  past: ({ partition, mac }: Place) => `past.${partition}.${mac}`,
  hello: ({ partition, mac }: Place) => `hub.${mac}.${partition}.hello`,
  mark: ({ partition, mac }: Place) => `hub.${mac}.${partition}.mark`,
}

export const streams = {
  live: (partition: number) => ({ name: `UP_${partition}`, subjects: [`up.${partition}.*.live`] }),
  past: (partition: number) => ({ name: `PAST_${partition}`, subjects: [`past.${partition}.*`] }),
}

/** What happened on all Macs, as the hub tells it: a subject for each line. */
export const feedStream = { name: 'FEED', subjects: ['feed.*'], of: (line: number) => `feed.${line}` }

/** The Mac that a subject names. */
export const macOf = (subject: string): string => /^(?:(?:up|past)\.\d+|hub)\.([^.]+)/.exec(subject)?.[1] ?? ''
